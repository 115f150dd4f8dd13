import {
  type Argument,
  block,
  callOf,
  type Entry,
  type Expr,
  nameExpr,
  type Param,
  type Step,
  textExpr,
  UNKNOWN_EXPR,
} from '../ast.ts'
import { lexRuby } from './lex.ts'
import {
  accept,
  type Cursor,
  ended,
  hasWord,
  is,
  isOneOf,
  itemsUntil,
  nested,
  next,
  peek,
  plainOf,
  statements,
  type Syntax,
  textOf,
} from '../parse/cursor.ts'
import { ASSIGN, chain, expression, listItem } from '../parse/expressions.ts'
import { compound, rubyStatement } from './parse-statements.ts'

const APPEND = 11

export const rubySyntax: Syntax = {
  lex: lexRuby,
  operators: {
    or: 0.4,
    and: 0.4,
    '..': 3,
    '...': 3,
    '||': 4,
    '&&': 5,
    '==': 7,
    '!=': 7,
    '===': 7,
    '=~': 7,
    '!~': 7,
    '<=>': 7,
    '<': 8,
    '>': 8,
    '<=': 8,
    '>=': 8,
    '|': 9,
    '^': 9,
    '&': 10,
    '<<': APPEND,
    '>>': APPEND,
    '+': 12,
    '-': 12,
    '*': 13,
    '/': 13,
    '%': 13,
    '**': 15,
  },
  renames: { '..': 'range', '...': 'range', '<<': 'append' },
  rightToLeft: ' ** ',
  assigns: ' = += -= *= /= %= **= ||= &&= |= &= ^= <<= >>= ',
  prefixes: ' - + ! ~ not defined? ',
  members: ' ',
  ternary: true,
  linesEnd: true,
  primary,
  postfix,
  infix,
  argument,
  statement: rubyStatement,
}

/** `a rescue b`; and `name << more`, which changes what the name holds. */
function infix(p: Cursor, left: Expr, min: number): Expr | undefined {
  if (is(p, '<<') && left.kind === 'name' && min <= APPEND) {
    next(p)
    return { kind: 'assign', op: '<<=', target: left, value: expression(p, APPEND + 1), own: false }
  }
  if (min > ASSIGN || !is(p, 'rescue') || peek(p).line) return undefined
  next(p)
  return { kind: 'choice', test: UNKNOWN_EXPR, options: [left, expression(p, ASSIGN)] }
}

const WORDS_THAT_END = ' then do end else elsif when in rescue ensure and or if unless while until '

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  if (token.kind === 'text' && token.role === 'plain') return adjacent(p)
  if (token.kind === 'name') return word(p)
  if (is(p, '->')) return arrow(p)
  if (is(p, '::')) return (next(p), undefined)
  if (is(p, '{')) return (next(p), { kind: 'map', entries: itemsUntil(p, '}', entry) })
  if (!is(p, '(')) return undefined
  next(p)
  const body = nested(p, () => statements(p, () => is(p, ')')))
  accept(p, ')')
  return body
}

/** Texts side by side are one text. */
function adjacent(p: Cursor): Expr {
  const parts = [...next(p).parts]
  while (peek(p).kind === 'text' && peek(p).role === 'plain' && !peek(p).line) parts.push(...next(p).parts)
  return textOf(p, parts)
}

function word(p: Cursor): Expr | undefined {
  const begun = compound(p)
  if (begun !== undefined) return begun
  const { text } = next(p)
  if (/^[A-Z]/.test(text) && !is(p, '(') && peek(p).kind !== 'text') return nameExpr(text)
  if (p.known.has(text) && !is(p, '(')) return nameExpr(text)
  // A name that is given a value is a variable from here on.
  if (isOneOf(p, ' = += ||= <<= ') || (is(p, ',') && !peek(p).spaced && is(p, '=', 2))) {
    p.known.add(text)
    return nameExpr(text)
  }
  const args = callArguments(p)
  return { kind: 'chain', base: nameExpr(text), steps: [{ kind: 'call', args }] }
}

/** Arguments in brackets or without, and a block. A method needs neither to be called. */
function callArguments(p: Cursor): Argument[] {
  const args: Argument[] = []
  if (is(p, '(') && !peek(p).spaced) {
    next(p)
    args.push(...itemsUntil(p, ')', argument))
  } else if (startsArgument(p)) {
    do args.push(argument(p))
    while (accept(p, ',') && !ended(p))
  }
  const given = blockOf(p)
  if (given !== undefined) args.push({ value: given })
  return args
}

function startsArgument(p: Cursor): boolean {
  const token = peek(p)
  if (token.kind === 'end' || token.line || !token.spaced) return false
  if (token.kind === 'name') return !hasWord(WORDS_THAT_END, token.text)
  if (token.kind !== 'op') return true
  if (token.text === '[' || token.text === '(' || token.text === '->' || token.text === '::') return true
  // `f *list` and `f -1` have no blank behind the sign, `a * b` has one.
  return hasWord(' * & - ** : ', token.text) && !peek(p, 1).spaced
}

