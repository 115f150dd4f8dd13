import { assign, block, callOf, type Expr, nameExpr, NOTHING_EXPR, step, textExpr } from '../ast.ts'
import {
  countedLoop,
  body,
  doStatement,
  type Handler,
  ifStatement,
  statementWith,
  switchStatement,
  tryStatement,
  whileStatement,
} from '../parse/braces.ts'
import { accept, closingOf, type Cursor, ended, is, isOneOf, itemsUntil, next, peek, textOf } from '../parse/cursor.ts'
import { ASSIGN, chain, expression } from '../parse/expressions.ts'

interface Forms {
  readonly functionRest: (p: Cursor) => Expr
  readonly classRest: (p: Cursor) => Expr
}

export const javascriptStatement = (p: Cursor, forms: Forms): Expr =>
  statementWith(p, HANDLERS, (it) => simple(it, forms))

const HANDLERS: Readonly<Record<string, Handler>> = {
  const: declarations,
  let: declarations,
  var: declarations,
  if: ifStatement,
  while: whileStatement,
  do: doStatement,
  for: forStatement,
  try: tryStatement,
  switch: switchStatement,
  return: (p) => ({ kind: 'return', value: isOneOf(p, ' ; } ') || peek(p).line ? NOTHING_EXPR : expression(p) }),
  import: importStatement,
  export: exportStatement,
}

function simple(p: Cursor, forms: Forms): Expr {
  const isAsync = is(p, 'async') && is(p, 'function', 1)
  if (is(p, 'function') || isAsync || (is(p, 'class') && peek(p, 1).kind === 'name')) {
    if (isAsync) next(p)
    const made = next(p).text === 'function' ? forms.functionRest(p) : forms.classRest(p)
    return made.kind === 'function' && made.name !== undefined ? assign(nameExpr(made.name), made, true) : made
  }
  const parts = [expression(p)]
  while (accept(p, ',')) parts.push(expression(p))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : block(parts)
}

function declarations(p: Cursor): Expr {
  const body: Expr[] = []
  do {
    const target = chain(p)
    skipType(p)
    body.push(assign(target, accept(p, '=') ? expression(p, ASSIGN) : NOTHING_EXPR, true))
  } while (accept(p, ',') && !ended(p))
  return block(body)
}

/** `: string[]`, `?: Record<string, number>`: types say nothing about what is done. */
export function skipType(p: Cursor): void {
  if (is(p, '?') && is(p, ':', 1)) next(p)
  if (!accept(p, ':')) return
  while (!ended(p)) {
    const { kind, text } = peek(p)
    if (kind === 'op' && (text === '[' || text === '<')) p.at++
    else if (kind === 'op' && (text === '(' || text === '{') && isOneOf(p, ' : | & < , ( ', -1))
      p.at = closingOf(p, p.at) + 1
    else if (kind === 'op' && !'.|&>]'.includes(text)) break
    else p.at++
  }
}

function forStatement(p: Cursor): Expr {
  accept(p, 'await')
  // A look ahead without reading: `(const {a, b} of`, `(x in`.
  const start = p.at + (isOneOf(p, ' const let var ', 1) ? 2 : 1)
  const opens = p.tokens[start]?.kind === 'op' && '[{'.includes(p.tokens[start]?.text ?? '?')
  const word = p.tokens[(opens ? closingOf(p, start) : start) + 1]
  if (word?.kind !== 'name' || (word.text !== 'of' && word.text !== 'in')) return countedLoop(p)
  p.at = start
  const target = chain(p)
  const keys = next(p).text === 'in'
  const over = expression(p)
  accept(p, ')')
  return { kind: 'loop', target, over: keys ? callOf('Object.keys', [over]) : over, body: body(p), collects: false }
}

const moduleOf = (name: Expr): Expr => callOf('require', [name])

/** `import a, {b as c} from 'm'`, `import * as a from 'm'`, `import 'm'`; `import(` is an expression. */
function importStatement(p: Cursor): Expr {
  if (is(p, '(') || is(p, '.')) {
    p.at--
    return expression(p)
  }
  const body: ((module: Expr) => Expr)[] = []
  accept(p, 'type')
  while (!ended(p) && peek(p).kind !== 'text' && !is(p, ';')) {
    if (accept(p, '{')) {
      for (const [name, local] of itemsUntil(p, '}', importName)) {
        body.push((module) => assign(nameExpr(local), step(module, { kind: 'member', name }), true))
      }
    } else if (accept(p, '*')) {
      accept(p, 'as')
      const local = next(p).text
      body.push((module) => assign(nameExpr(local), module, true))
    } else if (!accept(p, 'from') && !accept(p, ',')) {
      const local = next(p).text
      body.push((module) => assign(nameExpr(local), module, true))
    }
  }
  const from = peek(p).kind === 'text' ? textOf(p, next(p).parts) : textExpr('')
  if (body.length === 0) return callOf('require', [from])
  return block(body.map((make) => make(moduleOf(from))))
}

function importName(p: Cursor): readonly [string, string] {
  accept(p, 'type')
  const name = next(p).text
  return [name, accept(p, 'as') ? next(p).text : name]
}

function exportStatement(p: Cursor): Expr {
  accept(p, 'default')
  return p.syntax.statement(p)
}
