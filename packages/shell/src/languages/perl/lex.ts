import { readHeredocBody } from '../lex/heredoc.ts'
import { type Lex, perlInsert, perlQuote, perlUnescape } from './lex-quotes.ts'
import {
  END,
  lexMatch,
  lexNumber,
  match,
  type Part,
  push,
  pushOther,
  readText,
  type Scan,
  skipLine,
  skipPast,
  skipSpace,
  type Token,
} from '../lex/scan.ts'

const OPERATORS =
  /<=>|\*\*=|\|\|=|&&=|\/\/=|\.\.\.|<<=|>>=|->|=>|==|!=|<=|>=|=~|!~|&&|\|\||\/\/|\.\.|\+\+|--|\*\*|<<|>>|[-+*/%.&|^]=|[-+*/%.&|^!~<>=?:(),;{}[\]\\@$]/y
const NAME = /(?:::)?[A-Za-z_]\w*(?:(?:::|'(?=[A-Za-z]))\w+)*(?:::)?/y
const FILE_TEST = /-[a-zA-Z](?![\w]|\s*=>)/y
const READ_LINE = /<(?:\$?\w*)>/y
const GLOB = /<[^<>=\n]+>/y
const HEREDOC = /<<(~?)(?:"([^"\n]*)"|'([^'\n]*)'|([A-Za-z_]\w*))/y

/** Words behind which a value is expected, so that a slash begins a pattern and `%` a hash. */
const BEFORE_VALUE = new Set(
  (
    'x eq ne lt gt le ge cmp and or not xor if unless while until elsif return print push unshift split grep map join die ' +
    'warn printf say system exec unlink open eval foreach for my local our do else chomp lc uc defined ref scalar sort ' +
    'reverse keys values each delete exists'
  ).split(' '),
)

/** Functions and constants without arguments: an operator follows. */
const TAKES_NOTHING = new Set([
  'time',
  'times',
  'wait',
  'wantarray',
  'getppid',
  'fork',
  '__LINE__',
  '__FILE__',
  '__PACKAGE__',
])

interface Pending {
  readonly parts: Part[]
  readonly label: string
  readonly indented: boolean
  readonly plain: boolean
  /** The token before it may be a number: then the lines are code. */
  readonly doubtful: boolean
}

export const lexPerl = (scan: Scan): void => lex(scan, '')

const lex: Lex = (scan, until) => {
  const pending: Pending[] = []
  const open: boolean[] = []
  // Whether the last closing bracket ended a value, so that an operator follows.
  let closedValue = true
  while (scan.at < scan.source.length) {
    if (pending.length > 0 && scan.source[scan.at] === '\n') readPending(scan, pending)
    if (skipSpace(scan, pending.length > 0 ? 'stop' : true)) continue
    const char = scan.source[scan.at] ?? ''
    const previous = scan.tokens.at(-1) ?? END
    const wants = wantsValue(scan, previous, closedValue)
    if (char === until && open.length === 0) return
    if (char === '#') skipLine(scan)
    else if (char === '=' && startsPod(scan, previous, closedValue)) skipPod(scan)
    else if (endsCode(scan, previous)) scan.at = scan.source.length
    else if (perlQuote(scan, char, previous, wants, lex)) continue
    else if (char === '<' && (wants || startsHeredoc(scan)) && lexAngle(scan, pending, previous)) continue
    else if (char === '-' && wants && lexMatch(scan, 'name', FILE_TEST)) continue
    else if (lexVariable(scan, char, wants)) continue
    else if (lexRepeat(scan, wants) || lexMatch(scan, 'name', NAME) || lexNumber(scan)) continue
    else {
      if ('([{'.includes(char)) open.push(char !== '{' || opensSubscript(previous, scan.spaced, closedValue))
      else if (')]}'.includes(char)) closedValue = open.pop() ?? true
      if (!lexFatComma(scan, previous) && !lexMatch(scan, 'op', OPERATORS)) pushOther(scan)
    }
  }
}

/** `key => value` is `"key", value`. */
function lexFatComma(scan: Scan, previous: Token): boolean {
  if (!scan.source.startsWith('=>', scan.at)) return false
  if (previous.kind === 'name')
    scan.tokens[scan.tokens.length - 1] = { ...previous, kind: 'text', text: '', parts: [previous.text] }
  scan.at += 2
  push(scan, 'op', ',', scan.at - 2)
  return true
}

/** A brace right behind a variable, an arrow or another subscript holds a key; any other begins a block. */
function opensSubscript(previous: Token, spaced: boolean, closedValue: boolean): boolean {
  if (previous.kind === 'variable') return !spaced
  if (previous.kind !== 'op') return false
  if (previous.text === ']' || previous.text === '}') return closedValue && !spaced
  return ['->', '@', '$', '%', '=', '(', ',', '=>', '[', '\\'].includes(previous.text)
}

function wantsValue(scan: Scan, previous: Token, closedValue: boolean): boolean {
  if (previous.kind === 'end') return true
  if (previous.kind === 'op') {
    if (previous.text === '}') return !closedValue
    return previous.text !== ')' && previous.text !== ']'
  }
  if (previous.kind !== 'name') return false
  if (BEFORE_VALUE.has(previous.text) || printsTo(scan)) return true
  if (TAKES_NOTHING.has(previous.text) || /^[A-Z][A-Z\d_]*$/.test(previous.text)) return false
  // Behind an unknown function, `f /x/` is a pattern and `f / x` a division.
  return scan.spaced && !/\s/.test(scan.source[scan.at + 1] ?? ' ')
}

/** `=pod` begins where a statement may begin; anywhere else an equals sign is one. */
const startsPod = (scan: Scan, previous: Token, closedValue: boolean): boolean =>
  scan.at === scan.lineStart &&
  /[a-z]/.test(scan.source[scan.at + 1] ?? '') &&
  (previous.kind === 'end' || previous.text === ';' || (previous.text === '}' && !closedValue))

/** `__END__`, unless it is the name of a method or a key. */
const endsCode = (scan: Scan, previous: Token): boolean =>
  match(scan, /__(?:END|DATA)__\b(?!\s*=>)/y) !== undefined && !['->', '{', '&'].includes(previous.text)

const VARIABLE =
  /[$@](?:::)?[A-Za-z_]\w*(?:::\w+)*|\$#\$?\w+|\$\d+|\$\^\w|[$@]\{\s*\^?\w+\s*\}|\$\$(?![\w{$])|\$[^\w\s{$#]/y
const HASH = /[%*](?:::)?[A-Za-z_]\w*(?:::\w*)*|%[+-](?=\W)|\*[^\w\s{$]/y

/** `$x`, `@x`, `%x`, `${x}`; a bare sigil before `{` or `$` looks through a reference. */
function lexVariable(scan: Scan, char: string, wants: boolean): boolean {
  const next = scan.source[scan.at + 1] ?? ''
  if (char === '$' || char === '@') {
    const found = match(scan, VARIABLE)
    if (found !== undefined) {
      scan.at += found.length
      push(scan, 'variable', found.replace(/[{}\s]/g, ''), scan.at - found.length)
      return true
    }
    if (match(scan, /\$#(?=[{$])/y) !== undefined) {
      scan.at += 2
      push(scan, 'op', '$', scan.at - 2)
      return true
    }
  } else if (!wants) return false
  if ((char === '%' || char === '*') && lexMatch(scan, 'variable', HASH)) return true
  if (char === '&' && /[A-Za-z_:]/.test(next)) {
    // `&name` is the function itself or a call of it.
    scan.at++
    return lexMatch(scan, 'name', NAME)
  }
  if (!'$@%&*'.includes(char) || (next !== '{' && next !== '$')) return false
  scan.at++
  push(scan, 'op', char === '&' || char === '*' ? '@' : char, scan.at - 1)
  return true
}

/** `"a"x3` */
function lexRepeat(scan: Scan, wants: boolean): boolean {
  if (wants || !/x\d/y.test(scan.source.slice(scan.at, scan.at + 2))) return false
  scan.at++
  push(scan, 'name', 'x', scan.at - 1)
  return true
}

/** `print $file <<"E"`: a shift by a text makes no sense. */
const startsHeredoc = (scan: Scan): boolean =>
  match(scan, /<<~?["']/y) !== undefined || (match(scan, /<<~?[A-Z]/y) !== undefined && scan.spaced && printsTo(scan))
/** `print STDERR …`, `print $file …`: what was read last is where to print. */
const printsTo = (scan: Scan): boolean => ['print', 'printf', 'say'].includes(scan.tokens.at(-2)?.text ?? '')

function lexAngle(scan: Scan, pending: Pending[], previous: Token): boolean {
  HEREDOC.lastIndex = scan.at
  const heredoc = HEREDOC.exec(scan.source)
  if (heredoc !== null) {
    const from = scan.at
    scan.at += heredoc[0].length
    const parts: Part[] = []
    const label = heredoc[2] ?? heredoc[3] ?? heredoc[4] ?? ''
    const doubtful = previous.kind === 'name' && !BEFORE_VALUE.has(previous.text)
    pending.push({ parts, label, indented: heredoc[1] === '~', plain: heredoc[3] !== undefined, doubtful })
    push(scan, 'text', '', from, parts)
    return true
  }
  const line = match(scan, READ_LINE)
  const found = line ?? match(scan, GLOB)
  if (found === undefined) return false
  const from = scan.at
  if (line !== undefined) {
    scan.at += found.length
    push(scan, 'op', '<>', from)
    return true
  }
  scan.at++
  push(scan, 'text', '', from, readText(scan, { close: '>', escape: perlUnescape, insert: perlInsert(lex) }), 'glob')
  return true
}

function readPending(scan: Scan, pending: Pending[]): void {
  scan.newLine = true
  for (const { parts, label, indented, plain, doubtful } of pending.splice(0)) {
    // Each begins after the current line end.
    scan.at++
    const quote = plain ? {} : { escape: perlUnescape, insert: perlInsert(lex) }
    const from = scan.at
    parts.push(...readHeredocBody(scan, { label, indented, stripped: indented, ...quote }))
    if (doubtful) scan.doubtful.push(scan.source.slice(from, scan.at))
  }
}

function skipPod(scan: Scan): void {
  const end = scan.source.indexOf('\n=cut', scan.at)
  if (end < 0) scan.at = scan.source.length
  else {
    scan.at = end + 1
    skipPast(scan, 'cut')
    skipLine(scan)
  }
}
