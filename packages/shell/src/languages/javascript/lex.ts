import { character, escapes } from '../lex/escapes.ts'
import {
  doubtPattern,
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
  skipPast,
  skipSpace,
  type Token,
} from '../lex/scan.ts'

const OPERATORS =
  />>>=|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|===|!==|\.\.\.|=>|\?\.(?!\d)|==|!=|<=|>=|&&|\|\||\?\?|\+\+|--|\*\*|<<|>>|[-+*/%&|^]=|[-+*/%&|^!~<>=?:().,;{}[\]@]/y
/** Made when it is needed: V8 takes long to read the classes of Unicode. */
const namePattern = (): RegExp =>
  /(?:[\p{ID_Start}$_#]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))(?:[\p{ID_Continue}$\u200c\u200d]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))*/uy
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y

const unescape = escapes({})

/** Words after which a value is expected, so that a slash begins a regular expression. */
const BEFORE_VALUE = new Set(
  'return typeof case in of delete void throw new do else await yield instanceof extends default'.split(' '),
)

export function lexJavascript(scan: Scan): void {
  if (scan.source.startsWith('#!')) skipLine(scan)
  lex(scan, false)
}

/** What an open bracket will be when it closes: a value, or the end of a condition. */
type Closed = 'value' | 'start'

function lex(scan: Scan, inText: boolean): void {
  const open: Closed[] = []
  // Whether the last closing bracket ended a value, so that a slash divides.
  let closed: Closed = 'value'
  while (scan.at < scan.source.length) {
    if (skipSpace(scan, true)) continue
    const char = scan.source[scan.at] ?? ''
    const next = scan.source[scan.at + 1]
    const previous = last(scan)
    if (char === '/' && next === '/') skipLine(scan)
    else if (char === '/' && next === '*') skipPast(scan, '*/')
    else if (char === '"' || char === "'") lexText(scan, { close: char, oneLine: true, escape: unescape })
    else if (char === '`') lexText(scan, { close: '`', escape: unescape, insert })
    else if (char === '/' && expectsValue(previous, closed) && lexPattern(scan, previous.text === '}')) continue
    else if (lexName(scan) || lexNumber(scan)) continue
    else if ('([{'.includes(char)) {
      open.push(opens(char, previous))
      lexMatch(scan, 'op', OPERATORS)
    } else if (')]}'.includes(char)) {
      if (char === '}' && inText && open.length === 0) return
      closed = open.pop() ?? 'value'
      lexMatch(scan, 'op', OPERATORS)
    } else if (!lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
  }
}

const last = (scan: Scan): Token => scan.tokens.at(-1) ?? END

function opens(char: string, previous: Token): Closed {
  return char === '(' && ['if', 'while', 'for', 'with'].includes(previous.text) ? 'start' : 'value'
}

function expectsValue(previous: Token, closed: Closed): boolean {
  if (previous.kind === 'end') return true
  if (previous.kind === 'name') return BEFORE_VALUE.has(previous.text)
  if (previous.kind !== 'op') return false
  // Behind a brace it depends on what the brace ended, and that is not always known.
  if (previous.text === '}') return true
  if (previous.text === ')' || previous.text === ']') return closed === 'start'
  return previous.text !== '++' && previous.text !== '--'
}

function lexText(scan: Scan, quote: Parameters<typeof readText>[1]): void {
  const from = scan.at++
  push(scan, 'text', '', from, readText(scan, quote))
}

function lexPattern(scan: Scan, doubtful: boolean): boolean {
  const found = match(scan, REGEX)
  if (found === undefined) return false
  if (doubtful) doubtPattern(scan, found.slice(1, found.lastIndexOf('/')))
  scan.at += found.length
  push(scan, 'text', '', scan.at - found.length, [found], 'pattern')
  return true
}

/** `\u0065val` is `eval`. */
function lexName(scan: Scan): boolean {
  const found = match(scan, namePattern())
  if (found === undefined) return false
  scan.at += found.length
  const name = found.replace(/\\u\{?([\da-fA-F]+)\}?/g, (_, digits: string) => character(parseInt(digits, 16)))
  push(scan, 'name', name, scan.at - found.length)
  return true
}

function insert(scan: Scan): Part | undefined {
  if (scan.source[scan.at] !== '$' || scan.source[scan.at + 1] !== '{') return undefined
  scan.at += 2
  const tokens = readInside(scan, (inner) => lex(inner, true))
  if (scan.source[scan.at] === '}') scan.at++
  else scan.broken = true
  return tokens
}
