import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { isExact, unknown, type Value } from '../words/value.ts'

/** Longer texts and more stars would take the square of their length. */
const MAX_TEXT = 512
const MAX_STARS = 4

/** A pattern as an expression; undefined when nothing can be said about what it matches. */
export function expressionOf({ text }: Value): RegExp | undefined {
  if (text.includes(UNKNOWN) || /[(|)#^~<>]/.test(text) || text.split(ANY).length > MAX_STARS + 1) return undefined
  const source = Array.from(text, (char) =>
    char === ANY
      ? String.raw`[\s\S]*`
      : char === ONE
        ? String.raw`[\s\S]`
        : char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`),
  ).join('')
  return new RegExp(`^${source}$`, 'u')
}

/** Whether it matches; undefined: that is unknown. */
export function matches(value: Value, pattern: RegExp | undefined): boolean | undefined {
  return pattern === undefined || !isExact(value) || value.text.length > MAX_TEXT ? undefined : pattern.test(value.text)
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function cut(value: Value, operator: string, pattern: RegExp | undefined): Value {
  const { text, from } = value
  if (pattern === undefined || !isExact(value) || text.length > MAX_TEXT) return unknown(from)
  const isFront = operator.startsWith('#')
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index)
  if (operator.length === 2) lengths.reverse()
  for (const length of lengths) {
    const piece = isFront ? text.slice(0, length) : text.slice(text.length - length)
    if (pattern.test(piece)) return { text: isFront ? text.slice(length) : text.slice(0, text.length - length), from }
  }
  return value
}

/** `${x/p/r}`, `${x//p/r}`: the pattern is a plain text, nearly always. */
export function replaced(value: Value, operator: string, pattern: Value, by: Value): Value {
  const { text, from } = value
  if (!isExact(value) || !isExact(pattern) || !isExact(by) || pattern.text === '') return unknown(from)
  const next =
    operator === '//'
      ? text.replaceAll(pattern.text, () => by.text)
      : pattern.text.startsWith('#')
        ? text.startsWith(pattern.text.slice(1))
          ? by.text + text.slice(pattern.text.length - 1)
          : text
        : pattern.text.startsWith('%')
          ? text.endsWith(pattern.text.slice(1))
            ? text.slice(0, text.length - pattern.text.length + 1) + by.text
            : text
          : text.replace(pattern.text, () => by.text)
  return { text: next, from }
}
