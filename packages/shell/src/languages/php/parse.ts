import {
  type Argument,
  assign,
  block,
  callOf,
  type Entry,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type Param,
  type Step,
  textExpr,
  UNKNOWN_EXPR,
} from '../ast.ts'
import { lexPhp } from './lex.ts'
import {
  body,
  braceBlock,
  condition,
  countedLoop,
  doStatement,
  type Handler,
  ifStatement,
  statementWith,
  switchStatement,
  tryStatement,
  whileStatement,
} from '../parse/braces.ts'
import {
  accept,
  type Cursor,
  ended,
  hasWord,
  is,
  isOneOf,
  itemsUntil,
  next,
  peek,
  type Syntax,
} from '../parse/cursor.ts'
import { ASSIGN, chain, expression, keyStep } from '../parse/expressions.ts'

export const phpSyntax: Syntax = {
  lex: lexPhp,
  operators: {
    or: 2.1,
    xor: 2.2,
    and: 2.3,
    '??': 3,
    '||': 4,
    '&&': 5,
    '|': 6,
    '^': 7,
    '&': 8,
    '==': 9,
    '!=': 9,
    '===': 9,
    '!==': 9,
    '<>': 9,
    '<=>': 9,
    '<': 10,
    '>': 10,
    '<=': 10,
    '>=': 10,
    '<<': 11,
    '>>': 11,
    '.': 12,
    '+': 12,
    '-': 12,
    '*': 13,
    '/': 13,
    '%': 13,
    instanceof: 14,
    '**': 15,
  },
  renames: { '.': 'concat' },
  rightToLeft: ' ** ?? ',
  assigns: ' = .= += -= *= /= %= **= ??= |= &= ^= <<= >>= ',
  prefixes: ' - + ! ~ @ & ++ -- new clone throw yield print ',
  members: ' -> ?-> :: ',
  ternary: true,
  linesEnd: false,
  primary,
  postfix,
  argument,
  statement: (p) => statementWith(p, HANDLERS, expression),
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  if: ifStatement,
  while: whileStatement,
  do: doStatement,
  for: countedLoop,
  foreach: foreachStatement,
  switch: switchStatement,
  try: tryStatement,
  return: (p) => ({ kind: 'return', value: is(p, ';') || is(p, '}') ? NOTHING_EXPR : expression(p) }),
  echo: (p) => callOf('echo', commas(p)),
  global: (p) => {
    const names = commas(p).flatMap((expr) => (expr.kind === 'name' ? [expr.name] : []))
    return { kind: 'outer', names }
  },
  const: (p) => block(commas(p)),
  function: (p) => {
    if (is(p, '(') || is(p, '&')) {
      p.at--
      return expression(p)
    }
    const name = next(p).text
    return assign(nameExpr(name), functionRest(p, name), true)
  },
  class: classStatement,
  interface: classStatement,
  trait: classStatement,
  namespace: (p) => (is(p, '{') ? NOTHING_EXPR : (next(p), is(p, '{') ? braceBlock(p) : NOTHING_EXPR)),
  use: (p) => {
    while (!ended(p) && !is(p, ';') && !is(p, '{')) next(p)
    return NOTHING_EXPR
  },
}

function commas(p: Cursor): readonly Expr[] {
  const items = [expression(p)]
  while (accept(p, ',')) items.push(expression(p))
  return items
}

function foreachStatement(p: Cursor): Expr {
  accept(p, '(')
  const over = expression(p)
  accept(p, 'as')
  accept(p, '&')
  const first = chain(p)
  const pairs = accept(p, '=>')
  if (pairs) accept(p, '&')
  const target: Expr = pairs ? { kind: 'list', items: [first, chain(p)] } : first
  accept(p, ')')
  return { kind: 'loop', target, over: pairs ? callOf('each pair', [over]) : over, body: body(p), collects: false }
}

/** A class runs like a function: its methods are read like other functions. */
function classStatement(p: Cursor): Expr {
  const name = peek(p).kind === 'name' ? next(p).text : ''
  while (!ended(p) && !is(p, '{') && !is(p, ';')) next(p)
  return assign(nameExpr(name), { kind: 'function', name, params: [], body: classBody(p) }, true)
}

function classBody(p: Cursor): Expr {
  accept(p, '{')
  const parts: Expr[] = []
  while (!ended(p) && !is(p, '}')) {
    if (isOneOf(p, ' public private protected static abstract final readonly var ? | ')) next(p)
    else if (peek(p).kind === 'name' && peek(p, 1).kind === 'variable') next(p)
    else {
      const before = p.at
      parts.push(p.syntax.statement(p))
      if (p.at === before) break
    }
  }
  accept(p, '}')
  return block(parts)
}

