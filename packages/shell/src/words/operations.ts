import type { ParameterExpansionPart, Word } from '../read/parse.ts'
import type { Scope } from '../state/scope.ts'
import { firstWord } from './first-word.ts'
import { endsOf, fitsWhole, patternOf, workOf, type Pattern } from './patterns.ts'
import { isExact, join, unknown, withoutSecrets, type Value } from './value.ts'

/** What the operators of `${x…}` make of a value: computed exactly, or unknown. */

export function removed(base: Value | undefined, operator: string, operand: Word, scope: Scope): Value {
  const pattern = patternOf(operand, scope)
  if (base === undefined || !isExact(base) || pattern === undefined) return unknown(base?.from)
  const { text, from } = base
  if (!scope.reader.step(workOf(pattern, text, operator.startsWith('%') ? text.length : 1))) return unknown(from)
  if (operator.startsWith('#')) {
    const ends = endsOf(pattern, text, 0)
    const end = operator === '#' ? ends[0] : ends.at(-1)
    return end === undefined ? base : { text: text.slice(end), from }
  }
  const starts = Array.from({ length: text.length + 1 }, (_, at) => at)
  const order = operator === '%' ? starts.toReversed() : starts
  const start = order.find((at) => endsOf(pattern, text, at).at(-1) === text.length)
  return start === undefined ? base : { text: text.slice(0, start), from }
}

type Replace = Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'Replace' }>

export function replaced(
  base: Value | undefined,
  { operator, pattern: word, replacement }: Replace,
  scope: Scope,
): Value {
  const pattern = patternOf(word, scope)
  const put = scope.text(replacement)
  const from = base === undefined ? put.from : join(base, put).from
  // `&` stands for what was matched, unless it is quoted.
  const isPlain = isExact(put) && !replacement.text.includes('&') && !replacement.text.includes('\\')
  if (base === undefined || !isExact(base) || pattern === undefined || !isPlain) return unknown(from)
  const { text } = base
  // Nothing matches at either end; elsewhere it matches nowhere.
  if (pattern.length === 0)
    return { text: operator === '/#' ? put.text + text : operator === '/%' ? text + put.text : text, from }
  if (!scope.reader.step(workOf(pattern, text, text.length))) return unknown(from)
  if (operator === '/%') {
    const start = Array.from(text, (_, at) => at).find((at) => endsOf(pattern, text, at).at(-1) === text.length)
    return start === undefined ? base : { text: text.slice(0, start) + put.text, from }
  }
  return { text: substituted(text, pattern, put.text, operator), from }
}

function substituted(text: string, pattern: Pattern, put: string, operator: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const end = endsOf(pattern, text, at).at(-1)
    if (end === undefined || end === at) {
      if (operator === '/#') break
      out += text[at++] ?? ''
      continue
    }
    if (operator !== '//') return out + put + text.slice(end)
    out += put
    at = end
  }
  return operator === '/#' ? text : out
}

const MAX_SHOWN = 6

export function sliced(base: Value | undefined, offset: Value, length: Value | undefined): Value {
  const start = Number(offset.text.trim() || 0)
  const count = length === undefined ? undefined : Number(length.text.trim() || 0)
  // The first letters of a token tell what kind it is, and nothing else.
  if (start === 0 && count !== undefined && count >= 0 && count <= MAX_SHOWN && base !== undefined && !isExact(base))
    return withoutSecrets(unknown(base.from))
  if (base === undefined || !isExact(base) || !Number.isSafeInteger(start)) return unknown(base?.from)
  if (count !== undefined && !Number.isSafeInteger(count)) return unknown(base.from)
  const characters = Array.from(base.text)
  const begin = start < 0 ? characters.length + start : start
  const end = count === undefined ? characters.length : count < 0 ? characters.length + count : begin + count
  const text = begin < 0 || end < begin ? '' : characters.slice(begin, end).join('')
  return { text, from: base.from }
}

export type Recase = Extract<NonNullable<ParameterExpansionPart['operation']>, { type: 'CaseModification' }>['operator']

export function recased(base: Value | undefined, operator: Recase, operand: Word | undefined, scope: Scope): Value {
  const pattern = operand === undefined ? [] : patternOf(operand, scope)
  // What letters become outside of ASCII is up to the locale.
  if (base === undefined || !isExact(base) || pattern === undefined || /[^\0-\x7f]/.test(base.text))
    return unknown(base?.from)
  const change = (char: string): string => {
    if (pattern.length > 0 && !fitsWhole(pattern, char)) return char
    return operator.startsWith('^') ? char.toUpperCase() : char.toLowerCase()
  }
  const { text, from } = base
  if (operator.length === 2) return { text: Array.from(text, change).join(''), from }
  return { text: change(text.slice(0, 1)) + text.slice(1), from }
}

/** `${x@U}` and its kind, as far as they give the same in every version. */
export function transformed(base: Value | undefined, letter: string, scope: Scope): Value {
  if (base === undefined || !isExact(base)) return unknown(base?.from)
  const { text, from } = base
  switch (letter) {
    case 'U':
      return recased(base, '^^', undefined, scope)
    case 'u':
      return recased(base, '^', undefined, scope)
    case 'L':
      return recased(base, ',,', undefined, scope)
    case 'Q':
      return /^[ -~]*$/.test(text) ? { text: `'${text.replaceAll("'", String.raw`'\''`)}'`, from } : unknown(from)
    case 'E': {
      const word = text.includes("'") ? undefined : firstWord(`$'${text}'`, scope)
      return word === undefined ? unknown(from) : { text: word.value, from }
    }
    default:
      return unknown(from)
  }
}
