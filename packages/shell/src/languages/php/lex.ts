import { escapes } from '../lex/escapes.ts'
import { readHeredocBody } from '../lex/heredoc.ts'
import {
  lexMatch,
  lexNumber,
  match,
  type Part,
  push,
  pushOther,
  readInside,
  readText,
  type Scan,
  skipPast,
  skipSpace,
} from '../lex/scan.ts'

const OPERATORS =
  /<=>|\*\*=|\.\.\.|<<=|>>=|\?\?=|===|!==|\?->|->|=>|::|==|!=|<=|>=|<>|&&|\|\||\?\?|\+\+|--|\*\*|<<|>>|[-+*/%&|^.]=|[-+*/%&|^!~<>=?:().,;{}[\]@$#\\]/y
const NAME = /\\?[A-Za-z_\u0080-\uFFFB][\w\u0080-\uFFFB]*(?:\\[A-Za-z_][\w]*)*/y
const VARIABLE = /\$[A-Za-z_\u0080-\uFFFB][\w\u0080-\uFFFB]*/y
const HEREDOC = /<<<[ \t]*(?:"(\w+)"|'(\w+)'|(\w+))\r?\n/y
const COMMENT_END = /\n|\?>/g
const TAG = /<\?(?:php\b|=)?/g

const unescape = escapes({ letters: { e: '\u001B', $: '$' }, keeps: true })
const unescapeSingle = escapes({ only: "\\'" })

/** A script begins as a page with code in it; what `php -r` is given is code at once. */
export function lexPhp(scan: Scan): void {
  if (/^\s*(?:#!|<)/.test(scan.source)) skipPage(scan)
  lex(scan, '')
}

function skipPage(scan: Scan): void {
  TAG.lastIndex = scan.at
  const tag = TAG.exec(scan.source)
  scan.at = tag === null ? scan.source.length : TAG.lastIndex
  scan.newLine = true
}

function lex(scan: Scan, until: string): void {
  let brackets = 0
  while (scan.at < scan.source.length) {
    if (skipSpace(scan, true)) continue
    const char = scan.source[scan.at] ?? ''
    if (char === until && brackets === 0) return
    if ('([{'.includes(char)) brackets++
    else if (')]}'.includes(char)) brackets--
    if (char === '?' && scan.source[scan.at + 1] === '>') {
      push(scan, 'op', ';', scan.at)
      skipPage(scan)
    } else if (skipComment(scan, char) || lexText(scan, char) || lexHeredoc(scan)) continue
    else if (lexMatch(scan, 'variable', VARIABLE) || lexName(scan) || lexNumber(scan)) continue
    else if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
  }
}

function skipComment(scan: Scan, char: string): boolean {
  const next = scan.source[scan.at + 1]
  if ((char === '#' && next !== '[') || (char === '/' && next === '/')) {
    // The end of the code ends the comment too.
    COMMENT_END.lastIndex = scan.at
    scan.at = COMMENT_END.exec(scan.source)?.index ?? scan.source.length
    return true
  }
  if (char !== '/' || next !== '*') return false
  skipPast(scan, '*/')
  return true
}

/** Namespaces say nothing about what is called: `\system` is `system`. */
function lexName(scan: Scan): boolean {
  const found = match(scan, NAME)
  if (found === undefined) return false
  scan.at += found.length
  push(scan, 'name', found.replace(/^.*\\/, ''), scan.at - found.length)
  return true
}

function lexText(scan: Scan, char: string): boolean {
  if (char !== "'" && char !== '"' && char !== '`') return false
  const from = scan.at++
  if (char === "'") push(scan, 'text', '', from, readText(scan, { close: char, escape: unescapeSingle }))
  else {
    const parts = readText(scan, { close: char, escape: unescape, insert })
    push(scan, 'text', '', from, parts, char === '`' ? 'shell' : 'plain')
  }
  return true
}

function lexHeredoc(scan: Scan): boolean {
  HEREDOC.lastIndex = scan.at
  const open = HEREDOC.exec(scan.source)
  if (open === null) return false
  const from = scan.at
  scan.at += open[0].length
  const label = open[1] ?? open[2] ?? open[3] ?? ''
  const quote = open[2] === undefined ? { escape: unescape, insert } : {}
  const parts = readHeredocBody(scan, { label, indented: true, stripped: true, ...quote })
  // The line end before the label is not part of the text.
  const ending = parts.at(-1)
  push(scan, 'text', '', from, typeof ending === 'string' ? [...parts.slice(0, -1), ending.replace(/\n$/, '')] : parts)
  return true
}

/** `$name`, `$name[key]`, `$name->member`, `{$any code}`, `${name}`. */
function insert(scan: Scan): Part | undefined {
  const { source, at } = scan
  if (source[at] === '{' && source[at + 1] === '$') {
    scan.at++
    return braced(scan)
  }
  if (source[at] === '$' && source[at + 1] === '{') {
    scan.at += 2
    return braced(scan).map((token) =>
      token.kind === 'name' ? { ...token, kind: 'variable', text: `$${token.text}` } : token,
    )
  }
  if (source[at] !== '$' || match(scan, VARIABLE) === undefined) return undefined
  return readInside(scan, (inner) => {
    lexMatch(inner, 'variable', VARIABLE)
    if (inner.source[inner.at] === '[') {
      lexMatch(inner, 'op', OPERATORS)
      lex(inner, ']')
      bareKey(inner)
      lexMatch(inner, 'op', OPERATORS)
    } else if (/->[A-Za-z_]/y.test(inner.source.slice(inner.at, inner.at + 3))) {
      lexMatch(inner, 'op', OPERATORS)
      lexName(inner)
    }
  })
}

/** `"$list[key]"` needs no quotes for its key. */
function bareKey(scan: Scan): void {
  const key = scan.tokens.at(-1)
  if (key?.kind === 'name') scan.tokens.splice(-1, 1, { ...key, kind: 'text', text: '', parts: [key.text] })
}

function braced(scan: Scan): ReturnType<typeof readInside> {
  const tokens = readInside(scan, (inner) => lex(inner, '}'))
  if (scan.source[scan.at] === '}') scan.at++
  else scan.broken = true
  return tokens
}
