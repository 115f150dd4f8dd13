import {
  type Argument,
  block,
  type Entry,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type Param,
  type Step,
  textExpr,
} from '../ast.ts'
import { lexJavascript } from './lex.ts'
import { braceBlock } from '../parse/braces.ts'
import {
  accept,
  closingOf,
  type Cursor,
  ended,
  hasWord,
  is,
  isOneOf,
  itemsUntil,
  next,
  peek,
  type Syntax,
  textOf,
} from '../parse/cursor.ts'
import { ASSIGN, chain, expression, listItem } from '../parse/expressions.ts'
import { javascriptStatement, skipType } from './parse-statements.ts'

export const javascriptSyntax: Syntax = {
  lex: lexJavascript,
  operators: {
    '??': 3,
    '||': 3,
    '&&': 4,
    '|': 5,
    '^': 6,
    '&': 7,
    '==': 8,
    '!=': 8,
    '===': 8,
    '!==': 8,
    '<': 9,
    '>': 9,
    '<=': 9,
    '>=': 9,
    in: 9,
    instanceof: 9,
    '<<': 10,
    '>>': 10,
    '>>>': 10,
    '+': 11,
    '-': 11,
    '*': 12,
    '/': 12,
    '%': 12,
    '**': 13,
  },
  rightToLeft: ' ** ',
  assigns: ' = += -= *= /= %= **= ||= &&= ??= |= &= ^= <<= >>= >>>= ',
  prefixes: ' - + ! ~ ++ -- typeof void delete await yield new throw ',
  members: ' . ?. ',
  ternary: true,
  linesEnd: false,
  primary,
  postfix,
  argument,
  statement: (p) => javascriptStatement(p, { functionRest, classRest }),
}

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  if (token.kind === 'name') {
    if (token.text === 'async' && (is(p, 'function', 1) || peek(p, 1).kind === 'name' || is(p, '(', 1))) {
      if (is(p, 'function', 1) || isArrow(p, p.at + 1)) next(p)
    }
    if (is(p, 'function')) return (next(p), functionRest(p))
    if (is(p, 'class')) return (next(p), classRest(p))
    if (is(p, '=>', 1)) return arrow(p)
    return undefined
  }
  if (is(p, '(')) return isArrow(p, p.at) ? arrow(p) : grouped(p)
  if (is(p, '[')) return (next(p), { kind: 'list', items: itemsUntil(p, ']', arrayItem) })
  return is(p, '{') ? objectLiteral(p) : undefined
}

/** `[a, , b]`: a place may be empty. */
const arrayItem = (p: Cursor): Expr => (is(p, ',') ? NOTHING_EXPR : listItem(p))

function isArrow(p: Cursor, at: number): boolean {
  const token = p.tokens[at]
  const end = token?.kind === 'op' && token.text === '(' ? closingOf(p, at) : at
  const behind = p.tokens[end + 1]
  return behind?.kind === 'op' && behind.text === '=>'
}

function arrow(p: Cursor): Expr {
  const params = accept(p, '(') ? itemsUntil(p, ')', param) : [{ target: nameExpr(next(p).text) }]
  accept(p, '=>')
  const body: Expr = is(p, '{') ? braceBlock(p) : { kind: 'return', value: expression(p, ASSIGN) }
  return { kind: 'function', params, body }
}

/** `(a, b)`: both are done, the last one counts. */
function grouped(p: Cursor): Expr {
  next(p)
  const items = itemsUntil(p, ')', (it) => expression(it))
  return items.length === 1 && items[0] !== undefined ? items[0] : block(items)
}

function param(p: Cursor): Param {
  const rest = accept(p, '...')
  while (isOneOf(p, ' public private readonly ') && peek(p, 1).kind === 'name') next(p)
  const target = chain(p)
  skipType(p)
  const fallback = accept(p, '=') ? expression(p, ASSIGN) : undefined
  return { target, rest, ...(fallback && { fallback }) }
}

function functionRest(p: Cursor): Expr {
  accept(p, '*')
  const name = peek(p).kind === 'name' ? next(p).text : ''
  accept(p, '(')
  const params = itemsUntil(p, ')', param)
  skipType(p)
  return { kind: 'function', ...(name !== '' && { name }), params, body: braceBlock(p) }
}

/** A class runs like a function: its methods are read like other functions. */
function classRest(p: Cursor): Expr {
  const name = peek(p).kind === 'name' && !is(p, 'extends') ? next(p).text : ''
  const body: Expr[] = []
  if (accept(p, 'extends')) body.push(chain(p))
  accept(p, '{')
  while (!ended(p) && !is(p, '}')) {
    const before = p.at
    body.push(member(p))
    accept(p, ';')
    if (p.at === before) break
  }
  accept(p, '}')
  return { kind: 'function', ...(name !== '' && { name }), params: [], body: block(body) }
}

const MODIFIERS = ' static async get set public private protected readonly override * '

function member(p: Cursor): Expr {
  while (isOneOf(p, MODIFIERS) && !is(p, '(', 1) && !is(p, '=', 1)) next(p)
  if (is(p, '{')) return braceBlock(p)
  const key = propertyKey(p)
  if (is(p, '(')) return block([key, functionRest(p)])
  skipType(p)
  return accept(p, '=') ? block([key, expression(p, ASSIGN)]) : key
}

function propertyKey(p: Cursor): Expr {
  if (accept(p, '[')) {
    const key = expression(p)
    accept(p, ']')
    return key
  }
  const token = peek(p)
  if (token.kind === 'op') return textExpr('')
  next(p)
  return token.kind === 'text' ? textOf(p, token.parts) : textExpr(token.text)
}

function objectLiteral(p: Cursor): Expr {
  next(p)
  return { kind: 'map', entries: itemsUntil(p, '}', property) }
}

function property(p: Cursor): Entry {
  if (accept(p, '...')) return { value: expression(p, ASSIGN) }
  while (isOneOf(p, MODIFIERS) && (peek(p, 1).kind !== 'op' || is(p, '[', 1) || is(p, '*', 1))) next(p)
  const short = peek(p)
  const key = propertyKey(p)
  if (accept(p, ':')) return { key, value: expression(p, ASSIGN) }
  if (is(p, '(')) return { key, value: functionRest(p) }
  const name = nameExpr(short.text)
  // `{ name = fallback }` in a pattern.
  if (accept(p, '='))
    return { key, value: { kind: 'assign', op: '=', target: name, value: expression(p, ASSIGN), own: true } }
  return { key, value: name }
}

function argument(p: Cursor): Argument {
  if (accept(p, '...')) return { value: expression(p, ASSIGN), spread: true }
  return { value: expression(p, ASSIGN) }
}

/** `` tag`text` ``, `x++`, `x!`, `x as type`. */
function postfix(p: Cursor, base: Expr, steps: Step[]): boolean {
  const token = peek(p)
  if (token.kind === 'text') {
    if (token.role !== 'plain' || token.line || (base.kind !== 'name' && steps.length === 0)) return false
    next(p)
    steps.push({ kind: 'call', args: [{ value: textOf(p, token.parts) }] })
    return true
  }
  if (!token.line && token.kind === 'op' && hasWord(' ++ -- ', token.text)) return (next(p), true)
  if (token.kind === 'name' && (token.text === 'as' || token.text === 'satisfies') && peek(p, 1).kind === 'name') {
    p.at += 2
    return true
  }
  return false
}
