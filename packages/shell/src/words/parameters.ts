import { asQuoted, evaluateName } from '../read/evaluate.ts'
import type { ParameterExpansionPart, Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { assign, isUnset } from '../state/variables.ts'
import { textOfZsh } from '../zsh/expand.ts'
import { compute } from './arithmetic.ts'
import { elementsOf, positionals, variable } from './held.ts'
import { recased, removed, replaced, sliced, transformed } from './operations.ts'
import { anyOf, EMPTY, fromVariable, isExact, known, NUMBER, unknown, type Value, joinAll } from './value.ts'

/** `$x`, `$1`, `$@`, `$?` … */
export function simple(name: string, scope: Scope): Value {
  if (name === '@' || name === '*') return separated(positionals(scope), scope)
  if (name === '#') return countOf(positionals(scope))
  if (/^\d+$/.test(name)) return given(name, scope) ?? EMPTY
  if (/^[A-Za-z_]/.test(name)) return wholeOfZsh(name, scope) ?? variable(name, scope) ?? unset(name)
  return /^[?$!#]$/.test(name) ? NUMBER : unknown()
}

/** In zsh the name alone is all of an array. */
function wholeOfZsh(name: string, scope: Scope): Value | undefined {
  const list = scope.place.shell === 'zsh' ? scope.state.variables.get(name)?.list : undefined
  return list && separated(list, scope)
}

/** Nothing in this command sets it. */
const unset = (name: string): Value => unknown(fromVariable(name))

/** A positional parameter counts as set only when there is one. Behind words of unknown number it is any of them. */
function given(name: string, { state }: Scope): Value | undefined {
  const at = Number(name)
  const many = state.positional.slice(0, at + 1).find((value) => value.many === true)
  return many === undefined
    ? (state.positional[at] ?? (at === 0 ? known('bash') : undefined))
    : anyOf(state.positional.slice(1))
}

const countOf = (list: readonly Value[]): Value =>
  list.some(({ many }) => many === true) ? NUMBER : known(String(list.length))

/** Joined by the first character of IFS. */
function separated(values: readonly Value[], scope: Scope): Value {
  const between = separatorOf(scope)
  return joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [between, value]))])
}

function separatorOf(scope: Scope): Value {
  if (!scope.state.variables.has('IFS') || isUnset(scope.state, 'IFS')) return known(' ')
  const own = variable('IFS', scope)
  return own === undefined || !isExact(own) ? unknown() : known(own.text.slice(0, 1))
}

/** `$@`, `${list[*]}`. */
const isWhole = ({ parameter, index }: ParameterExpansionPart): boolean =>
  index === undefined ? parameter === '@' || parameter === '*' : index.value === '@' || index.value === '*'

/** `${list[@]}` and what operators make of each of its elements; undefined for anything that is one value. */
export function expandList(part: ParameterExpansionPart, scope: Scope): readonly Value[] | undefined {
  const { parameter, prefix, operation, index } = part
  if (prefix === '#' || !isWhole(part) || operation?.type === 'Default') return undefined
  const list = elementsOf(parameter, scope)
  if (list === undefined) return undefined
  if (prefix === '!') return index === undefined ? undefined : list.map((_, at) => known(String(at)))
  if (operation === undefined) return list
  if (operation.type === 'Slice') return someOf(list, parameter, operation, scope)
  return list.map((value) => operated(value, part, scope))
}

type Slice = Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'Slice' }>

/** `${@:2}` counts from `$0`, `${list[@]:1}` from the first element. */
function someOf(list: readonly Value[], name: string, { offset, length }: Slice, scope: Scope): readonly Value[] {
  const start = compute(offset, scope)
  const count = length && compute(length, scope)
  const all = name === '@' || name === '*' ? [scope.state.positional[0] ?? known('bash'), ...list] : list
  const isComputed = isExact(start) && (count === undefined || isExact(count)) && !list.some(({ many }) => many)
  if (!isComputed) return [{ ...anyOf(list), many: true }]
  const from = Number(start.text) < 0 ? all.length + Number(start.text) : Number(start.text)
  if (from < 0) return []
  return all.slice(from, count === undefined ? undefined : from + Number(count.text))
}

export function expandParameter(part: ParameterExpansionPart, scope: Scope, isQuoted = false): Value {
  const { parameter, prefix, operation } = part
  const ofZsh = textOfZsh(parameter, scope)
  if (ofZsh !== undefined) return ofZsh
  if (prefix === '#') return lengthOf(part, scope)
  if (prefix === '!' && operation?.type === 'Names') return unknown()
  const list = operation?.type === 'Default' ? undefined : expandList(part, scope)
  if (list !== undefined) return separated(list, scope)
  const named = element(part, scope)
  const base = prefix === '!' ? indirect(named, scope) : named
  if (operation?.type === 'Default') return defaulted(part, base, scope, isQuoted)
  return operation === undefined ? (base ?? unset(parameter)) : operated(base, part, scope)
}

function operated(base: Value | undefined, { operation }: ParameterExpansionPart, scope: Scope): Value {
  switch (operation?.type) {
    case 'Remove':
      return removed(base, operation.operator, operation.operand, scope)
    case 'Replace':
      return replaced(base, operation, scope)
    case 'Slice': {
      const length = operation.length && compute(operation.length, scope)
      return sliced(base, compute(operation.offset, scope), length)
    }
    case 'CaseModification':
      return recased(base, operation.operator, operation.operand, scope)
    case 'Transform':
      return operation.operand.value === 'P' ? prompt(base, scope) : transformed(base, operation.operand.value, scope)
    case 'Default':
    case 'Names':
    case 'Unknown':
    case undefined:
      return unknown(base?.from)
  }
}