function blockOf(p: Cursor): Expr | undefined {
  if (peek(p).line || !isOneOf(p, ' { do ') || (is(p, 'do') && p.known.has(' no do'))) return undefined
  const close = next(p).text === '{' ? '}' : 'end'
  const params = accept(p, '|') ? itemsUntil(p, '|', param) : accept(p, '||') ? [] : [{ target: nameExpr('it') }]
  const body = nested(p, () => statements(p, () => is(p, close)))
  accept(p, close)
  return { kind: 'function', params, body }
}

export function param(p: Cursor): Param {
  const rest = isOneOf(p, ' * ** & ') && (next(p), true)
  const target = is(p, '(') ? chain(p) : nameExpr(next(p).text)
  if (target.kind === 'name') p.known.add(target.name)
  const named = accept(p, ':')
  const fallback = accept(p, '=') || (named && !isOneOf(p, ' , ) | ')) ? expression(p, 10) : undefined
  return { target, rest, ...(fallback && { fallback }) }
}

/** `->(x) { … }` */
function arrow(p: Cursor): Expr {
  next(p)
  const params = accept(p, '(') ? itemsUntil(p, ')', param) : []
  while (peek(p).kind === 'name' && !is(p, 'do')) params.push(param(p))
  const body = blockOf(p) ?? UNKNOWN_EXPR
  return body.kind === 'function' ? { ...body, params } : body
}

const isLabel = (p: Cursor): boolean =>
  (peek(p).kind === 'name' || peek(p).kind === 'text') &&
  is(p, ':', 1) &&
  !peek(p, 1).spaced &&
  (peek(p, 2).spaced || isOneOf(p, ' , ) } ', 2))

function label(p: Cursor): Expr {
  const token = next(p)
  next(p)
  return token.kind === 'text' ? textOf(p, token.parts) : textExpr(token.text)
}

function entry(p: Cursor): Entry {
  if (accept(p, '**')) return { value: expression(p, ASSIGN) }
  if (isLabel(p)) {
    const { text } = peek(p)
    const key = label(p)
    return { key, value: isOneOf(p, ' , } ) ') ? nameExpr(text) : expression(p, ASSIGN) }
  }
  const key = expression(p, ASSIGN)
  return accept(p, '=>') ? { key, value: expression(p, ASSIGN) } : { value: key }
}

function argument(p: Cursor): Argument {
  if (accept(p, '*') || accept(p, '**')) return { value: expression(p, ASSIGN), spread: true }
  // `&block` and `&:name`: what is called for each.
  if (accept(p, '&')) {
    const value = expression(p, ASSIGN)
    return { value: value.kind === 'text' ? callOf('to_proc', [value]) : value }
  }
  if (isLabel(p)) {
    const token = peek(p)
    const name = token.kind === 'text' ? plainOf(token) : token.text
    label(p)
    return { name, value: isOneOf(p, ' , ) ') ? nameExpr(name) : expression(p, ASSIGN) }
  }
  const value = listItem(p)
  if (!accept(p, '=>')) return { value }
  return { value: { kind: 'map', entries: [{ key: value, value: expression(p, ASSIGN) }] } }
}

/** `.name args { block }`, `::Name`, `&.name`, `.()`; every method is called, with or without brackets. */
function postfix(p: Cursor, base: Expr, steps: Step[]): boolean {
  const token = peek(p)
  if (token.kind !== 'op') return false
  if (token.text === '[' && !token.spaced && !token.line) {
    next(p)
    const items = itemsUntil(p, ']', listItem)
    // `Dir["*"]` lists files.
    if (base.kind === 'name' && base.name === 'Dir' && steps.length === 0) {
      steps.push({ kind: 'member', name: 'glob' }, { kind: 'call', args: items.map((value) => ({ value })) })
      return true
    }
    const [index = UNKNOWN_EXPR] = items
    // `x[from, count]` is a part of it; both operands are evaluated all the same.
    steps.push({ kind: 'index', index: items.length > 1 ? block([...items, UNKNOWN_EXPR]) : index })
    return true
  }
  if (!hasWord(' . &. :: ', token.text)) return false
  if (is(p, '(', 1)) {
    next(p)
    steps.push({ kind: 'member', name: 'call' }, { kind: 'call', args: callArguments(p) })
    return true
  }
  const name = peek(p, 1)
  if (name.kind !== 'name') return false
  p.at += 2
  steps.push({ kind: 'member', name: name.text })
  const isConstant = token.text === '::' && /^[A-Z]/.test(name.text) && !is(p, '(')
  const isSetter = is(p, '=') && !is(p, '==')
  if (!isConstant && !isSetter) steps.push({ kind: 'call', args: callArguments(p) })
  return true
}
