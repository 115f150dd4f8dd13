import { isKnown } from '../effects.ts'
import { EMPTY, joinAll, known, madeOf, type Value } from '../words/value.ts'

/** A word of an expression: an operator by its name, or a value. */
export interface Term {
  readonly operator?: string
  readonly value: Value
}

/** What an expression is, where its operators can be followed: `'{0}-Item' -f 'Remove'`, `'a','b' -join ''`, `'a' + 'b'`. */
export function evaluateTerms(terms: readonly Term[]): Value {
  const values = terms.filter(({ operator }) => operator === undefined).map(({ value }) => value)
  const at = terms.findIndex(({ operator }) => operator !== undefined && operator !== '+')
  const [only = EMPTY] = values
  if (at < 0) return values.length <= 1 ? only : joinAll(values)
  const operator = terms[at]?.operator
  const before = terms.slice(0, at).map(({ value }) => value)
  const after = terms.slice(at + 1)
  if (operator === '-as') return joinAll([EMPTY, ...before])
  if (after.some((term) => term.operator !== undefined)) return madeOf(values)
  const rest = after.map(({ value }) => value)
  if (operator === '-join') return before.length === 0 ? joinAll(rest) : separated(before, rest[0] ?? EMPTY)
  if (operator === '-f' && before.length === 1) return formatted(before[0] ?? EMPTY, rest)
  return madeOf(values)
}

const separated = (values: readonly Value[], between: Value): Value =>
  joinAll([EMPTY, ...values.flatMap((value, index) => (index === 0 ? [value] : [between, value]))])

function formatted(format: Value, args: readonly Value[]): Value {
  if (!isKnown(format.text)) return madeOf([format, ...args])
  const pieces = format.text.split(/\{(\d+)[^}]*\}/)
  return joinAll(pieces.map((piece, index) => (index % 2 === 0 ? known(piece) : (args[Number(piece)] ?? EMPTY))))
}

/** `'abc'[2..0]`, `'abc'[0,2]`: letters of a text by their places; undefined where it is something else. */
export function lettersOf(text: string, index: string): string | undefined {
  const inner = /^\[([-\d,.\s]+)\]$/.exec(index)?.[1]
  if (inner === undefined || !isKnown(text)) return undefined
  const places = inner.split(',').flatMap((part) => {
    const [, from, to] = /^\s*(-?\d+)\s*(?:\.\.\s*(-?\d+))?\s*$/.exec(part) ?? []
    if (from === undefined) return [Number.NaN]
    const [start, end] = [Number(from), Number(to ?? from)]
    const count = Math.min(Math.abs(end - start) + 1, MAX_LETTERS)
    return Array.from({ length: count }, (_, at) => start + (end < start ? -at : at))
  })
  return places.map((place) => text.at(place) ?? '').join('')
}

const MAX_LETTERS = 4096

/** `[char]82+[char]101`: letters by their numbers. */
export function spelled(text: string): string | undefined {
  if (!/^\+?\[char\]/i.test(text)) return undefined
  const parts = text.replaceAll(/^\+|\+$/g, '').split('+')
  if (!parts.every((part) => /^\[char\](?:0x[\da-f]+|\d+)$/i.test(part))) return undefined
  return parts.map((part) => String.fromCharCode(Number(part.slice('[char]'.length)))).join('')
}