function lengthOf(part: ParameterExpansionPart, scope: Scope): Value {
  if (isWhole(part)) {
    const list = elementsOf(part.parameter, scope)
    return list === undefined ? NUMBER : countOf(list)
  }
  const value = element(part, scope)
  return value === undefined || !isExact(value) ? NUMBER : known(String(Array.from(value.text).length))
}

function element({ parameter, index }: ParameterExpansionPart, scope: Scope): Value | undefined {
  if (index === undefined) {
    if (/^\d+$/.test(parameter)) return given(parameter, scope)
    return /^[@*?$!#-]$/.test(parameter) ? simple(parameter, scope) : variable(parameter, scope)
  }
  const list = elementsOf(parameter, scope)
  if (index.value === '@' || index.value === '*') {
    if (list !== undefined) return separated(list, scope)
    return variable(parameter, scope) === undefined ? undefined : unknown()
  }
  const at = compute(index, scope)
  if (list === undefined) return variable(parameter, scope) === undefined ? undefined : unknown()
  if (!isExact(at) || list.some(({ many }) => many === true)) return anyOf(list)
  return list.at(Number(at.text)) ?? EMPTY
}

/** A prompt is expanded once more, commands in it included. */
export function prompt(base: Value | undefined, scope: Scope): Value {
  if (base === undefined || !isExact(base)) {
    scope.reader.found.doubts.push({ about: 'number', text: 'a prompt that is only known when it runs' })
    return unknown(base?.from)
  }
  const { text } = base
  if (!text.includes('\\')) return asQuoted(text, scope)
  // `\$`, `\w`, `\u`: what they stand for is not computed, and does not hide what is expanded behind them.
  const plain = text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8) & 0xff),
  )
  const open = plain.replaceAll('\\$', '$')
  // An escape inside of a command may become any part of it.
  if (open.includes('\\') && /\$\(|`/.test(open))
    scope.reader.found.doubts.push({ about: 'code', text: 'a prompt that runs a command with escapes in it' })
  return unknown(asQuoted(open.replaceAll('\\', ''), scope).from)
}

function indirect(base: Value | undefined, scope: Scope): Value | undefined {
  // Without a name in it, the shell gives up.
  scope.state.gaveUp ||= base === undefined || !isExact(base)
  evaluateName(base ?? unknown(), scope)
  if (base === undefined) return unknown()
  if (!isExact(base)) return unknown(base.from)
  if (/^(?:\w+|[@*#])$/.test(base.text)) return simple(base.text, scope)
  return unknown(base.from)
}

/** The operand of `${x:-…}`, when that is what counts. */
export function operandOf(part: ParameterExpansionPart, scope: Scope): Word | undefined {
  const { operation, prefix } = part
  if (operation?.type !== 'Default' || prefix !== undefined || /[?=]$/.test(operation.operator)) return undefined
  return takesOperand(part, element(part, scope), scope) === true ? operation.operand : undefined
}

/** Undefined: that depends on whether it is set, which is not known. */
function takesOperand(part: ParameterExpansionPart, base: Value | undefined, { state }: Scope): boolean | undefined {
  const { operation, parameter } = part
  if (operation?.type !== 'Default') return false
  const wantsText = operation.operator.startsWith(':')
  const wantsSet = operation.operator.endsWith('+')
  if (base !== undefined && wantsText && !isExact(base) && /^\uFFFC*$/.test(base.text))
    return wantsSet ? true : undefined
  if (base !== undefined && base.text === '' && !wantsText) {
    const gone = isUnset(state, parameter)
    if (gone === 'maybe') return undefined
    if (gone === undefined && isWhole(part)) return wantsSet === state.positional.length > 1
    return wantsSet === (gone === undefined)
  }
  const isSet = base === undefined ? wantsSet && ALWAYS_SET.test(parameter) : base.text !== '' || !wantsText
  return wantsSet === isSet
}

function defaulted(part: ParameterExpansionPart, base: Value | undefined, scope: Scope, isQuoted: boolean): Value {
  const { operation, parameter } = part
  if (operation?.type !== 'Default') return unknown()
  const { operator, operand } = operation
  const takes = takesOperand(part, base, scope)
  const otherwise = operator.endsWith('+') ? EMPTY : (base ?? EMPTY)
  if (takes === false) {
    // Whether a variable from outside is set is unknown, so the operand may run.
    if (base === undefined) scope.text(operand)
    return otherwise
  }
  // Inside of quotes a single quote is a letter.
  const isText = isQuoted && operand.text.includes("'")
  const read = isText ? asQuoted(operand.text, scope) : scope.text(operand)
  const value = isText && operand.text.includes("$'") ? unknown(read.from) : read
  if (operator.endsWith('?')) {
    scope.state.gaveUp = true
    return base ?? unknown()
  }
  if (takes === undefined) return anyOf([otherwise, value])
  if (operator.endsWith('=')) assign(scope.state, parameter, value)
  return value
}

/** The shell sets them itself, or every shell is started with them. */
const ALWAYS_SET =
  /^(?:PATH|PWD|HOME|SHELL|USER|LOGNAME|TERM|LANG|IFS|BASH(?:_\w+)?|ZSH_\w+|E?UID|PPID|SHLVL|OSTYPE|HOSTNAME|RANDOM|SECONDS|LINENO|OPTIND|SHELLOPTS|_)$/
