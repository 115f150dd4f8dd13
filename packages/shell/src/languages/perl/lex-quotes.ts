import { escapes } from '../lex/escapes.ts'
import {
  closing,
  doubtPattern,
  match,
  type Part,
  push,
  type Quote,
  readInside,
  readText,
  type Role,
  type Scan,
  skipSpace,
  startScan,
  type Token,
} from '../lex/scan.ts'

/** Reads tokens up to a closing character that is not in brackets of its own, or to the end. */
export type Lex = (scan: Scan, until: string) => void

export const perlUnescape = escapes({ letters: { e: '\u001B' }, unclear: 'LUlu' })

const QUOTE = /(?:q[qwxr]?|m|s|tr|y)(?!\s*=>)(?:\s*(?=[^\w\s#])|(?=#))/y

/** Behind these a slash always begins a pattern. */
const TAKES_PATTERN = new Set(
  'split grep map if unless while until and or not return print push x eq ne lt gt le ge cmp elsif join'.split(' '),
)

/** Quotes in all their forms; true when one began here. */
export function perlQuote(scan: Scan, char: string, previous: Token, wants: boolean, lex: Lex): boolean {
  const from = scan.at
  if (char === "'" || char === '"' || char === '`') {
    scan.at++
    pushQuoted(scan, from, { "'": 'q', '"': 'qq', '`': 'qx' }[char], char, lex)
    return true
  }
  if (char === '/' && wants) {
    scan.at++
    pushQuoted(scan, from, 'm', '/', lex)
    const unsure = previous.text === '}' || (previous.kind === 'name' && !TAKES_PATTERN.has(previous.text))
    if (unsure) doubtPattern(scan, scan.source.slice(from + 1, scan.at).replace(/\/[a-z]*$/, ''))
    return true
  }
  const found = match(scan, QUOTE)
  if (found === undefined || isKey(scan, previous, from + found.length)) return false
  scan.at += found.length
  const open = scan.source[scan.at] ?? ''
  scan.at++
  const kind = found.trim()
  if (kind === 's' || kind === 'tr' || kind === 'y') pushReplacement(scan, from, kind, open, lex)
  else pushQuoted(scan, from, kind, open, lex)
  return true
}

/** `{s}`, `->s`, `s => 1` and `sub s` are names. */
function isKey(scan: Scan, previous: Token, next: number): boolean {
  if (previous.text === '->' || previous.text === 'sub') return true
  if (scan.source.startsWith('=>', next)) return true
  return previous.text === '{' && scan.source[next] === '}'
}

function pushQuoted(scan: Scan, from: number, kind: string, open: string, lex: Lex): void {
  const parts = readQuoted(scan, kind, open, lex)
  if (kind === 'm' || kind === 'qr') skipFlags(scan)
  const role: Role =
    kind === 'qx' ? 'shell' : kind === 'qw' ? 'words' : kind === 'm' || kind === 'qr' ? 'pattern' : 'plain'
  push(scan, 'text', '', from, parts, role)
}

function readQuoted(scan: Scan, kind: string, open: string, lex: Lex): readonly Part[] {
  const close = closing(open)
  const quote: Quote = close === open ? { close } : { close, open }
  if (kind === 'q' || kind === 'qw') return readText(scan, { ...quote, escape: escapes({ only: `\\${open}${close}` }) })
  if (open === "'") return readText(scan, { ...quote, escape: keepEscape })
  const isPattern = kind === 'm' || kind === 'qr' || kind === 's'
  return readText(scan, {
    ...quote,
    escape: isPattern ? keepEscape : perlUnescape,
    insert: perlInsert(lex, close, isPattern),
  })
}

function keepEscape(scan: Scan): string {
  scan.at += 2
  return scan.source.slice(scan.at - 2, scan.at)
}

function skipFlags(scan: Scan): string {
  const flags = match(scan, /[a-z]+/y) ?? ''
  scan.at += flags.length
  return flags
}

/** `s/a/b/`: with the flag `e` the second half is code. */
function pushReplacement(scan: Scan, from: number, kind: string, open: string, lex: Lex): void {
  const pattern = readQuoted(scan, kind === 's' ? 's' : 'q', open, lex)
  let second = open
  if (closing(open) !== open) {
    skipSpace(scan, true)
    second = scan.source[scan.at] ?? ''
    scan.at++
  }
  const start = scan.at
  const close = closing(second)
  const replacement = readText(scan, { close, ...(close !== second && { open: second }), escape: keepEscape })
  const raw = scan.source.slice(start, scan.at - close.length)
  const evaluated = skipFlags(scan).includes('e') && kind === 's'
  const inner: Scan = { ...startScan(raw), depth: scan.depth }
  const inserted = readInside(inner, (it) => {
    if (evaluated) lex(it, '')
    else if (kind === 's' && second !== "'")
      push(it, 'text', '', 0, readText(it, { close: '', escape: perlUnescape, insert: perlInsert(lex) }))
  })
  scan.broken ||= inner.broken || replacement.length === 0
  push(scan, 'text', '', from, [...pattern, inserted], evaluated ? 'code' : 'pattern')
}

const VARIABLE = /[$@](?:::)?[A-Za-z_]\w*(?:::\w+)*|\$\d+|\$[&0!@](?![\w(])|\$\$(?![\w{$])|@\$+\w+|\$\$+\w+|[$@]\{/y
const SUBSCRIPT = /(?:->)?(?:\[(?=[-$\w])|\{(?=[-$"'\w]))/y

/** `$x`, `${x}`, `@{[ code ]}`, `$x{key}`, `$x->[0]`. */
export const perlInsert =
  (lex: Lex, close = '', isPattern = false) =>
  (scan: Scan): Part | undefined => {
    const char = scan.source[scan.at]
    if (char === '(' && isPattern) return codeInPattern(scan, lex)
    if (char !== '$' && char !== '@') return undefined
    // In `m!x$!` the dollar is the end of the line and not a variable.
    if (close !== '' && scan.source[scan.at + 1] === close) return undefined
    const found = match(scan, VARIABLE)
    if (found === undefined) return undefined
    return readInside(scan, (inner) => {
      lexName(inner, found, lex)
      for (let sub = match(inner, SUBSCRIPT); sub !== undefined; sub = match(inner, SUBSCRIPT)) {
        lexSubscript(inner, sub, lex)
      }
    })
  }

/** `(?{ code })` runs whenever the pattern gets there. */
function codeInPattern(scan: Scan, lex: Lex): Part | undefined {
  const open = match(scan, /\(\?\??\{/y)
  if (open === undefined) return undefined
  scan.at += open.length
  return readInside(scan, (inner) => lexUntil(inner, '}', lex))
}

function lexName(scan: Scan, found: string, lex: Lex): void {
  const from = scan.at
  const simple = match(scan, /[$@]\{\s*\^?\w+\s*\}/y)
  scan.at += (simple ?? found).length
  if (simple !== undefined) push(scan, 'variable', simple.replace(/[{}\s]/g, ''), from)
  else if (found.endsWith('{')) {
    push(scan, 'op', found[0] ?? '', from)
    push(scan, 'op', '{', from)
    lexUntil(scan, '}', lex)
  } else if (/^[$@]\$/.test(found) && found !== '$$') {
    push(scan, 'op', found[0] ?? '', from)
    push(scan, 'variable', found.slice(1), from)
  } else push(scan, 'variable', found, from)
}

function lexSubscript(scan: Scan, found: string, lex: Lex): void {
  const from = scan.at
  scan.at += found.length
  if (found.startsWith('->')) push(scan, 'op', '->', from)
  const open = found.at(-1) ?? ''
  push(scan, 'op', open, from)
  lexUntil(scan, closing(open), lex)
}

function lexUntil(scan: Scan, close: string, lex: Lex): void {
  lex(scan, close)
  if (scan.source[scan.at] === close) scan.at++
  else scan.broken = true
  push(scan, 'op', close, scan.at - 1)
}
