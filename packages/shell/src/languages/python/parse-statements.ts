import {
  assign,
  block,
  callOf,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type Param,
  step,
  textExpr,
  UNKNOWN_EXPR,
} from '../ast.ts'
import { accept, type Cursor, ended, is, isOneOf, nested, next, peek, statements } from '../parse/cursor.ts'
import { chain, expression } from '../parse/expressions.ts'

interface Forms {
  readonly params: (p: Cursor, close: string) => Param[]
  readonly targets: (p: Cursor) => Expr
  readonly tuple: (p: Cursor) => Expr
}

type Handler = (p: Cursor, column: number, forms: Forms) => Expr

export const pythonStatement = (p: Cursor, forms: Forms): Expr =>
  nested(p, () => {
    const { column } = peek(p)
    if (accept(p, '@')) return decorator(p)
    if (is(p, 'async')) next(p)
    const { kind, text } = peek(p)
    const handler = kind === 'name' && Object.hasOwn(HANDLERS, text) ? HANDLERS[text] : undefined
    if (handler === undefined) return simple(p, forms)
    next(p)
    const expr = handler(p, column, forms)
    accept(p, ';')
    return expr
  })

/** `@f` above a function calls `f` with it. */
const decorator = (p: Cursor): Expr => step(expression(p), { kind: 'call', args: [{ value: UNKNOWN_EXPR }] })

const HANDLERS: Readonly<Record<string, Handler>> = {
  import: (p) => importNames(p),
  from: (p) => importFrom(p),
  def: (p, column, forms) => {
    const name = next(p).text
    accept(p, '(')
    const params = forms.params(p, ')')
    const type = accept(p, '->') ? expression(p) : NOTHING_EXPR
    return block([type, assign(nameExpr(name), { kind: 'function', name, params, body: suite(p, column) }, true)])
  },
  // A class runs like a function: its own names do not leak, and its methods are read like other functions.
  class: (p, column) => {
    const name = next(p).text
    const bases = is(p, '(') ? expression(p) : NOTHING_EXPR
    const body: Expr = { kind: 'function', name, params: [], body: suite(p, column) }
    return block([bases, assign(nameExpr(name), body, true)])
  },
  if: (p, column) => {
    const tests = [expression(p)]
    const bodies = [suite(p, column)]
    while (is(p, 'elif')) {
      next(p)
      tests.push(expression(p))
      bodies.push(suite(p, column))
    }
    const total = accept(p, 'else')
    if (total) bodies.push(suite(p, column))
    return { kind: 'branches', tests, bodies, total }
  },
  while: (p, column) => {
    const test = expression(p)
    const body = suite(p, column)
    return withElse(p, column, { kind: 'loop', body: block([test, body]), collects: false })
  },
  for: (p, column, forms) => {
    const target = forms.targets(p)
    accept(p, 'in')
    const over = forms.tuple(p)
    return withElse(p, column, { kind: 'loop', target, over, body: suite(p, column), collects: false })
  },
  try: (p, column) => {
    const parts = [suite(p, column)]
    while (isOneOf(p, ' except else finally ')) {
      const maybe = next(p).text !== 'finally'
      accept(p, '*')
      if (!is(p, ':')) parts.push(expression(p))
      if (accept(p, 'as')) next(p)
      const body = suite(p, column)
      parts.push(maybe ? { kind: 'branches', tests: [], bodies: [body], total: false } : body)
    }
    return block(parts)
  },
  with: (p, column) => {
    const items: Expr[] = []
    accept(p, '(')
    do {
      const value = expression(p)
      items.push(accept(p, 'as') ? assign(chain(p), value) : value)
    } while (accept(p, ',') && !ended(p))
    accept(p, ')')
    return block([...items, suite(p, column)])
  },
  return: (p, _column, forms) => ({ kind: 'return', value: endsHere(p) ? NOTHING_EXPR : forms.tuple(p) }),
  global: outerNames,
  nonlocal: outerNames,
  del: (p, _column, forms) => forms.tuple(p),
  assert: (p, _column, forms) => forms.tuple(p),
  raise: (p) => (endsHere(p) ? NOTHING_EXPR : expression(p)),
  // A statement in Python 2, a function since.
  exec: (p, _column, forms) => {
    if (peek(p).kind === 'text') return callOf('exec', [expression(p)])
    p.at--
    return simple(p, forms)
  },
}

const endsHere = (p: Cursor): boolean => ended(p) || peek(p).line || is(p, ';')

function withElse(p: Cursor, column: number, loop: Expr): Expr {
  return accept(p, 'else') ? block([loop, suite(p, column)]) : loop
}

/** What belongs to a statement: the rest of its line, or the lines that are indented more than it is. */
function suite(p: Cursor, column: number): Expr {
  accept(p, ':')
  if (!peek(p).line) return statements(p, () => peek(p).line)
  return statements(p, () => peek(p).line && peek(p).column <= column)
}

function outerNames(p: Cursor): Expr {
  const names: string[] = []
  do names.push(next(p).text)
  while (accept(p, ','))
  return { kind: 'outer', names }
}

function dotted(p: Cursor): string {
  let name = ''
  while (isOneOf(p, ' . ... ') || (peek(p).kind === 'name' && !isOneOf(p, ' import as '))) {
    name += next(p).text
    if (!is(p, '.') && !name.endsWith('.')) break
  }
  return name
}

function importNames(p: Cursor): Expr {
  const body: Expr[] = []
  do {
    const module = dotted(p)
    // `import os.path` makes the name `os`.
    const [first = ''] = module.split('.')
    if (accept(p, 'as')) body.push(assign(nameExpr(next(p).text), moduleOf(module)))
    else body.push(assign(nameExpr(first), moduleOf(first)))
  } while (accept(p, ',') && !ended(p))
  return block(body)
}

const moduleOf = (name: string): Expr => callOf('__import__', [textExpr(name)])

function importFrom(p: Cursor): Expr {
  const module = dotted(p)
  accept(p, 'import')
  accept(p, '(')
  const body: Expr[] = []
  do {
    if (is(p, ')')) break
    const name = next(p).text
    const local = accept(p, 'as') ? next(p).text : name
    if (name === '*') body.push(callOf('import *', [textExpr(module)]))
    else body.push(assign(nameExpr(local), step(moduleOf(module), { kind: 'member', name })))
  } while (accept(p, ',') && !ended(p))
  accept(p, ')')
  return block(body)
}

const SHARED = nameExpr('=')

/** An expression, or assignments from right to left. */
function simple(p: Cursor, forms: Forms): Expr {
  const first = forms.tuple(p)
  if (isOneOf(p, ' += -= *= /= //= %= **= &= |= ^= <<= >>= @= ')) {
    const op = next(p).text
    const expr: Expr = { kind: 'assign', op, target: first, value: forms.tuple(p), own: false }
    accept(p, ';')
    return expr
  }
  // `name: type = value`; the type is worked out too.
  if (is(p, ':') && !peek(p, 1).line && (first.kind === 'name' || first.kind === 'chain')) {
    next(p)
    const type = expression(p)
    return block([type, accept(p, '=') ? assign(first, forms.tuple(p)) : NOTHING_EXPR])
  }
  const targets = [first]
  while (is(p, '=')) {
    next(p)
    targets.push(forms.tuple(p))
  }
  accept(p, ';')
  const value = targets.pop() ?? first
  const [only] = targets
  if (only === undefined) return value
  if (targets.length === 1) return assign(only, value)
  // The value is made once, however many names it is given.
  return block([assign(SHARED, value), ...targets.map((target) => assign(target, SHARED))])
}
