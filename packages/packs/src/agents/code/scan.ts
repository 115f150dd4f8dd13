import type { Language, Quote } from './languages.ts'

/** A string in the code: its position, quotes included, and its value. */
export interface Literal {
  readonly start: number
  readonly end: number
  /** The opening delimiter, prefix included. */
  readonly opening: string
  /** As written between its quotes; interpolations are UNKNOWN. */
  readonly text: string
  /** The code of its interpolations. */
  readonly holes: readonly string[]
}

export interface TextFrame {
  readonly kind: 'text'
  readonly quote: Quote
  readonly opening: string
  readonly close: string
  readonly skip: RegExp | undefined
  readonly hole: RegExp | undefined
  readonly start: number
  /** Where the part that is being read begins. */
  from: number
  text: string
  readonly holes: string[]
}

export type Frame =
  | { readonly kind: 'code'; readonly close: string; depth: number; readonly from?: number }
  | TextFrame
  /** `<a …>`: names and attributes; `</a>` ends the children around it. */
  | { readonly kind: 'tag'; readonly isClosing: boolean }
  | { readonly kind: 'children' }

export interface Scan {
  readonly source: string
  readonly language: Language
  readonly hasMarkup: boolean
  at: number
  readonly frames: Frame[]
  readonly blanks: (readonly [number, number])[]
  readonly literals: Literal[]
  /** The last word, or the last character that was no word: whether a value may follow depends on it. */
  previous: string
  /** No slash before this position begins a regular expression: its line has no closing one. */
  noPatternBefore: number
}

export function matchAt(pattern: RegExp, { source, at }: Scan): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

export function blankTo(scan: Scan, end: number, previous = scan.previous): void {
  scan.blanks.push([scan.at, end])
  scan.at = end
  scan.previous = previous
}

export function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end === -1 ? source.length : end
}

export function blanked(source: string, blanks: Scan['blanks']): string {
  const parts: string[] = []
  let at = 0
  for (const [from, to] of blanks) {
    if (to <= at) continue
    parts.push(source.slice(at, from), source.slice(Math.max(at, from), to).replace(/[^\n]/g, ' '))
    at = to
  }
  return parts.join('') + source.slice(at)
}

export function skipComment(scan: Scan): boolean {
  const { source, language, at } = scan
  const [open, close] = language.block ?? ['', '']
  if (open !== '' && source.startsWith(open, at)) {
    const end = source.indexOf(close, at + open.length)
    blankTo(scan, end === -1 ? source.length : end + close.length)
    return true
  }
  if (!language.line.some((mark) => source.startsWith(mark, at))) return false
  blankTo(scan, lineEnd(source, at))
  return true
}