const CASTS = ' int integer string bool boolean float double array object binary '
const INCLUDES = ' include include_once require require_once '

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  if (token.kind === 'name') {
    const word = token.text.toLowerCase()
    if (hasWord(INCLUDES, word)) return (next(p), callOf('include', [expression(p, ASSIGN)]))
    if (word === 'function') return (next(p), accept(p, '&'), functionRest(p))
    if (word === 'fn') return (next(p), arrowRest(p))
    if (word === 'static' && isOneOf(p, ' function fn ', 1)) return (next(p), primary(p))
    if (word === 'match' && is(p, '(', 1)) return (next(p), matchRest(p))
    if (word === 'class')
      return (
        next(p), block([is(p, '(') ? condition(p) : NOTHING_EXPR, { kind: 'function', params: [], body: classBody(p) }])
      )
    if ((word === 'array' || word === 'list') && is(p, '(', 1)) return (next(p), next(p), pairsUntil(p, ')'))
    // Functions do not care about upper and lower case; constants do, but none of them matters here.
    return is(p, '(', 1) ? (next(p), nameExpr(word)) : undefined
  }
  if (is(p, '(') && peek(p, 1).kind === 'name' && hasWord(CASTS, peek(p, 1).text) && is(p, ')', 2)) {
    p.at += 3
    return chain(p)
  }
  // `$$name`: which variable it is depends on a value.
  if (is(p, '$')) return (next(p), block([is(p, '{') ? braceBlock(p) : chain(p), UNKNOWN_EXPR]))
  return is(p, '[') ? (next(p), pairsUntil(p, ']')) : undefined
}

function pairsUntil(p: Cursor, close: string): Expr {
  let isMap = false
  const entries = itemsUntil(p, close, (it): Entry & { spread?: boolean } => {
    if (accept(it, '...')) return { value: { kind: 'spread', value: expression(it, ASSIGN) } }
    const first = expression(it, ASSIGN)
    if (!accept(it, '=>')) return { value: first }
    isMap = true
    return { key: first, value: expression(it, ASSIGN) }
  })
  if (!isMap) return { kind: 'list', items: entries.map((entry) => entry.value) }
  return {
    kind: 'map',
    entries: entries.map((entry, index) => ({ key: entry.key ?? textExpr(String(index)), value: entry.value })),
  }
}

function params(p: Cursor): Param[] {
  accept(p, '(')
  return itemsUntil(p, ')', (it): Param => {
    while (!ended(it) && peek(it).kind !== 'variable' && !isOneOf(it, ' ) , ... ')) next(it)
    const rest = accept(it, '...')
    const target = nameExpr(next(it).text)
    const fallback = accept(it, '=') ? expression(it, ASSIGN) : undefined
    return { target, rest, ...(fallback && { fallback }) }
  })
}

function skipReturnType(p: Cursor): void {
  if (!accept(p, ':')) return
  while (peek(p).kind === 'name' || isOneOf(p, ' ? | & ')) next(p)
}

function functionRest(p: Cursor, name?: string): Expr {
  const taken = params(p)
  if (accept(p, 'use')) params(p)
  skipReturnType(p)
  return { kind: 'function', ...(name !== undefined && { name }), params: taken, body: braceBlock(p) }
}

function arrowRest(p: Cursor): Expr {
  const taken = params(p)
  skipReturnType(p)
  accept(p, '=>')
  return { kind: 'function', params: taken, body: { kind: 'return', value: expression(p, ASSIGN) } }
}

function matchRest(p: Cursor): Expr {
  const test = condition(p)
  accept(p, '{')
  const options = itemsUntil(p, '}', (it) => {
    const parts = [expression(it, ASSIGN)]
    while (!is(it, '=>') && accept(it, ',')) parts.push(expression(it, ASSIGN))
    if (accept(it, '=>')) parts.push(expression(it, ASSIGN))
    return block(parts)
  })
  return { kind: 'choice', test, options }
}

function argument(p: Cursor): Argument {
  if (accept(p, '...')) return { value: is(p, ')') ? { kind: 'unknown' } : expression(p, ASSIGN), spread: true }
  if (peek(p).kind === 'name' && is(p, ':', 1)) {
    const name = next(p).text
    next(p)
    return { name, value: expression(p, ASSIGN) }
  }
  return { value: expression(p, ASSIGN) }
}

/** `$x{0}` of old, `$x->{name}`, `$x++`. */
function postfix(p: Cursor, _base: Expr, steps: Step[]): boolean {
  if (isOneOf(p, ' ++ -- ')) return (next(p), true)
  if (isOneOf(p, ' -> ?-> ') && is(p, '{', 1)) return (next(p), keyStep(p, steps))
  return false
}
