import { escapes } from '../lex/escapes.ts'
import { readHeredocBody } from '../lex/heredoc.ts'
import {
  closing,
  doubtPattern,
  END,
  lexMatch,
  lexNumber,
  match,
  type Part,
  push,
  pushOther,
  type Quote,
  readInside,
  readText,
  type Role,
  type Scan,
  skipLine,
  skipPast,
  skipSpace,
  type Token,
} from '../lex/scan.ts'

const OPERATORS =
  /<=>|\*\*=|===|\.\.\.|<<=|>>=|&&=|\|\|=|&\.|->|=>|::|==|!=|<=|>=|=~|!~|&&|\|\||\.\.|\*\*|<<|>>|[-+*/%&|^]=|[-+*/%&|^!~<>=?:().,;{}[\]\\]/y
/** Made when it is needed: V8 takes long to read the classes of Unicode. */
const namePattern = (): RegExp => /[\p{L}_][\p{L}\p{N}_]*(?:[?!](?![=~]|\w))?/uy
const VARIABLE = /@@?[A-Za-z_]\w*|\$(?:[A-Za-z_]\w*|\d+|-\w|[!@&`'+~=/\\,;.<>_0*$?:"])/y
const SYMBOL = /:[A-Za-z_]\w*[?!]?/y
const CHARACTER = /\?(?:\\.|[^\s\\])(?!\w)/y
const PERCENT = /%(?:[qQwWiIxrs](?=[^\w\s])|(?=[({[<|!/]))/y
const HEREDOC = /<<([~-]?)(?:(["'`])([^"'`\n]+)\2|([A-Z_]\w*))/y

const BEFORE_VALUE = new Set(
  (
    'if unless while until elsif when in and or not return puts print p raise then do else case yield require begin ' +
    'ensure rescue split gsub gsub! sub sub! match match? scan grep system exec eval spawn'
  ).split(' '),
)

const unescape = escapes({ letters: { e: '\u001B', s: ' ' } })

interface Pending {
  readonly parts: Part[]
  readonly label: string
  readonly indented: boolean
  readonly stripped: boolean
  readonly plain: boolean
  readonly doubtful: boolean
}

export const lexRuby = (scan: Scan): void => lex(scan, false)

function lex(scan: Scan, inText: boolean): void {
  const pending: Pending[] = []
  const brackets: string[] = []
  while (scan.at < scan.source.length) {
    if (pending.length > 0 && scan.source[scan.at] === '\n') readPending(scan, pending)
    const grouped = brackets.at(-1) === '(' || brackets.at(-1) === '['
    if (skipSpace(scan, pending.length > 0 ? 'stop' : !grouped)) continue
    const char = scan.source[scan.at] ?? ''
    const previous = scan.tokens.at(-1) ?? END
    const wants = wantsValue(scan, previous)
    if (char === '}' && inText && brackets.length === 0) return
    if (char === '#') skipLine(scan)
    else if (scan.at === scan.lineStart && scan.source.startsWith('=begin', scan.at)) skipPast(scan, '\n=end')
    else if (scan.at === scan.lineStart && /^__END__\r?(?:\n|$)/.test(scan.source.slice(scan.at, scan.at + 9))) return
    else if (lexQuote(scan, char, wants, isUnsure(scan, previous))) continue
    else if (char === '<' && wants && lexHeredoc(scan, pending, isUnsure(scan, previous))) continue
    else if (lexSymbol(scan, char, previous) || lexMatch(scan, 'variable', VARIABLE)) continue
    else if (lexMatch(scan, 'name', namePattern()) || lexNumber(scan)) continue
    else {
      if ('([{'.includes(char)) brackets.push(char)
      else if (')]}'.includes(char)) brackets.pop()
      if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
    }
  }
}

function wantsValue(scan: Scan, previous: Token): boolean {
  if (previous.kind === 'end' || scan.newLine) return true
  if (previous.kind === 'op') return ![')', ']', '}'].includes(previous.text)
  if (previous.kind !== 'name') return false
  // Behind an unknown method, `f /x/` is a pattern and `f / x` a division.
  return BEFORE_VALUE.has(previous.text) || (scan.spaced && !/\s/.test(scan.source[scan.at + 1] ?? ' '))
}

/** The word before may be a variable, and then an operator follows: `x /y/ z`, `x %w(y)`, `x <<Y`. */
const isUnsure = (scan: Scan, previous: Token): boolean =>
  previous.kind === 'name' && !scan.newLine && !BEFORE_VALUE.has(previous.text)

function lexQuote(scan: Scan, char: string, wants: boolean, unsure: boolean): boolean {
  const from = scan.at
  if (char === '"' || char === '`') return pushQuoted(scan, from, char === '`' ? 'x' : 'Q', char)
  if (char === "'") return pushQuoted(scan, from, 'q', char)
  if (!wants) return false
  if (char === '/') return pushQuoted(scan, from, 'r', char) && (!unsure || doubtQuoted(scan, from + 1))
  if (char === '?') {
    const found = match(scan, CHARACTER)
    if (found === undefined) return false
    scan.at++
    push(scan, 'text', '', from, [found.length > 2 ? unescape(scan) : found.slice(1)])
    scan.at = from + found.length
    return true
  }
  const percent = char === '%' ? match(scan, PERCENT) : undefined
  if (percent === undefined) return false
  scan.at += percent.length
  const start = scan.at + 1
  return pushQuoted(scan, from, percent[1] ?? 'Q', scan.source[scan.at] ?? '') && (!unsure || doubtQuoted(scan, start))
}

function doubtQuoted(scan: Scan, from: number): true {
  doubtPattern(scan, scan.source.slice(from, scan.at).replace(/.[a-z]*$/s, ''))
  return true
}

const ROLES: Readonly<Record<string, Role>> = {
  x: 'shell',
  r: 'pattern',
  w: 'words',
  W: 'words',
  i: 'words',
  I: 'words',
}

function pushQuoted(scan: Scan, from: number, kind: string, open: string): boolean {
  scan.at++
  const close = closing(open)
  const nests: Quote = close === open ? { close } : { close, open }
  const plain = 'qwis'.includes(kind)
  const escape = plain ? escapes({ only: `\\${open}${close}` }) : kind === 'r' ? keepEscape : unescape
  const parts = readText(scan, { ...nests, escape, insert: plain ? undefined : insert })
  if (kind === 'r') scan.at += match(scan, /[a-z]+/y)?.length ?? 0
  push(scan, 'text', '', from, parts, ROLES[kind] ?? 'plain')
  return true
}

function keepEscape(scan: Scan): string {
  scan.at += 2
  return scan.source.slice(scan.at - 2, scan.at)
}

/** `#{code}`, `#@member`, `#$global`. */
function insert(scan: Scan): Part | undefined {
  if (scan.source[scan.at] !== '#') return undefined
  const next = scan.source[scan.at + 1]
  if (next === '@' || next === '$') {
    scan.at++
    return readInside(scan, (inner) => {
      if (!lexMatch(inner, 'variable', VARIABLE)) pushOther(inner)
    })
  }
  if (next !== '{') return undefined
  scan.at += 2
  const tokens = readInside(scan, (inner) => lex(inner, true))
  if (scan.source[scan.at] === '}') scan.at++
  else scan.broken = true
  return tokens
}

/** `:name` and `:"name"` are texts. A colon right behind a value belongs to `a ? b :c` or `key:`. */
function lexSymbol(scan: Scan, char: string, previous: Token): boolean {
  if (char !== ':' || scan.source[scan.at + 1] === ':') return false
  const behindValue = previous.kind !== 'op' || [')', ']', '}'].includes(previous.text)
  if (behindValue && !scan.spaced && previous.kind !== 'end') return false
  const from = scan.at
  if (scan.source[scan.at + 1] === '"') {
    scan.at++
    return pushQuoted(scan, from, 'Q', '"')
  }
  const found = match(scan, SYMBOL)
  if (found === undefined) return false
  scan.at += found.length
  push(scan, 'text', '', from, [found.slice(1)])
  return true
}

function lexHeredoc(scan: Scan, pending: Pending[], doubtful: boolean): boolean {
  HEREDOC.lastIndex = scan.at
  const found = HEREDOC.exec(scan.source)
  if (found === null) return false
  const from = scan.at
  scan.at += found[0].length
  const parts: Part[] = []
  const [, style = '', quote, quoted, bare = ''] = found
  pending.push({
    parts,
    label: quoted ?? bare,
    indented: style !== '',
    stripped: style === '~',
    plain: quote === "'",
    doubtful,
  })
  push(scan, 'text', '', from, parts, quote === '`' ? 'shell' : 'plain')
  return true
}

function readPending(scan: Scan, pending: Pending[]): void {
  scan.newLine = true
  for (const { parts, plain, doubtful, ...heredoc } of pending.splice(0)) {
    // Each begins after the current line end.
    scan.at++
    const from = scan.at
    parts.push(...readHeredocBody(scan, { ...heredoc, ...(!plain && { escape: unescape, insert }) }))
    if (doubtful) scan.doubtful.push(scan.source.slice(from, scan.at))
  }
}
