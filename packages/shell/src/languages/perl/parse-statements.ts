import { assign, block, callOf, type Expr, nameExpr, NOTHING_EXPR } from '../ast.ts'
import {
  body,
  braceBlock,
  countedLoop,
  type Handler,
  ifStatement,
  statementWith,
  whileStatement,
} from '../parse/braces.ts'
import { accept, closingOf, type Cursor, ended, is, isOneOf, itemsUntil, next, peek } from '../parse/cursor.ts'
import { expression } from '../parse/expressions.ts'

export const perlStatement = (p: Cursor): Expr => statementWith(p, HANDLERS, (it) => modified(it, expression(it)))

const HANDLERS: Readonly<Record<string, Handler>> = {
  if: ifStatement,
  unless: ifStatement,
  while: whileStatement,
  until: whileStatement,
  for: forLoop,
  foreach: forLoop,
  sub: (p) => {
    if (peek(p).kind !== 'name') {
      p.at--
      return expression(p)
    }
    const name = next(p).text
    if (accept(p, '(')) itemsUntil(p, ')', (it) => next(it))
    return assign(nameExpr(name), { kind: 'function', name, params: [], body: braceBlock(p) }, true)
  },
  return: (p) =>
    modified(p, { kind: 'return', value: isOneOf(p, ' ; } if unless ') || ended(p) ? NOTHING_EXPR : expression(p) }),
  package: skipName,
  use: useStatement,
  no: useStatement,
}

/** A module is only named here, but what it is given is worked out at once: `use lib do { … }`. */
function useStatement(p: Cursor): Expr {
  next(p)
  if (peek(p).kind === 'number' && !is(p, ',', 1)) next(p)
  const given: Expr[] = []
  while (!ended(p) && !isOneOf(p, ' ; } ')) {
    const before = p.at
    given.push(expression(p))
    if (!accept(p, ',') && p.at === before) break
  }
  return block(given)
}

function skipName(p: Cursor): Expr {
  next(p)
  return is(p, '{') ? braceBlock(p) : NOTHING_EXPR
}

/** `… if …`, `… for …`: the condition follows the statement it controls. */
function modified(p: Cursor, expr: Expr): Expr {
  if (isOneOf(p, ' if unless ')) {
    next(p)
    return { kind: 'branches', tests: [expression(p)], bodies: [expr], total: false }
  }
  if (isOneOf(p, ' while until ')) {
    next(p)
    return { kind: 'loop', body: block([expression(p), expr]), collects: false }
  }
  if (!isOneOf(p, ' for foreach ')) return expr
  next(p)
  const items = [expression(p)]
  while (accept(p, ',')) items.push(expression(p))
  return { kind: 'loop', target: nameExpr('$_'), over: callOf('flat', items), body: expr, collects: false }
}

function forLoop(p: Cursor): Expr {
  if (isOneOf(p, ' my our state ')) next(p)
  const target = nameExpr(peek(p).kind === 'variable' ? next(p).text : '$_')
  if (is(p, '(') && holdsSemicolon(p)) return countedLoop(p)
  accept(p, '(')
  const items = itemsUntil(p, ')', (it) => expression(it))
  return { kind: 'loop', target, over: callOf('flat', items), body: body(p), collects: false }
}

function holdsSemicolon(p: Cursor): boolean {
  const end = closingOf(p, p.at)
  for (let at = p.at + 1; at < end; at++) {
    const token = p.tokens[at]
    if (token?.kind !== 'op') continue
    if (token.text === ';') return true
    if ('([{'.includes(token.text)) at = closingOf(p, at)
  }
  return false
}
