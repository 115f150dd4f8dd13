import { UNKNOWN } from '../../effects.ts'
import type { Scan } from './scan.ts'

interface Escapes {
  /** More or other single letters than the usual ones. */
  readonly letters?: Readonly<Record<string, string>>
  /** `\d` means `\d` and not `d`. */
  readonly keeps?: boolean
  /** The letters that change what follows, such as `\U`: what they do is not followed. */
  readonly unclear?: string
  /** No `\u`, `\x` and `\101`: only these characters can be escaped, everything else stays. */
  readonly only?: string
}

const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
}

const CODE =
  /\\(?:[xo]\{([\s\da-fA-F]*)\}|x([\da-fA-F]{1,2})|u\{([\s\da-fA-F]*)\}|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|N\{(U\+[\da-fA-F]+|[^}\n]{1,80})\}|c([@-_a-z?])|(\d{1,3}))/y

/** A reader of backslash sequences in the manner of one language. */
export function escapes(how: Escapes): (scan: Scan) => string {
  const letters = { ...LETTERS, ...how.letters }
  return (scan) => {
    const { source } = scan
    const next = source[scan.at + 1]
    if (next === undefined) {
      scan.at++
      return '\\'
    }
    if (how.only !== undefined) {
      scan.at += 2
      return how.only.includes(next) ? next : `\\${next}`
    }
    CODE.lastIndex = scan.at
    const code = how.unclear?.includes(next) === true ? null : CODE.exec(source)
    const value = code === null ? undefined : coded(code)
    if (code !== null && value !== undefined) {
      scan.at += value.length
      return value.text
    }
    scan.at += 2
    if (next === '\n' || next === '\r') return ''
    if (how.unclear?.includes(next) === true) return UNKNOWN
    const letter = Object.hasOwn(letters, next) ? letters[next] : undefined
    return letter ?? (how.keeps === true && !'\\\'"`'.includes(next) ? `\\${next}` : next)
  }
}

function coded(code: RegExpExecArray): { text: string; length: number } | undefined {
  const whole = code[0]
  const braces = code[1] ?? code[3]
  if (braces !== undefined) {
    const base = whole[1] === 'o' ? 8 : 16
    const text = braces
      .trim()
      .split(/\s+/)
      .map((digits) => character(parseInt(digits, base)))
    return { text: text.join(''), length: whole.length }
  }
  const hex = code[2] ?? code[4] ?? code[5]
  if (hex !== undefined) return { text: character(parseInt(hex, 16)), length: whole.length }
  if (code[6] !== undefined) return { text: named(code[6]), length: whole.length }
  if (code[7] !== undefined) return { text: character(code[7].toUpperCase().charCodeAt(0) ^ 64), length: whole.length }
  const digits = /^[0-7]+/.exec(code[8] ?? '')?.[0]
  return digits === undefined ? undefined : { text: character(parseInt(digits, 8)), length: 1 + digits.length }
}

export const character = (code: number): string =>
  Number.isInteger(code) && code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : UNKNOWN

const CHARACTER_NAMES: Readonly<Record<string, string>> = {
  SPACE: ' ',
  SOLIDUS: '/',
  'FULL STOP': '.',
  'HYPHEN-MINUS': '-',
  'LOW LINE': '_',
  TILDE: '~',
  ASTERISK: '*',
}

/** `SOLIDUS`, `LATIN SMALL LETTER R`, `U+2F`; other names have no place in a path. */
function named(name: string): string {
  if (name.startsWith('U+')) return character(parseInt(name.slice(2), 16))
  const letter = /^LATIN (SMALL|CAPITAL) LETTER ([A-Z])$/i.exec(name)
  if (letter !== null) {
    const [, size = '', char = ''] = letter
    return size.toUpperCase() === 'SMALL' ? char.toLowerCase() : char.toUpperCase()
  }
  return CHARACTER_NAMES[name.toUpperCase()] ?? UNKNOWN
}
