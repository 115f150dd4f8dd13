import { type Argument, type Expr, type Param, type Step, textExpr, UNKNOWN_EXPR, NOTHING_EXPR } from '../ast.ts'
import { lexPython } from './lex.ts'
import { accept, type Cursor, is, itemsUntil, next, peek, type Syntax, textOf } from '../parse/cursor.ts'
import { chain, expression, TERNARY } from '../parse/expressions.ts'
import { pythonStatement } from './parse-statements.ts'

const COMPARE = 6

export const pythonSyntax: Syntax = {
  lex: lexPython,
  operators: {
    or: 3,
    and: 4,
    in: COMPARE,
    is: COMPARE,
    '==': COMPARE,
    '!=': COMPARE,
    '<': COMPARE,
    '>': COMPARE,
    '<=': COMPARE,
    '>=': COMPARE,
    '|': 7,
    '^': 8,
    '&': 9,
    '<<': 10,
    '>>': 10,
    '+': 11,
    '-': 11,
    '*': 12,
    '/': 12,
    '//': 12,
    '%': 12,
    '@': 12,
    '**': 14,
  },
  rightToLeft: ' ** ',
  assigns: ' := ',
  prefixes: ' - + ~ not await yield ',
  members: ' . ',
  ternary: false,
  linesEnd: true,
  primary,
  postfix,
  infix,
  argument,
  statement: (p) => pythonStatement(p, FORMS),
}

/** What statements need of expressions, handed over so that neither file has to know the other. */
const FORMS = { params, targets, tuple }

function infix(p: Cursor, left: Expr, min: number): Expr | undefined {
  if (is(p, 'not') && is(p, 'in', 1)) next(p)
  if (min > TERNARY || !is(p, 'if') || peek(p).line) return undefined
  next(p)
  const test = expression(p, TERNARY + 1)
  const other = accept(p, 'else') ? expression(p, TERNARY) : UNKNOWN_EXPR
  return { kind: 'choice', test, options: [left, other] }
}

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  if (token.kind === 'text') return adjacent(p)
  if (is(p, 'lambda')) {
    next(p)
    const taken = params(p, ':')
    return { kind: 'function', params: taken, body: { kind: 'return', value: expression(p) } }
  }
  if (is(p, '(') || is(p, '[')) return bracketed(p)
  return is(p, '{') ? braced(p) : undefined
}

/** Texts side by side are one text. */
function adjacent(p: Cursor): Expr {
  const parts = [...next(p).parts]
  while (peek(p).kind === 'text' && !peek(p).line) parts.push(...next(p).parts)
  return textOf(p, parts)
}

function bracketed(p: Cursor): Expr {
  const close = next(p).text === '(' ? ')' : ']'
  let commas = close === ']'
  const items = itemsUntil(p, close, (it) => {
    const item = starred(it)
    commas ||= is(it, ',')
    return comprehension(it, item)
  })
  const [only] = items
  if (items.length !== 1 || only === undefined) return { kind: 'list', items }
  // A comprehension is a list already.
  return commas && only.kind !== 'loop' ? { kind: 'list', items } : only
}

function starred(p: Cursor): Expr {
  return accept(p, '*') ? { kind: 'spread', value: expression(p) } : expression(p)
}

function braced(p: Cursor): Expr {
  next(p)
  let isMap = is(p, '}')
  const entries = itemsUntil(p, '}', (it) => {
    if (accept(it, '**')) {
      isMap = true
      return { value: expression(it) }
    }
    const first = starred(it)
    if (!accept(it, ':')) return { value: comprehension(it, first) }
    isMap = true
    return { key: first, value: comprehension(it, expression(it)) }
  })
  return isMap ? { kind: 'map', entries } : { kind: 'list', items: entries.map((entry) => entry.value) }
}

interface Clause {
  readonly target: Expr
  readonly over: Expr
}

/** `element for target in list if test`, with any number of loops. */
function comprehension(p: Cursor, element: Expr): Expr {
  if (is(p, 'async')) next(p)
  if (!is(p, 'for')) return element
  const clauses: Clause[] = []
  const tests: Expr[] = []
  while (clauses.length < 20) {
    if (accept(p, 'async')) continue
    if (accept(p, 'for')) {
      const target = targets(p)
      accept(p, 'in')
      clauses.push({ target, over: expression(p, TERNARY + 1) })
    } else if (accept(p, 'if')) tests.push(expression(p, TERNARY + 1))
    else break
  }
  let body: Expr = tests.length === 0 ? element : { kind: 'block', body: [...tests, element] }
  for (const { target, over } of clauses.toReversed()) body = { kind: 'loop', target, over, body, collects: true }
  return body
}

function argument(p: Cursor): Argument {
  if (accept(p, '*') || accept(p, '**')) return { value: expression(p), spread: true }
  if (peek(p).kind === 'name' && is(p, '=', 1)) {
    const name = next(p).text
    next(p)
    return { name, value: expression(p) }
  }
  return { value: comprehension(p, expression(p)) }
}

/** `x[a]`, `x[a:b:c]`, `x[a, b]`. */
function postfix(p: Cursor, _base: Expr, steps: Step[]): boolean {
  if (!is(p, '[') || peek(p).line) return false
  next(p)
  const from = is(p, ':') || is(p, ']') ? undefined : tuple(p)
  if (!is(p, ':')) {
    accept(p, ']')
    steps.push({ kind: 'index', index: from ?? UNKNOWN_EXPR })
    return true
  }
  const bounds = [from]
  while (accept(p, ':')) bounds.push(is(p, ':') || is(p, ']') ? undefined : expression(p))
  accept(p, ']')
  const [start, to, by] = bounds
  steps.push({ kind: 'slice', ...(start && { from: start }), ...(to && { to }), ...(by && { by }) })
  return true
}

/** `a, b` without brackets is a list as well. */
function tuple(p: Cursor): Expr {
  const first = starred(p)
  if (!is(p, ',')) return first
  const items = [first]
  while (accept(p, ',')) {
    const before = p.at
    if (peek(p).line || is(p, '=') || is(p, ')') || is(p, ']') || is(p, ':')) break
    items.push(starred(p))
    if (p.at === before) break
  }
  return { kind: 'list', items }
}

/** What a loop assigns to: names and brackets, but no operators, so that `in` is left alone. */
function targets(p: Cursor): Expr {
  const items = [target(p)]
  let many = false
  while (accept(p, ',')) {
    many = true
    if (is(p, 'in')) break
    items.push(target(p))
  }
  const [only] = items
  return many || only === undefined ? { kind: 'list', items } : only
}

const target = (p: Cursor): Expr => (accept(p, '*') ? { kind: 'spread', value: chain(p) } : chain(p))

function params(p: Cursor, close: string): Param[] {
  return itemsUntil(p, close, (it): Param => {
    const rest = accept(it, '*') || accept(it, '**')
    accept(it, '/')
    const name = peek(it).kind === 'name' ? next(it).text : ''
    // What a parameter is said to be is worked out when the function is made.
    const type = close !== ':' && accept(it, ':') ? expression(it) : undefined
    const value = accept(it, '=') ? expression(it) : undefined
    const fallback: Expr | undefined =
      type === undefined ? value : { kind: 'block', body: [type, value ?? NOTHING_EXPR] }
    return { target: name === '' ? textExpr('') : { kind: 'name', name }, rest, ...(fallback && { fallback }) }
  })
}
