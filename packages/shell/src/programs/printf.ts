import { isKnown, UNKNOWN } from '../effects.ts'

/** printf as the shell does it: the format is used again as long as there are arguments. */
export function formatted(format: string, args: readonly string[]): string {
  let at = 0
  let out = ''
  for (let round = 0; round < 1000; round++) {
    const { text, used } = once(format, args, at)
    out += text
    at += used
    if (used === 0 || at >= args.length) return out
  }
  return out + UNKNOWN
}

const PIECE =
  /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|0?[0-7]{1,3}|.)|%([-+ #0']*)(\*|\d*)(?:\.(\*|\d*))?([a-zA-Z%(])|[^\\%]+|[\\%]/gs

interface Conversion {
  readonly flags: string
  readonly width: string
  readonly precision: string | undefined
  readonly kind: string
}

function once(format: string, args: readonly string[], start: number): { text: string; used: number } {
  let used = 0
  const text = format.replace(
    PIECE,
    (whole, escape?: string, flags = '', width = '', precision?: string, kind?: string) => {
      if (escape !== undefined) return escaped(escape)
      if (kind === undefined) return whole
      if (kind === '%') return '%'
      // A width among the arguments: where the others go is not followed.
      if (width === '*' || precision === '*') {
        used = args.length - start
        return UNKNOWN
      }
      const value = args[start + used++]
      return converted({ flags, width, precision, kind }, value)
    },
  )
  return { text, used }
}

function converted(conversion: Conversion, value: string | undefined): string {
  const { flags, width, precision, kind } = conversion
  const piece = pieceOf(conversion, value ?? '')
  if (piece === undefined || !isKnown(piece)) return width === '' && piece !== undefined ? piece : UNKNOWN
  const cut = precision !== undefined && (kind === 's' || kind === 'b') ? piece.slice(0, Number(precision)) : piece
  if (flags.includes('-')) return cut.padEnd(Number(width))
  const isZero = flags.includes('0') && precision === undefined && !/[sbcq]/.test(kind)
  if (!isZero) return cut.padStart(Number(width))
  const [, sign = '', digits = ''] = /^([-+ ]?(?:0[xX])?)(.*)$/.exec(cut) ?? []
  return sign + digits.padStart(Number(width) - sign.length, '0')
}

/** Undefined when it is not computed. */
function pieceOf({ flags, precision, kind }: Conversion, value: string): string | undefined {
  switch (kind) {
    case 's':
      return value
    case 'b':
      return value.includes('\\c') ? undefined : value.replace(ESCAPE, (_, inner: string) => escaped(inner))
    case 'c':
      return isKnown(value) ? value.slice(0, 1) : undefined
    case 'q':
      return /^[\w./-]+$/.test(value) ? value : undefined
    case 'd':
    case 'i':
    case 'x':
    case 'X':
    case 'o':
      return numeral(value, kind, flags, precision)
    default:
      return undefined
  }
}

const ESCAPE = /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|0?[0-7]{1,3}|.)/gs

function numeral(value: string, kind: string, flags: string, precision: string | undefined): string | undefined {
  if (precision !== undefined || /[ #']/.test(flags)) return undefined
  if (value === '') return '0'
  if (!/^-?(?:0|[1-9]\d{0,14})$/.test(value)) return undefined
  const number = Number(value)
  if (kind === 'd' || kind === 'i') return flags.includes('+') && number >= 0 ? `+${number}` : String(number)
  if (number < 0) return undefined
  const text = number.toString(kind === 'o' ? 8 : 16)
  return kind === 'X' ? text.toUpperCase() : text
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

function escaped(escape: string): string {
  const [kind = ''] = escape
  if (kind === 'x' || kind === 'u' || kind === 'U') {
    const code = Number.parseInt(escape.slice(1), 16)
    return Number.isNaN(code) || code > 0x10ffff ? `\\${escape}` : String.fromCodePoint(code)
  }
  if (/^[0-7]+$/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 0xff)
  return SIMPLE[escape] ?? `\\${escape}`
}
