/** A Markdown text as lines, without what is not rendered: comments, and the content of code blocks. */

export interface PlanLine {
  /** Counts from 1. */
  readonly number: number
  /** The rendered part of the line; empty inside a code block or a comment. */
  readonly text: string
  /** The unchanged line. */
  readonly raw: string
  readonly isCode: boolean
}

export interface Heading {
  readonly line: number
  readonly level: number
  readonly text: string
}

/** A heading, and the line after the end of its section. */
export interface Section extends Heading {
  readonly end: number
}

export function planLines(text: string): readonly PlanLine[] {
  let fence = ''
  let inComment = false
  return linesOf(text.startsWith('\uFEFF') ? text.slice(1) : text).map((raw, index) => {
    const number = index + 1
    if (!inComment) {
      const mark = fenceOn(raw)
      if (fence !== '') {
        const closes = mark.startsWith(fence)
        if (closes) fence = ''
        return { number, raw, text: '', isCode: !closes }
      }
      // A second run of back quotes on the same line makes it inline code.
      if (mark !== '' && !(mark.startsWith('`') && raw.includes('`', raw.indexOf(mark) + mark.length))) {
        fence = mark
        return { number, raw, text: '', isCode: false }
      }
    }
    const visible = withoutComments(raw, inComment)
    inComment = visible.open
    return { number, raw, text: visible.text, isCode: false }
  })
}

/** A cheap check before the regex, because most lines have none. */
const fenceOn = (raw: string): string =>
  raw.includes('```') || raw.includes('~~~') ? (/^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1] ?? '') : ''

/** Accepts every kind of line ending. */
export const linesOf = (text: string): readonly string[] =>
  text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n')

const OPEN = '<!--'
const CLOSE = '-->'

function withoutComments(raw: string, wasOpen: boolean): { readonly text: string; readonly open: boolean } {
  let text = ''
  let open = wasOpen
  for (let at = 0; at < raw.length;) {
    const next = raw.indexOf(open ? CLOSE : OPEN, at)
    if (!open) text += raw.slice(at, next === -1 ? undefined : next)
    if (next === -1) break
    at = next + (open ? CLOSE.length : OPEN.length)
    open = !open
  }
  return { text, open }
}

/** Its end is the end of the file until the next heading of its level is found. */
function sectionAt({ number, text }: PlanLine, end: number): Open | undefined {
  if (!text.includes('#')) return undefined
  const start = indexOfOther(text, ' ', 0)
  const behind = indexOfOther(text, '#', start)
  const level = behind - start
  if (start > 3 || level < 1 || level > 6 || !isGap(text.charAt(behind))) return undefined
  const words = text.slice(behind).trim()
  const last = words.endsWith('#') ? words.length - (/#*$/.exec(words.slice(-6))?.[0].length ?? 0) : words.length
  // Trailing `#` marks close a heading only after a space.
  const isClosed = last < words.length && isGap(words.charAt(last - 1))
  return { line: number, level, text: isClosed ? words.slice(0, last).trim() : words, end }
}

/** The index after a run of the same letter. */
function indexOfOther(text: string, letter: string, from: number): number {
  let at = from
  while (text[at] === letter) at++
  return at
}

/** Also true at the start and the end of a line. */
const isGap = (letter: string): boolean => letter === '' || letter === ' ' || letter === '\t'

type Open = Heading & { end: number }

/** Every heading with its extent, in one pass, so that a file of only headings stays linear. */
export function sectionsOf(lines: readonly PlanLine[]): readonly Section[] {
  const sections: Open[] = []
  const open: Open[] = []
  for (const line of lines) {
    const section = sectionAt(line, lines.length + 1)
    if (section === undefined) continue
    while ((open.at(-1)?.level ?? 0) >= section.level) {
      const closed = open.pop()
      if (closed !== undefined) closed.end = section.line
    }
    sections.push(section)
    open.push(section)
  }
  return sections
}

/** The lines below a heading, down to the next one of its level. */
export const linesBelow = ({ line, end }: Section, lines: readonly PlanLine[]): readonly PlanLine[] =>
  lines.slice(line, end - 1)

/** A line of only marks, such as `-` or `---`, is empty. Code counts as words. */
export const hasWords = (lines: readonly PlanLine[]): boolean =>
  lines.some(({ text, raw, isCode }) => hasLetters(isCode ? raw : text))

/** ASCII first: most texts match it, and the Unicode classes need a large table. */
export const hasLetters = (text: string): boolean => /[a-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text)
