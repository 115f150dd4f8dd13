import { ANY, isKnown, UNKNOWN } from '../effects.ts'
import { asQuoted, evaluate, evaluateName, NUMBER } from '../read/evaluate.ts'
import type { ParameterExpansionPart, Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { assign, lookUp } from '../state/variables.ts'
import { textOfZsh } from '../zsh/expand.ts'
import { ELSEWHERE, EMPTY, isExact, join, known, unknown, type Value, joinAll } from './value.ts'

/** `$x`, `$1`, `$@`, `$?` … */
export function simple(name: string, scope: Scope): Value {
  if (name === '@' || name === '*') return separated(positionals(scope))
  if (name === '0') return scope.state.positional[0] ?? known('bash')
  if (/^\d+$/.test(name)) return scope.state.positional[Number(name)] ?? EMPTY
  if (/^[A-Za-z_]/.test(name)) return variable(name, scope) ?? unset(name)
  return unknown()
}

/** Nothing in this command sets it. */
const unset = (name: string): Value => unknown({ ...ELSEWHERE, programs: [`$${name}`] })

export const positionals = ({ state }: Scope): readonly Value[] => state.positional.slice(1)

const separated = (values: readonly Value[]): Value =>
  joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [known(' '), value]))])

/** Undefined: not set, as far as is known. */
function variable(name: string, scope: Scope): Value | undefined {
  const values = lookUp(scope.state, scope.reader.world, name)
  if (values === undefined) return undefined
  scope.most = Math.max(scope.most, values.length)
  return values[scope.pick % values.length]
}

export function expandParameter(part: ParameterExpansionPart, scope: Scope): Value {
  const { parameter, prefix, operation } = part
  const ofZsh = textOfZsh(parameter, scope)
  if (ofZsh !== undefined) return ofZsh
  const named = element(part, scope)
  if (prefix === '#') return NUMBER
  if (prefix === '!' && operation?.type === 'Names') return unknown()
  const base = prefix === '!' ? indirect(named, scope) : named
  if (operation === undefined) return base ?? unset(parameter)
  switch (operation.type) {
    case 'Default':
      return defaulted(parameter, base, operation, scope)
    case 'Remove':
      return removed(base, operation.operator, scope.text(operation.operand).text)
    case 'Replace':
      return replaced(base, operation.operator, scope.text(operation.pattern).text, scope.text(operation.replacement))
    case 'Slice':
      return sliced(base, numberOf(operation.offset, scope), operation.length && numberOf(operation.length, scope))
    case 'CaseModification':
      return recased(base, operation.operator)
    case 'Transform':
      if (operation.operand.value === 'P') return prompt(base, scope)
      return base !== undefined && 'ULuL'.includes(operation.operand.value)
        ? recased(base, operation.operand.value === 'L' ? ',,' : '^^')
        : unknown(base?.from)
    case 'Names':
    case 'Unknown':
      return unknown(base?.from)
  }
}

