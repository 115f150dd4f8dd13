import { chosen as takenValue } from '../state/scope.ts'
import { UNKNOWN } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { Scope } from '../state/scope.ts'
import { assign, assignList } from '../state/variables.ts'
import { NUMBER, EMPTY, isExact, known, unknown, type Value } from '../words/value.ts'
import { decoded } from './encode.ts'
import { closing } from './expansions.ts'
import { flagsIn, type Flags } from './flags.ts'
import { flagged, joinedBy, listed, scalar, type Expanded } from './lists.ts'
import { cut, expressionOf, matches, replaced } from './matching.ts'
import { isModifier, modified } from './modifiers.ts'
import { expandedAgain, operandOf } from './operand.ts'
import { parameter } from './special.ts'
import { subscripted } from './subscripts.ts'

/** What `${…}` of zsh gives, where a name carries it; undefined for a plain name. */
export function expandZsh(name: string, scope: Scope): Expanded | undefined {
  const inside = decoded(name)
  return inside === undefined ? undefined : expansion(inside, scope)
}

/** The same as one text. */
export function textOfZsh(name: string, scope: Scope): Value | undefined {
  const expanded = expandZsh(name, scope)
  return expanded && joinedBy(expanded, ' ')
}

/** Whether in double quotes it is still more than one word. */
export function staysList(name: string): boolean {
  const inside = decoded(name) ?? ''
  return /\[@\]$|^@|^=/.test(inside) || /[@sfzZ0]/.test(flagsIn(inside)?.letters ?? '')
}

/** Deeper than any hand-written expansion. */
const MAX_DEPTH = 30

