import { UNKNOWN } from '../../effects.ts'

/** A piece of a text: literal, or code between `${` and `}`. */
export type Part = string | readonly Token[]

export interface Token {
  readonly kind: 'name' | 'variable' | 'text' | 'number' | 'op' | 'end'
  /** The name, operator or number; empty for a text. */
  readonly text: string
  /** Of a text. A here-document's follow later, so they are filled in place. */
  readonly parts: readonly Part[]
  /** What a text is, when it is more than text. */
  readonly role: Role
  /** First on its line, outside brackets. */
  readonly line: boolean
  /** White space precedes it. */
  readonly spaced: boolean
  readonly column: number
}

/** `shell`: runs. `pattern`: a regular expression. `words`: a list. `code`: a replacement that is evaluated. `glob`: names of files. */
export type Role = 'plain' | 'shell' | 'pattern' | 'words' | 'code' | 'glob'

export interface Scan {
  readonly source: string
  at: number
  tokens: Token[]
  /** Where the line began that is being read. */
  lineStart: number
  newLine: boolean
  spaced: boolean
  /** How deep texts with code in texts with code have become. */
  depth: number
  /** Something did not end, or is unknown: there may be more than the tokens say. */
  broken: boolean
  /** What was taken for a pattern or a text, but may be code after all: it is read as code too. */
  readonly doubtful: string[]
}

const MAX_TEXT_DEPTH = 30

export const startScan = (source: string): Scan => ({
  source,
  at: 0,
  tokens: [],
  lineStart: 0,
  newLine: true,
  spaced: false,
  depth: 0,
  broken: false,
  doubtful: [],
})

export const END: Token = {
  kind: 'end',
  text: '',
  parts: [],
  role: 'plain',
  line: true,
  spaced: true,
  column: -1,
}

/** `from` is where the token begins; the scan may already be after it. */
export function push(
  scan: Scan,
  kind: Token['kind'],
  text: string,
  from: number,
  parts: readonly Part[] = [],
  role: Role = 'plain',
): void {
  const { newLine: line, spaced } = scan
  scan.tokens.push({ kind, text, parts, role, line, spaced, column: from - scan.lineStart })
  scan.newLine = false
  scan.spaced = false
}

/** What a sticky expression finds here. */
export function match(scan: Scan, pattern: RegExp): string | undefined {
  pattern.lastIndex = scan.at
  return pattern.exec(scan.source)?.[0]
}

/** Spaces and line ends; true when it moved. Line ends count only where `lines` says so, or stop it before them. */
export function skipSpace(scan: Scan, lines: boolean | 'stop'): boolean {
  const from = scan.at
  for (; scan.at < scan.source.length; scan.at++) {
    const char = scan.source[scan.at]
    if (
      char === '\n' ||
      char === '\u2028' ||
      char === '\u2029' ||
      (char === '\r' && scan.source[scan.at + 1] !== '\n')
    ) {
      if (lines === 'stop') break
      scan.lineStart = scan.at + 1
      if (lines) scan.newLine = true
    } else if (char === '\\' && /^\r?\n/.test(scan.source.slice(scan.at + 1, scan.at + 3))) {
      // A line that goes on: the line end that follows is a space.
      scan.at += scan.source[scan.at + 1] === '\r' ? 2 : 1
      scan.lineStart = scan.at + 1
    } else if (char === undefined || !isSpace(char)) break
  }
  if (scan.at === from) return false
  scan.spaced = true
  return true
}

const isSpace = (char: string): boolean => char <= ' ' || char === '\u00A0' || char === '\uFEFF' || char === '\u3000'

/** Some languages end a line where others do not; the earliest end is taken, so that nothing hides behind it. */
const LINE_END = /[\n\r\u2028\u2029]/g

export function skipLine(scan: Scan): void {
  LINE_END.lastIndex = scan.at
  scan.at = LINE_END.exec(scan.source)?.index ?? scan.source.length
}

/** To behind `close`; a comment that does not end takes the rest. */
export function skipPast(scan: Scan, close: string): void {
  const end = scan.source.indexOf(close, scan.at)
  if (end < 0) scan.broken = true
  const newLine = scan.source.lastIndexOf('\n', end < 0 ? scan.source.length : end)
  if (newLine >= scan.at) {
    scan.lineStart = newLine + 1
    scan.newLine ||= scan.tokens.length > 0
  }
  scan.at = end < 0 ? scan.source.length : end + close.length
  scan.spaced = true
}

