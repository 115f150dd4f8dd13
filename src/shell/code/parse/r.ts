import {
  type Argument,
  assign,
  callOf,
  type Expr,
  NOTHING_EXPR,
  type Param,
  type Step,
  UNKNOWN_EXPR,
  nameExpr,
  block,
} from '../ast.ts'
import { lexR } from '../lex/r.ts'
import { body, braceBlock, type Handler, ifStatement, statementWith, whileStatement } from './braces.ts'
import { accept, type Cursor, is, isOneOf, itemsUntil, next, peek, plainOf, type Syntax, textOf } from './cursor.ts'
import { ASSIGN, chain, expression } from './expressions.ts'

export const rSyntax: Syntax = {
  lex: lexR,
  operators: {
    '~': 3,
    '||': 4,
    '|': 4,
    '&&': 5,
    '&': 5,
    '==': 6,
    '!=': 6,
    '<': 6,
    '>': 6,
    '<=': 6,
    '>=': 6,
    '+': 7,
    '-': 7,
    '*': 8,
    '/': 8,
    ':': 10,
    '^': 12,
  },
  renames: { '^': '**', ':': 'range' },
  rightToLeft: ' ^ ',
  assigns: ' <- = ',
  prefixes: ' - + ! ~ ? ',
  members: ' $ @ ',
  ternary: false,
  linesEnd: true,
  primary,
  postfix,
  infix,
  argument,
  statement: (p) => statementWith(p, HANDLERS, expression),
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  if: ifStatement,
  while: whileStatement,
  for: forLoop,
  repeat: (p) => ({ kind: 'loop', body: body(p), collects: false }),
}

function forLoop(p: Cursor): Expr {
  accept(p, '(')
  const target = chain(p)
  accept(p, 'in')
  const over = expression(p)
  accept(p, ')')
  return { kind: 'loop', target, over, body: body(p), collects: false }
}

function primary(p: Cursor): Expr | undefined {
  if (is(p, 'function') || (is(p, '\\') && is(p, '(', 1))) {
    next(p)
    accept(p, '(')
    const params = itemsUntil(p, ')', (it): Param => {
      const target = nameExpr(next(it).text)
      return accept(it, '=')
        ? { target, fallback: expression(it, ASSIGN) }
        : { target, rest: target.kind === 'name' && target.name === '...' }
    })
    return { kind: 'function', params, body: body(p) }
  }
  if (is(p, '{')) return braceBlock(p)
  if (is(p, 'if')) return (next(p), ifStatement(p))
  if (is(p, 'for')) return (next(p), forLoop(p))
  // `base::unlink` and `unlink` are the same to us, and so is `pkg:::hidden`.
  if ((peek(p).kind === 'name' || peek(p).kind === 'text') && isOneOf(p, ' :: ::: ', 1)) {
    p.at += 2
    return nameExpr(next(p).text)
  }
  // `"x" <- 1` gives a value to the name.
  if (peek(p).kind === 'text' && isOneOf(p, ' <- <<- = ', 1)) return nameExpr(plainOf(next(p)))
  return undefined
}

/** `x -> name`, `a <<- b`, `a |> f()`, `a %>% f()`, `a %in% b`. */
function infix(p: Cursor, left: Expr, min: number): Expr | undefined {
  const { text, kind } = peek(p)
  if (kind !== 'op') return undefined
  if ((text === '->' || text === '->>') && min <= ASSIGN) return (next(p), assign(chain(p), left))
  if (text === '<<-' && min <= ASSIGN) {
    next(p)
    const value = expression(p, ASSIGN)
    const outer: Expr = { kind: 'outer', names: left.kind === 'name' ? [left.name] : [] }
    return block([outer, assign(left, value)])
  }
  if ((text === '|>' || text === '%>%') && min <= 9) return (next(p), piped(left, expression(p, 10)))
  if (text.startsWith('%') && text.length > 1 && min <= 9) {
    next(p)
    return callOf(text, [left, expression(p, 10)])
  }
  return undefined
}

/** `x |> f(y)` is `f(x, y)`. */
function piped(left: Expr, right: Expr): Expr {
  if (right.kind !== 'chain') return { kind: 'chain', base: right, steps: [{ kind: 'call', args: [{ value: left }] }] }
  const last = right.steps.at(-1)
  if (last?.kind !== 'call') return { ...right, steps: [...right.steps, { kind: 'call', args: [{ value: left }] }] }
  return { ...right, steps: [...right.steps.slice(0, -1), { kind: 'call', args: [{ value: left }, ...last.args] }] }
}

function argument(p: Cursor): Argument {
  const token = peek(p)
  if ((token.kind === 'name' || token.kind === 'text') && is(p, '=', 1)) {
    p.at += 2
    const name = token.kind === 'name' ? token.text : plainOf(token)
    return { name, value: is(p, ',') || is(p, ')') ? NOTHING_EXPR : expression(p, ASSIGN) }
  }
  if (is(p, '...')) return (next(p), { value: nameExpr('...'), spread: true })
  return { value: expression(p, ASSIGN) }
}

/** `x[[1]]`, `x[1, 2]`, `x$"name"`. */
function postfix(p: Cursor, _base: Expr, steps: Step[]): boolean {
  if (is(p, '$') && peek(p, 1).kind === 'text') {
    next(p)
    steps.push({ kind: 'index', index: textOf(p, next(p).parts) })
    return true
  }
  if (!is(p, '[') || peek(p).line) return false
  next(p)
  const double = accept(p, '[')
  const items = itemsUntil(p, ']', (it) => expression(it, ASSIGN))
  if (double) accept(p, ']')
  const [index = UNKNOWN_EXPR] = items
  // Lists count from one.
  const place: Expr = index.kind === 'number' ? { kind: 'number', value: index.value - 1 } : index
  steps.push({ kind: 'index', index: items.length > 1 ? block([...items, UNKNOWN_EXPR]) : place })
  return true
}