function expansion(inside: string, scope: Scope, depth = 0): Expanded {
  const flags = flagsIn(inside)
  if (flags === undefined || depth > MAX_DEPTH || !scope.reader.step(1 + inside.length / 16)) return scalar(unknown())
  let rest = inside.slice(flags.length)
  const [marks = ''] = /^(?:[=~^]|[+](?=\w)|#(?=[\w@*{$"]))*/.exec(rest) ?? []
  rest = rest.slice(marks.length)
  const { base, name, length } = baseOf(rest, flags, scope, depth)
  rest = rest.slice(length)
  let value = base
  if (flags.letters.includes('P') && value !== undefined) value = pointedAt(value, scope)
  while (rest.startsWith('[')) {
    const end = closing(rest, 0, '[', ']')
    if (end < 0) return scalar(unknown())
    const key = rest.slice(1, end)
    value = element(name, key, value, scope)
    rest = rest.slice(end + 1)
  }
  if (marks.includes('+') || marks.includes('#')) return scalar(NUMBER)
  value = operated(name, value, rest, flags, scope)
  if (value === undefined) return scalar(unsetOf(name))
  value = flagged(value, flags, marks)
  const isAgain = flags.letters.includes('e') || /%.*%/.test(flags.letters)
  if (isAgain) value = { ...value, values: value.values.map((one) => expandedAgain(one, scope)) }
  else if (flags.letters.includes('%')) value = { ...value, values: value.values.map((one) => prompted(one, scope)) }
  if (marks.includes('~')) value = { ...value, values: value.values.map((one) => filenames(one, scope)) }
  return value
}

const unsetOf = (name: string): Value => unknown({ ...unknown().from, programs: name === '' ? [] : [`$${name}`] })

interface Base {
  readonly base: Expanded | undefined
  readonly name: string
  readonly length: number
}

/** A name, another expansion, or nothing in front of `:-`. */
function baseOf(rest: string, flags: Flags, scope: Scope, depth: number): Base {
  const named = /^(?:[A-Za-z_]\w*|\d+|[@*?!#-](?![-=+?:])|\$(?![-=+?:{(]))/.exec(rest)
  if (named !== null)
    return { base: parameter(named[0], flags.letters, scope), name: named[0], length: named[0].length }
  if (rest.startsWith('${')) {
    const end = closing(rest, 1, '{', '}')
    if (end < 0) return { base: scalar(unknown()), name: '', length: rest.length }
    return { base: expansion(rest.slice(2, end), scope, depth + 1), name: '', length: end + 1 }
  }
  const length = rest.startsWith('"') || rest.startsWith('$(') ? nestedLength(rest) : 0
  if (length === 0) return { base: undefined, name: '', length: 0 }
  const inner =
    rest.startsWith('"$') || rest.startsWith('$(')
      ? operandOf(rest.slice(0, length), scope)
      : operandOf(rest.slice(0, length), scope)
  const isSplit = rest.startsWith('$(')
  return {
    base: isSplit ? flagged(scalar(inner), { ...flags, letters: '', values: new Map() }, '=') : scalar(inner),
    name: '',
    length,
  }
}

/** How long `"$(…)"` or `$(…)` in front of a text is. */
function nestedLength(text: string): number {
  if (text.startsWith('$(')) return closing(text, 1, '(', ')') + 1
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
    else if (text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = closing(text, at + 1, text[at + 1] ?? '', text[at + 1] === '(' ? ')' : '}')
      if (end < 0) return 0
      at = end
    }
  }
  return 0
}

function element(name: string, key: string, value: Expanded | undefined, scope: Scope): Expanded | undefined {
  const own = scope.state.variables.get(`${name}[${operandOf(key, scope).text}]`)?.values
  if (own !== undefined) return scalar(takenValue(scope, own, `${name}[${key}]`) ?? EMPTY)
  const special = parameterElement(name, key, scope)
  return special ?? (value === undefined ? undefined : subscripted(value, key, scope))
}

/** Arrays that zsh itself keeps: `$commands[rm]`, `$mapfile[.env]`. */
function parameterElement(name: string, key: string, scope: Scope): Expanded | undefined {
  const { reader, state, stdin, place } = scope
  if (name === 'commands' && !key.startsWith('(')) {
    const { text } = operandOf(key, scope)
    return scalar(known(state.programs.get(text) ?? `/usr/bin/${text}`))
  }
  if (name !== 'mapfile') return undefined
  const argv = [known('cat'), operandOf(key, scope)]
  return scalar(reader.call({ argv, env: new Map(), stdin, place }, state))
}

function pointedAt(value: Expanded, scope: Scope): Expanded {
  const { text, from } = joinedBy(value, ' ')
  return /^\w+$/.test(text) ? (parameter(text, '', scope) ?? scalar(unsetOf(text))) : scalar(unknown(from))
}

const DEFAULT = /^(::=|:?[-=+?])/
const PATTERN = /^(:#|##?|%%?)/
const REPLACE = /^(:?\/\/?)/

/** `:-x`, `#x`, `/x/y`, `:1:2`, `:h`. */
function operated(
  name: string,
  value: Expanded | undefined,
  rest: string,
  flags: Flags,
  scope: Scope,
): Expanded | undefined {
  if (rest === '') return value
  const given = DEFAULT.exec(rest)?.[1]
  if (given !== undefined) return defaulted(name, value, given, rest.slice(given.length), flags, scope)
  if (value === undefined) {
    // What runs in it runs all the same.
    operandOf(rest.replace(/^[:#%/]+/, ''), scope)
    return undefined
  }
  const pattern = PATTERN.exec(rest)?.[1]
  if (pattern !== undefined) {
    const expression = expressionOf(operandOf(rest.slice(pattern.length), scope))
    if (pattern === ':#') return chosen(value, expression, flags.letters.includes('M'))
    return { ...value, values: value.values.map((one) => cut(one, pattern, expression)) }
  }
  const replace = REPLACE.exec(rest)?.[1]
  if (replace !== undefined) {
    const [from = '', to = ''] = splitSlash(rest.slice(replace.length))
    const [what, by] = [operandOf(from, scope), operandOf(to, scope)]
    return { ...value, values: value.values.map((one) => replaced(one, replace, what, by)) }
  }
  if (isModifier(rest)) {
    const path = (text: string): string => absolutePath(text, scope.state.cwd)
    const change = (one: Value): Value => ({
      text: (isExact(one) ? modified(one.text, rest, path) : undefined) ?? around(one, rest),
      from: one.from,
    })
    return { ...value, values: value.values.map(change) }
  }
  return sliced(value, rest, scope)
}

/** A directory of something unknown is above it. */
const around = ({ text }: Value, modifiers: string): string => (/^(?::[aAPqQx&])+$/.test(modifiers) ? text : UNKNOWN)

function defaulted(
  name: string,
  value: Expanded | undefined,
  operator: string,
  operand: string,
  flags: Flags,
  scope: Scope,
): Expanded {
  const text = value === undefined ? '' : joinedBy(value, ' ').text
  const isSet = value !== undefined && (text !== '' || !operator.startsWith(':')) && operator !== '::='
  if (operator.endsWith('+')) return isSet || value === undefined ? scalar(operandOf(operand, scope)) : scalar(EMPTY)
  if (isSet && value !== undefined) return value
  const next = operandOf(operand, scope)
  if (!operator.endsWith('=') || name === '') return scalar(next)
  if (flags.letters.includes('A')) assignList(scope.state, name, flagged(scalar(next), flags, '=').values)
  else assign(scope.state, name, next)
  return scalar(next)
}

/** `${x:#p}` are the others, `${(M)x:#p}` those that match. */
function chosen(value: Expanded, pattern: RegExp | undefined, wanted: boolean): Expanded {
  const values = value.values.filter((one) => (matches(one, pattern) ?? wanted) === wanted)
  const isSure = value.values.every((one) => matches(one, pattern) !== undefined)
  return isSure ? { ...value, values } : { ...value, values: value.values.map(({ from }) => unknown(from)) }
}

function splitSlash(text: string): readonly string[] {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '/') return [text.slice(0, at), text.slice(at + 1)]
    else if (text[at] === '$' && /[{(]/.test(text[at + 1] ?? '')) {
      const end = closing(text, at + 1, text[at + 1] ?? '', text[at + 1] === '(' ? ')' : '}')
      at = end < 0 ? text.length : end
    }
  }
  return [text]
}

/** `${x:1:2}`: elements of a list, characters of a text. */
function sliced(value: Expanded, rest: string, scope: Scope): Expanded {
  const [, from = '', to] = /^:([^:]*)(?::(.*))?$/s.exec(rest) ?? []
  const [start, count] = [
    operandOf(from.trim(), scope).text,
    to === undefined ? undefined : operandOf(to.trim(), scope).text,
  ]
  if (!/^-?\d+$/.test(start) || (count !== undefined && !/^-?\d+$/.test(count)))
    return { ...value, values: value.values.map((one) => unknown(one.from)) }
  const part = <T extends { slice(from: number, to?: number): T; readonly length: number }>(all: T): T => {
    const begin = Number(start) < 0 ? Math.max(0, all.length + Number(start)) : Number(start)
    return all.slice(
      begin,
      count === undefined ? undefined : Number(count) < 0 ? all.length + Number(count) : begin + Number(count),
    )
  }
  if (value.isList) {
    const begin = Number(start) < 0 ? Math.max(0, value.values.length + Number(start)) : Number(start)
    return listed(value.values.slice(begin, count === undefined ? undefined : begin + Number(count)))
  }
  return {
    ...value,
    values: value.values.map((one) => (isExact(one) ? { text: part(one.text), from: one.from } : unknown(one.from))),
  }
}

/** `%d` and its kind in a prompt. */
function prompted(value: Value, { state }: Scope): Value {
  const text = value.text.replace(/%[d/~]/g, () => state.cwd)
  return /%[^%]/.test(text) ? unknown(value.from) : { text, from: value.from }
}

/** `$~x`: what is in it is a pattern, and `~` in front of it a home. */
const filenames = (value: Value, scope: Scope): Value =>
  isExact(value) && /^[\w~./*?[\]{},=+-]+$/.test(value.text) ? operandOf(value.text, scope) : value
