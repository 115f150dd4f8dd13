import { closest } from './names.ts'

/** Wording of mistakes. Quoted values come from untrusted files. */

const MAX_QUOTED = 60

/** On one line, of bearable length, and unable to steer a terminal. */
export function quote(text: string): string {
  const cut = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text
  return `\`${oneLine(cut)}\``
}

export const oneLine = (text: string): string => text.replace(hidden(), escaped)

/** The same for a text of several lines. */
export const withoutHidden = (text: string): string =>
  text.replace(hidden(), (char) => (char === '\n' || char === '\t' ? char : escaped(char)))

/**
 * Control characters, line separators, and characters without width that reverse or split what a reader sees.
 * Made when it is needed: V8 takes long to read the classes of Unicode.
 */
const hidden = (): RegExp => /\p{Cc}|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

export const show = (value: unknown): string =>
  quote(typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value)))

export function unknownName(what: string, name: string, known: readonly string[]): string {
  const hint = closest(name, known)
  const meant = hint === undefined ? '.' : `; did you mean \`${hint}\`?`
  return `unknown ${what} ${quote(name)}${meant}`
}

interface Issue {
  readonly message: string
  readonly type?: string
  readonly input?: unknown
  readonly expected?: unknown
  readonly requirement?: unknown
}

export const A_MAPPING = 'a mapping of keys to values'

const WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: A_MAPPING,
  record: A_MAPPING,
  strict_object: A_MAPPING,
  string: 'a text',
}

/** What would have been right, in words. */
export function allowedBy({ type = '', input, expected, requirement, message }: Issue): string {
  const word = WORDS[type]
  if (word !== undefined) return word
  if (type === 'min_value') return `${String(requirement)} or more`
  if (type === 'max_value') return `${String(requirement)} or less`
  if (type === 'min_length') return `at least ${String(requirement)} ${Array.isArray(input) ? 'item' : 'character'}`
  if (typeof expected !== 'string') return message
  return alternatives(expected)
}

/** `("off" | "warn" | "on")` as `off, warn, on`. */
const alternatives = (expected: string): string =>
  expected
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(' | ', ', ')
    .replaceAll('"', '')