function element({ parameter, index }: ParameterExpansionPart, scope: Scope): Value | undefined {
  if (index === undefined)
    return /^(?:\d+|[@*?$!#-])$/.test(parameter) ? given(parameter, scope) : variable(parameter, scope)
  const list = scope.state.variables.get(parameter)?.list
  const isWhole = index.value === '@' || index.value === '*'
  const at = isWhole ? '' : numberOf(index, scope)
  if (list === undefined) return variable(parameter, scope) === undefined ? undefined : unknown()
  if (isWhole) return separated(list)
  return /^\d+$/.test(at) ? (list[Number(at)] ?? EMPTY) : unknown()
}

/** A positional parameter counts as set only when there is one. */
function given(name: string, scope: Scope): Value | undefined {
  if (!/^\d+$/.test(name)) return simple(name, scope)
  return scope.state.positional[Number(name)]
}

/** A word where the shell wants a number. */
function numberOf(word: Word, scope: Scope): string {
  const value = scope.text(word)
  evaluate(value, scope)
  return value.text
}

/** A prompt is expanded once more, commands in it included. */
function prompt(base: Value | undefined, scope: Scope): Value {
  if (base !== undefined && isExact(base)) return asQuoted(base.text, scope)
  scope.reader.found.doubts.push({ about: 'number', text: 'a prompt that is only known when it runs' })
  return unknown(base?.from)
}

function indirect(base: Value | undefined, scope: Scope): Value {
  if (base !== undefined) evaluateName(base, scope)
  return base !== undefined && isExact(base) ? simple(base.text, scope) : unknown(base?.from)
}

type Default = Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'Default' }>

function defaulted(name: string, base: Value | undefined, { operator, operand }: Default, scope: Scope): Value {
  const isSet = base !== undefined && (base.text !== '' || !operator.startsWith(':'))
  if (isSet && !operator.endsWith('+')) return base
  // Whether a variable from outside is set is unknown, so the operand may run.
  const mayRun = !operator.endsWith('+') || isSet || base === undefined
  const value = mayRun ? scope.text(operand) : EMPTY
  if (operator.endsWith('+')) return isSet || ALWAYS_SET.test(name) ? value : EMPTY
  if (operator.endsWith('?')) return unknown()
  if (operator.endsWith('=')) assign(scope.state, name, value)
  return value
}

/** The shell sets them itself, or every shell is started with them. */
const ALWAYS_SET =
  /^(?:PATH|PWD|HOME|SHELL|USER|LOGNAME|TERM|LANG|IFS|BASH(?:_\w+)?|ZSH_\w+|E?UID|PPID|SHLVL|OSTYPE|HOSTNAME|RANDOM|SECONDS|LINENO|OPTIND|SHELLOPTS|_)$/

function removed(base: Value | undefined, operator: string, pattern: string): Value {
  if (base === undefined || !isExact(base) || !isKnown(pattern)) return patterned(base, operator, pattern)
  const { text, from } = base
  if (operator.startsWith('#')) return text.startsWith(pattern) ? { text: text.slice(pattern.length), from } : base
  return text.endsWith(pattern) ? { text: text.slice(0, text.length - pattern.length), from } : base
}

// A pattern with one star at its end is what people write, to cut off a directory or an ending; others may leave anything.
function patterned(base: Value | undefined, operator: string, pattern: string): Value {
  if (base === undefined || !isExact(base) || pattern.length < 2) return unknown(base?.from)
  const { text, from } = base
  const [first, last] = [pattern[0], pattern.at(-1)]
  if (operator.startsWith('%') && last === ANY && isKnown(pattern.slice(0, -1))) {
    const fixed = pattern.slice(0, -1)
    const at = operator === '%' ? text.lastIndexOf(fixed) : text.indexOf(fixed)
    return at < 0 ? base : { text: text.slice(0, at), from }
  }
  if (operator.startsWith('#') && first === ANY && isKnown(pattern.slice(1))) {
    const fixed = pattern.slice(1)
    const at = operator === '#' ? text.indexOf(fixed) : text.lastIndexOf(fixed)
    return at < 0 ? base : { text: text.slice(at + fixed.length), from }
  }
  return unknown(from)
}

function replaced(base: Value | undefined, operator: string, pattern: string, replacement: Value): Value {
  if (base === undefined || !isExact(base) || !isKnown(pattern) || pattern === '') return unknown(base?.from)
  const { text } = base
  const from = join(base, replacement).from
  if (operator === '//') return { text: text.replaceAll(pattern, () => replacement.text), from }
  if (operator === '/#')
    return text.startsWith(pattern) ? { text: replacement.text + text.slice(pattern.length), from } : base
  if (operator === '/%') {
    return text.endsWith(pattern)
      ? { text: text.slice(0, text.length - pattern.length) + replacement.text, from }
      : base
  }
  return { text: text.replace(pattern, () => replacement.text), from }
}

function sliced(base: Value | undefined, offset: string, length: string | undefined): Value {
  const start = Number(offset)
  const count = length === undefined ? undefined : Number(length)
  if (base === undefined || !isExact(base) || offset.includes(UNKNOWN) || !Number.isInteger(start))
    return unknown(base?.from)
  if (count !== undefined && !Number.isInteger(count)) return unknown(base.from)
  const begin = start < 0 ? base.text.length + start : start
  const end = count === undefined ? undefined : count < 0 ? base.text.length + count : begin + count
  return { text: base.text.slice(begin, end), from: base.from }
}

function recased(base: Value | undefined, operator: string): Value {
  if (base === undefined || !isExact(base)) return unknown(base?.from)
  const { text, from } = base
  if (operator === '^^') return { text: text.toUpperCase(), from }
  if (operator === ',,') return { text: text.toLowerCase(), from }
  const [first = ''] = text
  return { text: (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + text.slice(first.length), from }
}
