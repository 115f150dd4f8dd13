import { UNKNOWN } from '../effects.ts'

/** printf as the shell does it: the format is used again as long as there are arguments. */
export function formatted(format: string, args: readonly string[]): string {
  let left = args
  let out = ''
  for (let round = 0; round < 1000; round++) {
    const { text, used } = once(format, left)
    out += text
    left = left.slice(used)
    if (used === 0 || left.length === 0) return out
  }
  return out + UNKNOWN
}

const PIECE =
  /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|0?[0-7]{1,3}|.)|%([-+ #0]*)(\d*)(?:\.(\d+))?([a-zA-Z%])|[^\\%]+|[\\%]/gs

function once(format: string, args: readonly string[]): { text: string; used: number } {
  let used = 0
  const text = format.replace(
    PIECE,
    (whole, escape?: string, _flags?: string, _width?: string, _precision?: string, kind?: string) => {
      if (escape !== undefined) return escaped(escape)
      if (kind === undefined) return whole
      if (kind === '%') return '%'
      const value = args[used++] ?? ''
      if (kind === 'b')
        return value.replace(/\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|0?[0-7]{1,3}|.)/gs, (_, inner: string) =>
          escaped(inner),
        )
      if (kind === 's' || kind === 'd' || kind === 'i') return value
      if (kind === 'c') return value.slice(0, 1)
      return kind === 'q' ? value : UNKNOWN
    },
  )
  return { text, used }
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
