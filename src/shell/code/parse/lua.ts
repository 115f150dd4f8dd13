import {
  type Argument,
  assign,
  block,
  type Entry,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type Param,
  type Step,
  textExpr,
} from '../ast.ts'
import { lexLua } from '../lex/lua.ts'
import { type Handler, statementWith } from './braces.ts'
import {
  accept,
  type Cursor,
  ended,
  is,
  isOneOf,
  itemsUntil,
  next,
  peek,
  statements,
  type Syntax,
  textOf,
} from './cursor.ts'
import { chain, expression } from './expressions.ts'

export const luaSyntax: Syntax = {
  lex: lexLua,
  operators: {
    or: 3,
    and: 4,
    '<': 5,
    '>': 5,
    '<=': 5,
    '>=': 5,
    '~=': 5,
    '==': 5,
    '|': 6,
    '~': 7,
    '&': 8,
    '<<': 9,
    '>>': 9,
    '..': 10,
    '+': 11,
    '-': 11,
    '*': 12,
    '/': 12,
    '//': 12,
    '%': 12,
    '^': 14,
  },
  renames: { '..': 'concat', '^': '**', '~': '^' },
  assigns: ' ',
  prefixes: ' - not # ~ ',
  members: ' . : ',
  ternary: false,
  linesEnd: false,
  primary,
  postfix,
  argument: (p): Argument => (isRest(p) ? { value: rest(p), spread: true } : { value: expression(p) }),
  statement: (p) => statementWith(p, HANDLERS, simple),
}

const ENDS = ' end else elseif until '
const inner = (p: Cursor): Expr => statements(p, () => isOneOf(p, ENDS))

function doBlock(p: Cursor): Expr {
  accept(p, 'do')
  const body = inner(p)
  accept(p, 'end')
  return body
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  local: (p) => {
    if (!accept(p, 'function')) return assignment(p, true)
    const name = next(p).text
    return assign(nameExpr(name), functionRest(p, name), true)
  },
  function: (p) => {
    if (is(p, '(')) {
      p.at--
      return expression(p)
    }
    const target = nameChain(p)
    return assign(target, functionRest(p, target.kind === 'name' ? target.name : undefined))
  },
  if: (p) => {
    const tests: Expr[] = []
    const bodies: Expr[] = []
    let total = false
    do {
      if (!total) tests.push(expression(p))
      accept(p, 'then')
      bodies.push(inner(p))
      if (accept(p, 'else')) {
        total = true
        bodies.push(inner(p))
      }
    } while (!total && accept(p, 'elseif') && !ended(p))
    accept(p, 'end')
    return { kind: 'branches', tests, bodies, total }
  },
  while: (p) => ({ kind: 'loop', body: block([expression(p), doBlock(p)]), collects: false }),
  repeat: (p) => {
    const body = inner(p)
    const test = accept(p, 'until') ? expression(p) : NOTHING_EXPR
    return { kind: 'loop', body: block([body, test]), collects: false }
  },
  for: (p) => {
    const names = nameList(p)
    if (!accept(p, '=')) accept(p, 'in')
    const over = expressions(p)
    const target: Expr = names.length === 1 && names[0] !== undefined ? names[0] : { kind: 'list', items: names }
    return {
      kind: 'loop',
      target,
      over: over[0] ?? NOTHING_EXPR,
      body: block([...over.slice(1), doBlock(p)]),
      collects: false,
    }
  },
  do: doBlock,
  return: (p) => ({
    kind: 'return',
    value: isOneOf(p, `${ENDS}; `) || ended(p) ? NOTHING_EXPR : (expressions(p)[0] ?? NOTHING_EXPR),
  }),
  goto: (p) => (next(p), NOTHING_EXPR),
}

function expressions(p: Cursor): readonly Expr[] {
  const items = [expression(p)]
  while (accept(p, ',')) items.push(expression(p))
  return items
}