export interface Quote {
  /** Empty: to the end of the source. */
  readonly close: string
  /** A bracket that nests: `q{ a {b} c }`. */
  readonly open?: string
  /** A line end in it is an error of the code, and it is taken to end there. */
  readonly oneLine?: boolean
  /** At a backslash; moves past the escape sequence and returns its text. */
  readonly escape?: ((scan: Scan) => string) | undefined
  /** What is put in here, or undefined when this is plain text. */
  readonly insert?: ((scan: Scan) => Part | undefined) | undefined
}

/** Reads up to and including the closing quote; the scan is after the opening one. */
export function readText(scan: Scan, quote: Quote): readonly Part[] {
  const parts: Part[] = []
  const { source } = scan
  let text = ''
  let nesting = 0
  for (;;) {
    const char = source[scan.at]
    if (char === undefined || (char === '\n' && quote.oneLine === true)) {
      scan.broken ||= quote.close !== ''
      break
    }
    if (char === quote.close[0] && source.startsWith(quote.close, scan.at)) {
      scan.at += quote.close.length
      if (nesting === 0) break
      nesting--
      text += quote.close
      continue
    }
    if (char === quote.open) nesting++
    if (char === '\\' && quote.escape !== undefined) {
      text += quote.escape(scan)
      continue
    }
    const inserted = quote.insert?.(scan)
    if (typeof inserted === 'string') text += inserted
    else if (inserted !== undefined) {
      parts.push(text, inserted)
      text = ''
    } else {
      text += char
      scan.at++
    }
  }
  parts.push(text)
  return parts
}

/** Reads code inside a text with the language's own lexer; its tokens are a part of the text. */
export function readInside(scan: Scan, lex: (scan: Scan) => void): readonly Token[] {
  const { tokens, newLine, spaced } = scan
  if (scan.depth >= MAX_TEXT_DEPTH) {
    scan.broken = true
    scan.at++
    return [{ ...END, kind: 'op', text: UNKNOWN }]
  }
  scan.depth++
  scan.tokens = []
  scan.newLine = false
  lex(scan)
  const inside = scan.tokens
  scan.depth--
  scan.tokens = tokens
  scan.newLine = newLine
  scan.spaced = spaced
  return inside
}

/** The one character that no lexer knows: an unknown part of the code itself, or something odd. */
export function pushOther(scan: Scan): void {
  const char = scan.source[scan.at] ?? ''
  if (char === UNKNOWN) scan.broken = true
  scan.at++
  push(scan, 'op', char, scan.at - 1)
}

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** What closes a quote that any character may open. */
export const closing = (open: string): string => BRACKETS[open] ?? open

/** Made when it is needed: V8 takes long to read the classes of Unicode. */
const numberPattern = (): RegExp =>
  /0[xX][\da-fA-F_]+n?|0[bB][01_]+n?|0[oO][0-7_]+n?|(?:\d[\d_]*(?:\.(?![.\p{L}_])[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?[nLjlJ]?/uy

/** Pushes a number when one begins here. */
export function lexNumber(scan: Scan): boolean {
  const char = scan.source[scan.at] ?? ''
  if ((char < '0' || char > '9') && char !== '.') return false
  const found = match(scan, numberPattern())
  if (found === undefined) return false
  scan.at += found.length
  push(scan, 'number', found, scan.at - found.length)
  return true
}

/**
 * Something between slashes that may be a pattern or a division: which one it is, only the interpreter knows. It is
 * pushed as a pattern and remembered as code. With a quote in it, the two readings differ for all that follows.
 */
export function doubtPattern(scan: Scan, inner: string): void {
  scan.doubtful.push(inner)
  scan.broken ||= /["'`]/.test(inner)
}

/** Pushes what a sticky pattern finds; false when it finds nothing. */
export function lexMatch(scan: Scan, kind: Token['kind'], pattern: RegExp): boolean {
  const found = match(scan, pattern)
  if (found === undefined || found === '') return false
  scan.at += found.length
  push(scan, kind, found, scan.at - found.length)
  return true
}
