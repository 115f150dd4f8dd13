import { UNKNOWN } from '../../effects.ts'
import { escapes } from '../lex/escapes.ts'
import {
  END,
  lexMatch,
  lexNumber,
  match,
  push,
  pushOther,
  readText,
  type Scan,
  skipLine,
  skipSpace,
} from '../lex/scan.ts'

const OPERATORS = /\*\*=|\|&|\*\*|&&|\|\||\+\+|--|==|!=|<=|>=|>>|!~|[-+*/%^]=|[-+*/%^!~<>=?:,;(){}[\]$|@]/y
const NAME = /[A-Za-z_]\w*(?:::\w+)?/y
/** A variable of the shell in the program: some value. */
const UNREAD = new RegExp(`${UNKNOWN}+`, 'y')
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])*\//y

const unescape = escapes({ letters: { '/': '/' }, keeps: true })
const BEFORE_VALUE = new Set(['return', 'print', 'printf', 'in', 'case', 'else', 'do', 'getline'])

export function lexAwk(scan: Scan): void {
  const brackets: string[] = []
  // Whether the last closing bracket ended a condition: a regex may follow one.
  let condition = false
  while (scan.at < scan.source.length) {
    const grouped = ['(', 'if(', '['].includes(brackets.at(-1) ?? '')
    if (skipSpace(scan, !grouped)) continue
    const char = scan.source[scan.at] ?? ''
    const previous = scan.tokens.at(-1) ?? END
    if (char === '#') skipLine(scan)
    else if (char === '"') {
      const from = scan.at++
      push(scan, 'text', '', from, readText(scan, { close: '"', oneLine: true, escape: unescape }))
    } else if (
      char === '/' &&
      (wantsValue(previous, scan.newLine) || (condition && previous.text === ')')) &&
      lexPattern(scan)
    )
      continue
    else if (lexMatch(scan, 'name', NAME) || lexMatch(scan, 'name', UNREAD) || lexNumber(scan)) continue
    else {
      const heads = ['if', 'while', 'for'].includes(previous.text)
      if ('([{'.includes(char)) brackets.push(char === '(' && heads ? 'if(' : char)
      else if (')]}'.includes(char)) condition = brackets.pop() === 'if('
      if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
    }
  }
}

function wantsValue(previous: typeof END, newLine: boolean): boolean {
  if (previous.kind === 'end' || newLine) return true
  if (previous.kind === 'op') return ![')', ']', '++', '--', '$'].includes(previous.text)
  return previous.kind === 'name' && BEFORE_VALUE.has(previous.text)
}

function lexPattern(scan: Scan): boolean {
  const found = match(scan, REGEX)
  if (found === undefined) return false
  scan.at += found.length
  push(scan, 'text', '', scan.at - found.length, [found], 'pattern')
  return true
}