function nameList(p: Cursor): readonly Expr[] {
  const names: Expr[] = []
  do {
    names.push(nameExpr(next(p).text))
    // `local x <const>`
    if (accept(p, '<')) p.at += 2
  } while (accept(p, ',') && !ended(p))
  return names
}

/** `a.b:c` before the parameters of a function. */
function nameChain(p: Cursor): Expr {
  const base = nameExpr(next(p).text)
  const steps: Step[] = []
  while (isOneOf(p, ' . : ')) {
    next(p)
    steps.push({ kind: 'member', name: next(p).text })
  }
  return steps.length === 0 ? base : { kind: 'chain', base, steps }
}

function targetList(p: Cursor): readonly Expr[] {
  const targets = [chain(p)]
  while (accept(p, ',')) targets.push(chain(p))
  return targets
}

function assignment(p: Cursor, own: boolean): Expr {
  const targets = own ? nameList(p) : targetList(p)
  if (!accept(p, '=')) return own ? NOTHING_EXPR : block(targets)
  if (is(p, '...') && targets.length > 1) return assign({ kind: 'list', items: targets }, rest(p), own)
  const values = expressions(p)
  return block(targets.map((target, index) => assign(target, values[index] ?? NOTHING_EXPR, own)))
}

const simple = (p: Cursor): Expr => assignment(p, false)

function functionRest(p: Cursor, name?: string): Expr {
  accept(p, '(')
  const params = itemsUntil(p, ')', (it): Param => {
    const token = next(it)
    return token.text === '...' ? { target: textExpr(''), rest: true } : { target: nameExpr(token.text) }
  })
  const body = inner(p)
  accept(p, 'end')
  return { kind: 'function', ...(name !== undefined && { name }), params, body }
}

/** `...` at the end of a list stands for all that is left; anywhere else for the first of it. */
const isRest = (p: Cursor): boolean => is(p, '...') && isOneOf(p, ' ) } ', 1)
const rest = (p: Cursor): Expr => (next(p), nameExpr('...'))

function primary(p: Cursor): Expr | undefined {
  if (is(p, 'function')) return (next(p), functionRest(p))
  if (is(p, '...'))
    return { kind: 'chain', base: rest(p), steps: [{ kind: 'index', index: { kind: 'number', value: 0 } }] }
  return is(p, '{') ? table(p) : undefined
}

function table(p: Cursor): Expr {
  next(p)
  let isMap = false
  const entries = itemsUntil(p, '}', (it): Entry => {
    let key: Expr | undefined
    if (accept(it, '[')) {
      key = expression(it)
      accept(it, ']')
    } else if (peek(it).kind === 'name' && is(it, '=', 1)) key = textExpr(next(it).text)
    if (key !== undefined) accept(it, '=')
    isMap ||= key !== undefined
    const value: Expr = isRest(it) ? { kind: 'spread', value: rest(it) } : expression(it)
    // A semicolon separates as well.
    if (is(it, ';')) next(it)
    return key === undefined ? { value } : { key, value }
  })
  if (isMap)
    return {
      kind: 'map',
      entries: entries.map(({ key, value }, index) => ({ key: key ?? textExpr(String(index + 1)), value })),
    }
  // Lists count from one.
  if (entries.length === 0) return { kind: 'map', entries: [] }
  return { kind: 'list', items: [NOTHING_EXPR, ...entries.map((entry) => entry.value)] }
}

/** `f"text"` and `f{…}` are calls. */
function postfix(p: Cursor, base: Expr, steps: Step[]): boolean {
  const token = peek(p)
  if (base.kind !== 'name' && base.kind !== 'chain' && steps.length === 0) return false
  if (token.kind === 'text') {
    next(p)
    steps.push({ kind: 'call', args: [{ value: textOf(p, token.parts) }] })
    return true
  }
  if (!is(p, '{')) return false
  steps.push({ kind: 'call', args: [{ value: table(p) }] })
  return true
}
