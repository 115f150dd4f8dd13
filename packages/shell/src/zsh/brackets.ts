import { patternForm } from './forms.ts'
import {
  ahead,
  ASSIGNMENT,
  closeLevel,
  endWord,
  inside,
  inWord,
  levelOf,
  MAX_PIECES,
  nextCommand,
  openLevel,
  put,
  wordOf,
  type ZshScan,
} from './scan.ts'

/** What parentheses and braces mean to zsh: groups, conditions, functions, lists and patterns. */

export function arithmetic(scan: ZshScan, from: number): void {
  let depth = 0
  let end = scan.at + from
  for (; end < scan.text.length; end++) {
    if (scan.text[end] === '(') depth++
    else if (scan.text[end] === ')' && --depth === 0) break
  }
  inWord(scan, end + 1 - scan.at)
}

export function parenthesis(scan: ZshScan): void {
  const word = wordOf(scan)
  const empty = ahead(scan, /\(\s*\)\s*/y)
  if (word === '' && levelOf(scan).start) {
    if (ahead(scan, /\(\(/y) !== null) {
      arithmetic(scan, 0)
      scan.conditionEnd = scan.out.length
      return
    }
    // An anonymous function runs immediately.
    return empty === null ? inside(scan, 1, 'parens') : put(scan, empty[0].length, ' ')
  }
  if (ASSIGNMENT.exec(word)?.[0] === word && word !== '') {
    inWord(scan, 1)
    return openLevel(scan, 'words')
  }
  if (empty !== null) return functionBody(scan, empty[0])
  const form = patternForm(scan.text, scan.at, word)
  if (form === undefined) inside(scan, 1, 'parens')
  else inWord(scan, form.length, form.written)
}

/** `f() command`, without braces: put behind an empty one. */
function functionBody(scan: ZshScan, parens: string): void {
  const next = scan.text[scan.at + parens.length] ?? ''
  const isShort = next !== '{' && next !== '(' && next !== ''
  put(scan, parens.length, isShort ? '() { :; }; ' : parens)
  nextCommand(scan)
}

export function endOfParens(scan: ZshScan): void {
  const { kind } = levelOf(scan)
  if (kind !== 'parens' && kind !== 'words') {
    // The end of a pattern of `case`.
    put(scan, 1)
    return nextCommand(scan)
  }
  endWord(scan)
  put(scan, 1)
  closeLevel(scan)
  if (levelOf(scan).start && levelOf(scan).word === undefined) scan.conditionEnd = scan.out.length
  levelOf(scan).start &&= levelOf(scan).word !== undefined
}

/** Only blanks have been written since; each of them is a piece of its own. */
function isBehindCondition(scan: ZshScan): boolean {
  const since = scan.conditionEnd < 0 ? [] : scan.out.slice(scan.conditionEnd, scan.conditionEnd + MAX_PIECES)
  return since.length > 0 && since.length < MAX_PIECES && since.every((piece) => /^[ \t]$/.test(piece))
}

export function brace(scan: ZshScan): void {
  const level = levelOf(scan)
  const [near = ''] = ahead(scan, /\{\S{0,200}/y) ?? []
  const isWord = (near.includes('}') && /,|\.\./.test(near)) || /^\{(?:\}|\w+\}[<>])/.test(near)
  if (level.word === undefined && isBehindCondition(scan)) return inside(scan, 1, 'group', '; { ')
  if (level.word !== undefined || !level.start || isWord) {
    inWord(scan, 1)
    level.braces += 1
    return
  }
  inside(scan, 1, 'group', near === '{' ? '{' : '{ ')
}

export function endOfBrace(scan: ZshScan): void {
  const level = levelOf(scan)
  if (level.braces > 0) level.braces -= 1
  else if (level.kind === 'group') {
    const isEnded = level.start && level.word === undefined
    put(scan, 1, isEnded ? '}' : '; }')
    closeLevel(scan)
    levelOf(scan).start = false
    scan.closed = true
    return
  }
  inWord(scan, 1)
}
