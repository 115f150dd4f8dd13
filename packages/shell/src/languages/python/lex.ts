import { UNKNOWN } from '../../effects.ts'
import { escapes } from '../lex/escapes.ts'
import {
  END,
  lexMatch,
  lexNumber,
  match,
  type Part,
  push,
  pushOther,
  readInside,
  readText,
  type Scan,
  skipLine,
  skipSpace,
  type Token,
} from '../lex/scan.ts'

const OPERATORS =
  /\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|==|!=|<=|>=|\*\*|\/\/|<<|>>|[-+*/%@&|^]=|[-+*/%@&|^~<>=().,:;{}[\]]/y
/** Made when it is needed: V8 takes long to read the classes of Unicode. */
const namePattern = (): RegExp => /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy
const TEXT_START = /[rRbBfFuUtT]{0,3}(?:"""|'''|"|')/y

const unescape = escapes({ keeps: true })

/** The encoding a script declares in its first two lines; most of them leave what matters here as it is. */
const CODING = /^(?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)/
const PLAIN_CODING = /^(?:utf-?8|utf_8|ascii|us-ascii|latin-?1|iso-8859-\d+|cp125\d)/i

export function lexPython(scan: Scan): void {
  const coding = CODING.exec(scan.source.slice(0, 1000))?.[1]
  scan.broken ||= coding !== undefined && !PLAIN_CODING.test(coding)
  lex(scan, false)
}

/** Inside an f-string the code ends at `}`, at `:` or at `!r`, whichever is not in brackets of its own. */
function lex(scan: Scan, inText: boolean): void {
  let brackets = 0
  while (scan.at < scan.source.length) {
    if (skipSpace(scan, brackets === 0 && !inText)) continue
    const char = scan.source[scan.at] ?? ''
    if (inText && brackets === 0 && endsInsert(scan, char)) return
    if (char === '#') skipLine(scan)
    else if (!lexText(scan) && !lexName(scan) && !lexNumber(scan)) {
      if ('([{'.includes(char)) brackets++
      else if (')]}'.includes(char)) brackets = Math.max(0, brackets - 1)
      if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
    }
  }
}

const endsInsert = (scan: Scan, char: string): boolean =>
  char === '}' || char === ':' || (char === '!' && scan.source[scan.at + 1] !== '=')

/** Python reads full-width letters as the plain ones: `ｏｓ` is `os`. */
function lexName(scan: Scan): boolean {
  const found = match(scan, namePattern())
  if (found === undefined) return false
  scan.at += found.length
  push(scan, 'name', found.normalize('NFKC'), scan.at - found.length)
  return true
}

function lexText(scan: Scan): boolean {
  const start = match(scan, TEXT_START)
  if (start === undefined) return false
  const from = scan.at
  const prefix = start.replace(/['"]+$/, '').toLowerCase()
  const close = start.slice(prefix.length)
  scan.at += start.length
  const parts = readText(scan, {
    close,
    oneLine: close.length === 1,
    escape: prefix.includes('r') ? rawEscape : unescape,
    insert: prefix.includes('f') || prefix.includes('t') ? insert : undefined,
  })
  push(scan, 'text', '', from, parts)
  return true
}

/** In a raw text a backslash stays, and so does the quote behind it. */
function rawEscape(scan: Scan): string {
  scan.at += 2
  return scan.source.slice(scan.at - 2, scan.at)
}

function insert(scan: Scan): Part | undefined {
  const char = scan.source[scan.at]
  if (char !== '{' && char !== '}') return undefined
  if (scan.source[scan.at + 1] === char || char === '}') {
    scan.at += scan.source[scan.at + 1] === char ? 2 : 1
    return char
  }
  scan.at++
  const tokens = [...readInside(scan, (inner) => lex(inner, true))]
  const plain = skipFormat(scan)
  // `{x:>10}` and `{x!r}` change the text in a way that is not followed.
  return plain ? tokens : [...tokens, CHANGED]
}

const CHANGED: Token = { ...END, kind: 'text', parts: [UNKNOWN] }

/** From where the code of an insert ended to behind its brace; true when the value is put in as it is. */
function skipFormat(scan: Scan): boolean {
  const from = scan.at
  for (let depth = 0; scan.at < scan.source.length; scan.at++) {
    const char = scan.source[scan.at]
    if (char === '{') depth++
    else if (char === '}' && depth-- === 0) break
    else if (char === '\n') break
  }
  const format = scan.source.slice(from, scan.at)
  if (scan.source[scan.at] === '}') scan.at++
  else scan.broken = true
  return format === '' || format === ':' || format === ':s' || format === '!s'
}
