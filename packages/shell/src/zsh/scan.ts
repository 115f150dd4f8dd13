import { matchAt } from './forms.ts'

type Kind = 'commands' | 'group' | 'parens' | 'quotes' | 'backquotes' | 'words'

interface Level {
  readonly kind: Kind
  /** The next word is a command. */
  start: boolean
  /** Where the word that is being read begins in the output; undefined between words. */
  word: number | undefined
  /** Braces open inside of that word. */
  braces: number
}

/** A text that is being read as zsh, and what has been written for it. */
export interface ZshScan {
  readonly text: string
  readonly out: string[]
  readonly levels: Level[]
  /** Ends of here-documents that begin on this line. */
  readonly ends: string[]
  at: number
  /** A group was just closed: `always` may follow. */
  closed: boolean
  /** How much had been written when a condition ended: `while ((1)) {rm x}` has its body right behind it. */
  conditionEnd: number
}

export const startScan = (text: string): ZshScan => ({
  text,
  out: [],
  levels: [{ kind: 'commands', start: true, word: undefined, braces: 0 }],
  ends: [],
  at: 0,
  closed: false,
  conditionEnd: -1,
})

/** A name, a subscript and `=` are not more. */
export const MAX_PIECES = 8

/** Words that a command follows. */
const BEFORE_COMMANDS = new Set('! if then else elif do while until time coproc noglob nocorrect -'.split(' '))
export const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/

export function levelOf(scan: ZshScan): Level {
  return scan.levels.at(-1) ?? { kind: 'commands', start: true, word: undefined, braces: 0 }
}

/** What has been read of the word, or its beginning. */
export function wordOf(scan: ZshScan): string {
  const { word } = levelOf(scan)
  return word === undefined ? '' : scan.out.slice(word, word + MAX_PIECES).join('')
}

export function openLevel(scan: ZshScan, kind: Kind): void {
  scan.levels.push({ kind, start: kind !== 'words', word: undefined, braces: 0 })
}

export function closeLevel(scan: ZshScan): void {
  if (scan.levels.length > 1) scan.levels.pop()
}

export function ahead(scan: ZshScan, pattern: RegExp): RegExpExecArray | null {
  return matchAt(pattern, scan.text, scan.at)
}

/** Takes so many characters, and writes something else in their place. */
export function put(scan: ZshScan, length: number, written = scan.text.slice(scan.at, scan.at + length)): void {
  scan.out.push(written)
  scan.at += length
}

/** The same for characters that are part of a word. */
export function inWord(scan: ZshScan, length: number, written?: string): void {
  levelOf(scan).word ??= scan.out.length
  put(scan, length, written)
}

export function endWord(scan: ZshScan): void {
  const level = levelOf(scan)
  if (level.word !== undefined) {
    const word = wordOf(scan)
    level.start &&= BEFORE_COMMANDS.has(word) || ASSIGNMENT.test(word)
    scan.closed = false
  }
  level.word = undefined
  level.braces = 0
}

export function nextCommand(scan: ZshScan): void {
  endWord(scan)
  levelOf(scan).start = true
  scan.closed = false
}

export function inside(scan: ZshScan, length: number, kind: Kind, written?: string): void {
  put(scan, length, written)
  openLevel(scan, kind)
}
