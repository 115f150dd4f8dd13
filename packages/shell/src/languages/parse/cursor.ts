import { type Argument, block, type Expr, type Step, textExpr, UNKNOWN_EXPR } from '../ast.ts'
import { END, type Part, type Scan, startScan, type Token } from '../lex/scan.ts'

/** What is particular to a language; everything else is shared. */
export interface Syntax {
  readonly lex: (scan: Scan) => void
  /** Operators between two values; a higher number binds closer. */
  readonly operators: Readonly<Record<string, number>>
  /** What an operator is called here when another language uses its sign for something else. */
  readonly renames?: Readonly<Record<string, string>>
  /** `**`, `..`: from right to left. */
  readonly rightToLeft?: string
  readonly assigns: string
  readonly prefixes: string
  /** `.`, `->`, `::` before the name of a member. */
  readonly members: string
  /** `a ? b : c` */
  readonly ternary: boolean
  /** A line end ends an expression that is complete. */
  readonly linesEnd: boolean
  /** Forms of its own that begin a value; asked before the shared ones. */
  readonly primary: (p: Cursor) => Expr | undefined
  /** Steps of its own behind a value; true when one was taken. */
  readonly postfix?: (p: Cursor, base: Expr, steps: Step[]) => boolean
  /** Operators of its own; asked before the shared ones. */
  readonly infix?: (p: Cursor, left: Expr, min: number) => Expr | undefined
  readonly argument: (p: Cursor) => Argument
  readonly statement: (p: Cursor) => Expr
}

export interface Cursor {
  readonly tokens: readonly Token[]
  readonly syntax: Syntax
  at: number
  depth: number
  /** Something was nested too deep to be read as one. It is then read in pieces. */
  limited: boolean
  /** What the language's parser must remember: names that are variables, operators that mean something else here. */
  readonly known: Set<string>
}

export const MAX_DEPTH = 160
/** Statements begin only where an expression of some depth still fits, so that each of them gets on. */
const MAX_STATEMENT_DEPTH = MAX_DEPTH - 20

interface Start extends Cursor {
  readonly broken: boolean
  readonly doubtful: readonly string[]
}

export function startCursor(syntax: Syntax, source: string): Start {
  const scan = startScan(source)
  syntax.lex(scan)
  return {
    tokens: scan.tokens,
    syntax,
    at: 0,
    depth: 0,
    limited: false,
    known: new Set(),
    broken: scan.broken,
    doubtful: scan.doubtful,
  }
}

export const peek = (p: Cursor, ahead = 0): Token => p.tokens[p.at + ahead] ?? END

export const ended = (p: Cursor): boolean => p.at >= p.tokens.length

export function next(p: Cursor): Token {
  const token = peek(p)
  p.at++
  return token
}

/** Whether the token here is this word or operator; a string never matches, whatever its text. */
export function is(p: Cursor, text: string, ahead = 0): boolean {
  const token = peek(p, ahead)
  return token.text === text && (token.kind === 'op' || token.kind === 'name')
}

export const isOneOf = (p: Cursor, words: string, ahead = 0): boolean => {
  const token = peek(p, ahead)
  return (token.kind === 'op' || token.kind === 'name') && hasWord(words, token.text)
}

/** Lists of words are texts with spaces around each word, which are cheap to load and easy to read. */
export const hasWord = (words: string, word: string): boolean => word !== '' && words.includes(` ${word} `)

export function accept(p: Cursor, text: string): boolean {
  if (!is(p, text)) return false
  p.at++
  return true
}

/** Reads one level deeper. Too deep, nothing is read: the levels above end, and reading goes on from here. */
export function nested(p: Cursor, read: (p: Cursor) => Expr): Expr {
  if (p.depth >= MAX_DEPTH) {
    p.limited = true
    return UNKNOWN_EXPR
  }
  p.depth++
  const expr = read(p)
  p.depth--
  return expr
}

/** Statements until a token that ends them. What nothing can begin with is skipped. */
export function statements(p: Cursor, ends: (p: Cursor) => boolean): Expr {
  const body: Expr[] = []
  while (!ended(p) && !ends(p)) {
    if (p.depth > MAX_STATEMENT_DEPTH) {
      p.limited = true
      break
    }
    const before = p.at
    const expr = p.syntax.statement(p)
    if (expr.kind !== 'unknown') body.push(expr)
    if (p.at === before) p.at++
  }
  return body.length === 1 && body[0] !== undefined ? body[0] : block(body)
}

/** Items with commas between them, up to and with the closing bracket. */
export function itemsUntil<T>(p: Cursor, close: string, item: (p: Cursor) => T): T[] {
  const items: T[] = []
  while (!ended(p) && !is(p, close)) {
    const before = p.at
    items.push(item(p))
    if (!is(p, close) && !accept(p, ',')) break
    if (p.at === before) break
  }
  accept(p, close)
  return items
}

/** The code in a text is read like a program of its own. */
export function textOf(p: Cursor, parts: readonly Part[]): Expr {
  if (parts.every((part) => typeof part === 'string')) return textExpr(parts.join(''))
  return { kind: 'text', parts: parts.map((part) => (typeof part === 'string' ? part : inside(p, part))) }
}

/** The text of a quoted word with no code in it. */
export const plainOf = (token: Token): string => token.parts.filter((part) => typeof part === 'string').join('')

export const inside = (p: Cursor, tokens: readonly Token[]): Expr =>
  nested(p, () => {
    const inner: Cursor = { ...p, tokens, at: 0 }
    const expr = statements(inner, () => false)
    p.limited ||= inner.limited
    return expr
  })

const PAIRS = new WeakMap<readonly Token[], Int32Array>()

/** Where the bracket closes that opens at `at`; the end when it does not. */
export function closingOf(p: Cursor, at: number): number {
  let pairs = PAIRS.get(p.tokens)
  if (pairs === undefined) PAIRS.set(p.tokens, (pairs = pairsOf(p.tokens)))
  return pairs[at] ?? p.tokens.length
}

function pairsOf(tokens: readonly Token[]): Int32Array {
  const pairs = new Int32Array(tokens.length).fill(tokens.length)
  const open: number[] = []
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'op') continue
    if (text === '(' || text === '[' || text === '{') open.push(at)
    else if (text === ')' || text === ']' || text === '}') {
      const start = open.pop()
      if (start !== undefined) pairs[start] = at
    }
  }
  return pairs
}
