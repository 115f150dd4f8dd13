import { messageOf } from '@holdpoint/engine'

/** Why a text is not valid TOML; undefined when it is. */
export function tomlProblem(text: string): { readonly line: number; readonly message: string } | undefined {
  const scan: Scan = { text, at: text.startsWith('\uFEFF') ? 1 : 0, table: '', known: new Map(), arrays: new Map() }
  try {
    document(scan)
    return undefined
  } catch (error) {
    return { line: text.slice(0, scan.at).split('\n').length, message: messageOf(error) }
  }
}

type Kind = 'table' | 'value' | 'array'

interface Scan {
  readonly text: string
  at: number
  /** The path of the table that keys belong to. */
  table: string
  readonly known: Map<string, Kind>
  /** How many tables each array has; the path of each names its number. */
  readonly arrays: Map<string, number>
}

const BARE_KEY = /[A-Za-z0-9_-]+/y
const BLANK = /[ \t]*/y
const COMMENT = /(?:[ \t]|#[^\n]*)*(?:\r?\n|$)/y
const BLANKS = /(?:\s|#[^\n]*)*/y
/** Numbers, dates and booleans; anything else is a word without quotes. */
const PLAIN_VALUE =
  /^(?:true|false|[+-]?(?:inf|nan)|[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/
const WORD = /\d{4}-\d\d-\d\d \d\d:[\w:.+-]+|[\w:.+-]+/y
const ESCAPE = /\\(?:[btnfre"\\]|u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2})/y
const LINE_ESCAPE = /\\[ \t]*\r?\n\s*/y
const MAX_DEPTH = 100

function document(scan: Scan): void {
  for (take(scan, BLANKS); scan.at < scan.text.length; take(scan, BLANKS)) {
    if (scan.text[scan.at] === '[') header(scan)
    else pair(scan, scan.table, 0)
    endOfLine(scan)
  }
}

function header(scan: Scan): void {
  const isArray = scan.text[scan.at + 1] === '['
  scan.at += isArray ? 2 : 1
  const path = key(scan)
  expect(scan, isArray ? ']]' : ']')
  const parent = path.slice(0, -1).reduce((at, name) => numbered(scan, joined(at, name)), '')
  const own = joined(parent, path.at(-1) ?? '')
  const before = scan.known.get(own)
  if (isArray ? before !== undefined && before !== 'array' : before !== undefined)
    throw new Error(`\`${path.join('.')}\` is defined twice`)
  scan.known.set(own, isArray ? 'array' : 'table')
  if (isArray) scan.arrays.set(own, (scan.arrays.get(own) ?? 0) + 1)
  scan.table = isArray ? numbered(scan, own) : own
}

const joined = (path: string, name: string): string => `${path}/${name.replaceAll('/', '//')}`
const numbered = (scan: Scan, path: string): string => {
  const count = scan.arrays.get(path)
  return count === undefined ? path : `${path}#${count}`
}

function pair(scan: Scan, table: string, depth: number): void {
  const path = key(scan)
  expect(scan, '=')
  take(scan, BLANK)
  const own = path.reduce(joined, table)
  if (scan.known.has(own)) throw new Error(`the key \`${path.join('.')}\` is defined twice`)
  scan.known.set(own, 'value')
  value(scan, own, depth)
}

function key(scan: Scan): readonly string[] {
  const names: string[] = []
  do {
    take(scan, BLANK)
    const quote = scan.text[scan.at]
    const from = scan.at
    if (quote === '"' || quote === "'") {
      text(scan, quote)
      names.push(scan.text.slice(from + 1, scan.at - 1))
    } else {
      const name = take(scan, BARE_KEY)
      if (name === '') throw new Error('a key is missing')
      names.push(name)
    }
    take(scan, BLANK)
    if (names.length > MAX_DEPTH) throw new Error('this is nested too deeply')
  } while (skip(scan, '.'))
  return names
}

function value(scan: Scan, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new Error('this is nested too deeply')
  const char = scan.text[scan.at]
  if (char === '"' || char === "'") {
    const three = char.repeat(3)
    text(scan, scan.text.startsWith(three, scan.at) ? three : char)
  } else if (char === '[') list(scan, path, depth)
  else if (char === '{') inlineTable(scan, path, depth)
  else {
    const from = scan.at
    const word = take(scan, WORD)
    if (PLAIN_VALUE.test(word)) return
    scan.at = from
    throw new Error(word === '' ? 'a value is missing' : 'a string needs quotes')
  }
}

function text(scan: Scan, quote: string): void {
  const [from, isBasic, isLong] = [scan.at, quote.startsWith('"'), quote.length === 3]
  scan.at += quote.length
  while (scan.at < scan.text.length && !scan.text.startsWith(quote, scan.at)) {
    const char = scan.text[scan.at]
    if (char === '\n' && !isLong) break
    if (char !== '\\' || !isBasic) scan.at++
    else if (take(scan, ESCAPE) === '' && (!isLong || take(scan, LINE_ESCAPE) === ''))
      throw new Error('unknown escape: write `\\\\` for a backslash')
  }
  if (!scan.text.startsWith(quote, scan.at)) {
    scan.at = from
    throw new Error('a string is not closed')
  }
  scan.at += quote.length
  // Up to two quotes may precede the three that end it.
  if (isLong) take(scan, isBasic ? /"{0,2}/y : /'{0,2}/y)
}

function list(scan: Scan, path: string, depth: number): void {
  scan.at++
  for (let index = 0; ; index++) {
    take(scan, BLANKS)
    if (skip(scan, ']')) return
    value(scan, `${path}#${index}`, depth + 1)
    take(scan, BLANKS)
    if (skip(scan, ']')) return
    if (!skip(scan, ',')) throw new Error('a list needs `,` or `]` here')
  }
}

function inlineTable(scan: Scan, path: string, depth: number): void {
  scan.at++
  for (;;) {
    take(scan, BLANKS)
    if (skip(scan, '}')) return
    pair(scan, path, depth + 1)
    take(scan, BLANKS)
    if (skip(scan, '}')) return
    if (!skip(scan, ',')) throw new Error('an inline table needs `,` or `}` here')
  }
}

function endOfLine(scan: Scan): void {
  COMMENT.lastIndex = scan.at
  if (!COMMENT.test(scan.text)) throw new Error('nothing more is expected on this line')
  scan.at = COMMENT.lastIndex
}

function take(scan: Scan, pattern: RegExp): string {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text)?.[0] ?? ''
  scan.at += found.length
  return found
}

function skip(scan: Scan, mark: string): boolean {
  if (!scan.text.startsWith(mark, scan.at)) return false
  scan.at += mark.length
  return true
}

function expect(scan: Scan, mark: string): void {
  if (!skip(scan, mark)) throw new Error(`\`${mark}\` is missing`)
}
