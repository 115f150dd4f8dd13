import { escapes } from './escapes.ts'
import { lexMatch, lexNumber, match, push, pushOther, readText, type Scan, skipLine, skipSpace } from './scan.ts'

const OPERATORS = /<<-|->>|:::|%[^%\n]*%|\|>|<-|->|<=|>=|==|!=|&&|\|\||::|:=|[-+*/^<>=!&|~?:$@(){}[\];,\\]/y
const NAME = /(?:[\p{L}]|\.(?!\d))[\p{L}\p{Nd}._]*/uy
const RAW = /[rR](["'])(-*)[([{]/y
const CLOSE: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

const unescape = escapes({})

export function lexR(scan: Scan): void {
  const brackets: string[] = []
  while (scan.at < scan.source.length) {
    // A line ends an expression unless it is inside parentheses; braces inside them begin a block again.
    if (skipSpace(scan, brackets.at(-1) !== '(' && brackets.at(-1) !== '[')) continue
    const char = scan.source[scan.at] ?? ''
    if (char === '#') skipLine(scan)
    else if (lexRaw(scan)) continue
    else if (char === '"' || char === "'") {
      const from = scan.at++
      push(scan, 'text', '', from, readText(scan, { close: char, escape: unescape }))
    } else if (char === '`') {
      // A name in backticks may hold anything.
      const from = scan.at++
      const name = readText(scan, { close: '`' })
      push(scan, 'name', name.filter((part) => typeof part === 'string').join(''), from)
    } else if (lexMatch(scan, 'name', NAME) || lexNumber(scan)) continue
    else {
      if ('([{'.includes(char)) brackets.push(char)
      else if (')]}'.includes(char)) brackets.pop()
      if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
    }
  }
}

/** `r"---(text)---"` */
function lexRaw(scan: Scan): boolean {
  const open = match(scan, RAW)
  if (open === undefined) return false
  const from = scan.at
  const close = `${CLOSE[open.at(-1) ?? ''] ?? ''}${open.slice(2, -1)}${open[1] ?? ''}`
  scan.at += open.length
  push(scan, 'text', '', from, readText(scan, { close }))
  return true
}
