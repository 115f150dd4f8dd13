import { block, type Expr, NOTHING_EXPR } from '../ast.ts'
import { accept, type Cursor, ended, is, isOneOf, nested, next, peek, statements } from './cursor.ts'
import { expression } from './expressions.ts'

/** Statements that all languages with braces share. Each is called behind its own word. */
export type Handler = (p: Cursor) => Expr

export const braceBlock = (p: Cursor): Expr =>
  nested(p, () => {
    accept(p, '{')
    const body = statements(p, () => is(p, '}'))
    accept(p, '}')
    return body
  })

const ALTERNATIVE_END = ' endif else elseif endwhile endfor endforeach endswitch '

/** One statement, a block, or PHP's `: … endif;`. */
export function body(p: Cursor): Expr {
  if (is(p, '{')) return braceBlock(p)
  if (!accept(p, ':')) return p.syntax.statement(p)
  const inner = statements(p, () => isOneOf(p, ALTERNATIVE_END))
  if (isOneOf(p, ALTERNATIVE_END) && peek(p).text.startsWith('end')) next(p)
  return inner
}

/** The contents of the parentheses after `if` and `while`; one expression or more. */
export function condition(p: Cursor): Expr {
  if (!accept(p, '(')) return expression(p)
  const test = statements(p, () => is(p, ')'))
  accept(p, ')')
  return test
}

export function ifStatement(p: Cursor): Expr {
  const tests = [condition(p)]
  const bodies = [body(p)]
  let total = false
  accept(p, ';')
  while (isOneOf(p, ' else elseif elsif ') && !total && !ended(p)) {
    const word = next(p).text
    if (word === 'else' && !accept(p, 'if')) total = true
    else tests.push(condition(p))
    bodies.push(body(p))
    accept(p, ';')
  }
  return { kind: 'branches', tests, bodies, total }
}

export function whileStatement(p: Cursor): Expr {
  const test = condition(p)
  return { kind: 'loop', body: block([test, body(p)]), collects: false }
}

/** `do { … } while (…)` */
export function doStatement(p: Cursor): Expr {
  const inner = body(p)
  const test = isOneOf(p, ' while until ') ? (next(p), condition(p)) : NOTHING_EXPR
  return { kind: 'loop', body: block([inner, test]), collects: false }
}

/** `for (a; b; c)`: what is done before, between and after the rounds is done in the loop. */
export function countedLoop(p: Cursor): Expr {
  accept(p, '(')
  const head = statements(p, () => is(p, ')'))
  accept(p, ')')
  return block([head, { kind: 'loop', body: block([body(p), head]), collects: false }])
}

export function tryStatement(p: Cursor): Expr {
  const parts = [body(p)]
  while (isOneOf(p, ' catch finally ')) {
    const always = next(p).text === 'finally'
    if (is(p, '(')) parts.push(condition(p))
    const inner = body(p)
    parts.push(always ? inner : { kind: 'branches', tests: [], bodies: [inner], total: false })
  }
  return block(parts)
}

/** Which case it is depends on something that is not judged. */
export function switchStatement(p: Cursor): Expr {
  const test = condition(p)
  accept(p, '{')
  const tests = [test]
  const bodies: Expr[] = []
  while (!ended(p) && !is(p, '}')) {
    const before = p.at
    if (accept(p, 'case')) tests.push(expression(p))
    else accept(p, 'default')
    accept(p, ':')
    bodies.push(statements(p, () => isOneOf(p, ' case default } ')))
    if (p.at === before) break
  }
  accept(p, '}')
  return { kind: 'branches', tests, bodies, total: false }
}

/** Runs the handler of the current word, or reads an expression; then takes the semicolon. */
export const statementWith = (p: Cursor, handlers: Readonly<Record<string, Handler>>, simple: Handler): Expr =>
  nested(p, () => {
    const { kind, text } = peek(p)
    if (kind === 'op' && text === '{') return braceBlock(p)
    const handler = kind === 'name' && Object.hasOwn(handlers, text) ? handlers[text] : undefined
    if (handler !== undefined) next(p)
    const expr = (handler ?? simple)(p)
    accept(p, ';')
    return expr
  })
