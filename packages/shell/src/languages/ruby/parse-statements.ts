import { assign, block, type Expr, nameExpr, NOTHING_EXPR, type Param } from '../ast.ts'
import { accept, type Cursor, ended, is, isOneOf, itemsUntil, nested, next, peek, statements } from '../parse/cursor.ts'
import { ASSIGN, chain, expression } from '../parse/expressions.ts'

const INNER_ENDS = ' end else elsif when in rescue ensure '

const inner = (p: Cursor): Expr => statements(p, () => isOneOf(p, INNER_ENDS))

export const rubyStatement = (p: Cursor): Expr =>
  nested(p, () => {
    let expr = simple(p)
    // `… if …`, `… while …`: the condition follows the statement it controls.
    while (isOneOf(p, ' if unless while until rescue ') && !peek(p).line) {
      const word = next(p).text
      const test = expression(p)
      if (word === 'while' || word === 'until') expr = { kind: 'loop', body: block([test, expr]), collects: false }
      else expr = { kind: 'branches', tests: [test], bodies: [expr], total: false }
    }
    accept(p, ';')
    return expr
  })

function simple(p: Cursor): Expr {
  if (isOneOf(p, ' return break next ')) {
    next(p)
    const none = ended(p) || peek(p).line || isOneOf(p, ' if unless ; } end ')
    return { kind: 'return', value: none ? NOTHING_EXPR : expression(p) }
  }
  if (isOneOf(p, ' BEGIN END ') && is(p, '{', 1)) {
    p.at += 2
    const body = statements(p, () => is(p, '}'))
    accept(p, '}')
    return body
  }
  const first = expression(p)
  if (!is(p, ',')) return first
  // `a, b = 1, 2`
  const items = [first]
  while (accept(p, ',')) items.push(accept(p, '*') ? { kind: 'spread', value: chain(p) } : expression(p, ASSIGN + 1))
  const target: Expr = { kind: 'list', items }
  if (!accept(p, '=')) return target
  for (const item of items) remember(p, item)
  const values = [expression(p)]
  while (accept(p, ',')) values.push(expression(p))
  const [only] = values
  return assign(asTargets(target), values.length === 1 && only !== undefined ? only : { kind: 'list', items: values })
}

function remember(p: Cursor, item: Expr): void {
  const name = nameOf(item)
  if (name !== undefined) p.known.add(name)
}

/** A name that was read as a call without arguments. */
const nameOf = (item: Expr): string | undefined =>
  item.kind === 'chain' && item.base.kind === 'name' && item.steps.length === 1 && item.steps[0]?.kind === 'call'
    ? item.base.name
    : undefined

const asTargets = (target: Expr & { kind: 'list' }): Expr => ({
  kind: 'list',
  items: target.items.map((item) => {
    const name = nameOf(item)
    return name === undefined ? item : nameExpr(name)
  }),
})

/** Words that begin something that goes on to `end`. */
export function compound(p: Cursor): Expr | undefined {
  const handler = Object.hasOwn(COMPOUND, peek(p).text) ? COMPOUND[peek(p).text] : undefined
  if (handler === undefined || is(p, ':', 1)) return undefined
  return nested(p, () => {
    next(p)
    return handler(p)
  })
}

