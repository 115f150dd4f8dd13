import { escapes } from './escapes.ts'
import {
  lexMatch,
  lexNumber,
  match,
  push,
  pushOther,
  readText,
  type Scan,
  skipLine,
  skipPast,
  skipSpace,
} from './scan.ts'

const OPERATORS = /\.\.\.|\.\.|==|~=|<=|>=|\/\/|::|<<|>>|[-+*/%^#&~|<>=(){}[\];:,.]/y
const NAME = /[A-Za-z_]\w*/y
const LONG = /\[=*\[/y
const COMMENT = /--\[=*\[/y

const unescapeKnown = escapes({ decimal: true })

/** `\z` skips the white space that follows it. */
function unescape(scan: Scan): string {
  if (scan.source[scan.at + 1] !== 'z') return unescapeKnown(scan)
  scan.at += 2
  while (/\s/.test(scan.source[scan.at] ?? '')) scan.at++
  return ''
}

export function lexLua(scan: Scan): void {
  if (scan.source.startsWith('#')) skipLine(scan)
  while (scan.at < scan.source.length) {
    if (skipSpace(scan, true)) continue
    const char = scan.source[scan.at] ?? ''
    const comment = match(scan, COMMENT)
    const long = match(scan, LONG)
    if (comment !== undefined) skipPast(scan, `]${'='.repeat(comment.length - 4)}]`)
    else if (scan.source.startsWith('--', scan.at)) skipLine(scan)
    else if (long !== undefined) lexLong(scan, long)
    else if (char === '"' || char === "'") {
      const from = scan.at++
      push(scan, 'text', '', from, readText(scan, { close: char, oneLine: true, escape: unescape }))
    } else if (lexMatch(scan, 'name', NAME) || lexNumber(scan) || lexMatch(scan, 'op', OPERATORS)) continue
    else pushOther(scan)
  }
}

function lexLong(scan: Scan, open: string): void {
  const from = scan.at
  scan.at += open.length
  // The line end right behind the bracket does not belong to the text.
  if (scan.source[scan.at] === '\n') scan.at++
  push(scan, 'text', '', from, readText(scan, { close: `]${'='.repeat(open.length - 2)}]` }))
}