const COMPOUND: Readonly<Record<string, (p: Cursor) => Expr>> = {
  if: conditional,
  unless: conditional,
  while: whileLoop,
  until: whileLoop,
  for: (p) => {
    const names: Expr[] = []
    do {
      p.known.add(peek(p).text)
      names.push(nameExpr(next(p).text))
    } while (accept(p, ',') && !ended(p))
    accept(p, 'in')
    const [only] = names
    const target: Expr = names.length === 1 && only !== undefined ? only : { kind: 'list', items: names }
    const over = withoutDo(p, () => expression(p))
    accept(p, 'do')
    const body = inner(p)
    accept(p, 'end')
    return { kind: 'loop', target, over, body, collects: false }
  },
  case: (p) => {
    const test = peek(p).line || is(p, ';') ? NOTHING_EXPR : expression(p)
    accept(p, ';')
    const tests = [test]
    const bodies: Expr[] = []
    while (isOneOf(p, ' when in else ') && !ended(p)) {
      if (next(p).text !== 'else')
        do tests.push(expression(p))
        while (accept(p, ','))
      accept(p, 'then')
      bodies.push(inner(p))
    }
    accept(p, 'end')
    return { kind: 'branches', tests, bodies, total: false }
  },
  begin: (p) => {
    const parts = rescued(p)
    accept(p, 'end')
    return parts
  },
  def: (p) => {
    const name = methodName(p)
    const params: Param[] = []
    if (accept(p, '(')) params.push(...itemsUntil(p, ')', methodParam))
    else
      while (!ended(p) && !peek(p).line && !isOneOf(p, ' ; = ')) {
        params.push(methodParam(p))
        accept(p, ',')
      }
    if (accept(p, '=')) return assign(nameExpr(name), { kind: 'function', name, params, body: expression(p) }, true)
    const body = rescued(p)
    accept(p, 'end')
    return assign(nameExpr(name), { kind: 'function', name, params, body }, true)
  },
  class: moduleBody,
  module: moduleBody,
}

function conditional(p: Cursor): Expr {
  const tests = [expression(p)]
  accept(p, 'then')
  accept(p, ';')
  const bodies = [inner(p)]
  while (accept(p, 'elsif')) {
    tests.push(expression(p))
    accept(p, 'then')
    bodies.push(inner(p))
  }
  const total = accept(p, 'else')
  if (total) bodies.push(inner(p))
  accept(p, 'end')
  return { kind: 'branches', tests, bodies, total }
}

function whileLoop(p: Cursor): Expr {
  const test = withoutDo(p, () => expression(p))
  accept(p, 'do')
  const body = inner(p)
  accept(p, 'end')
  return { kind: 'loop', body: block([test, body]), collects: false }
}

/** In the head of a loop, `do` begins the loop and no block. */
function withoutDo(p: Cursor, read: () => Expr): Expr {
  const before = p.known.has(' no do')
  p.known.add(' no do')
  const expr = read()
  if (!before) p.known.delete(' no do')
  return expr
}

function rescued(p: Cursor): Expr {
  const parts = [inner(p)]
  while (isOneOf(p, ' rescue else ensure ')) {
    const always = next(p).text === 'ensure'
    if (!peek(p).line && !isOneOf(p, ' then ; ')) {
      do parts.push(expression(p))
      while (accept(p, ','))
      if (accept(p, '=>')) next(p)
    }
    accept(p, 'then')
    const body = inner(p)
    parts.push(always ? body : { kind: 'branches', tests: [], bodies: [body], total: false })
  }
  return block(parts)
}

function methodName(p: Cursor): string {
  let name = next(p).text
  while (is(p, '.') && !peek(p).spaced) {
    next(p)
    name = next(p).text
  }
  return name
}

function methodParam(p: Cursor): Param {
  const rest = isOneOf(p, ' * ** & ') && (next(p), true)
  const name = next(p).text
  p.known.add(name)
  const named = accept(p, ':')
  const fallback =
    accept(p, '=') || (named && !isOneOf(p, ' , ) ') && !peek(p).line) ? expression(p, ASSIGN) : undefined
  return { target: nameExpr(name), rest, ...(fallback && { fallback }) }
}

/** A class runs like a function: its methods are read like other functions. */
function moduleBody(p: Cursor): Expr {
  accept(p, '<<')
  const name = chain(p)
  const base = accept(p, '<') ? expression(p) : NOTHING_EXPR
  const body = rescued(p)
  accept(p, 'end')
  return block([name, base, { kind: 'function', params: [], body }])
}
