import {
  type Argument,
  assign,
  block,
  callOf,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type CodeProgram,
  UNKNOWN_EXPR,
} from '../ast.ts'
import { lexAwk } from './lex.ts'
import {
  body,
  braceBlock,
  countedLoop,
  doStatement,
  type Handler,
  ifStatement,
  statementWith,
  switchStatement,
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
  startCursor,
  type Syntax,
} from '../parse/cursor.ts'
import { chain, expression, series } from '../parse/expressions.ts'

const COMPARE = 8
const CONCAT = 10
const NO_GREATER = ' no >'

const awkSyntax: Syntax = {
  lex: lexAwk,
  operators: {
    '||': 4,
    '&&': 5,
    in: 6,
    '~': 7,
    '!~': 7,
    '<': COMPARE,
    '<=': COMPARE,
    '==': COMPARE,
    '!=': COMPARE,
    '>=': COMPARE,
    '+': 11,
    '-': 11,
    '*': 12,
    '/': 12,
    '%': 12,
    '^': 14,
    '**': 14,
  },
  renames: { '^': '**' },
  rightToLeft: ' ^ ** ',
  assigns: ' = += -= *= /= %= ^= **= ',
  prefixes: ' - + ! ++ -- ',
  members: ' ',
  ternary: true,
  linesEnd: true,
  primary,
  infix,
  postfix: (p) => isOneOf(p, ' ++ -- ') && !peek(p).line && (next(p), true),
  argument: (p): Argument => ({ value: expression(p) }),
  statement: (p) => statementWith(p, HANDLERS, expression),
}

/** What is done before the first line, for every line, and after the last. */
export function readAwk(source: string): CodeProgram {
  const p = startCursor(awkSyntax, source)
  const parts = { BEGIN: [] as Expr[], END: [] as Expr[], lines: [] as Expr[] }
  while (!ended(p)) {
    const before = p.at
    if (isOneOf(p, ' function func ')) parts.BEGIN.push(functionDefinition(p))
    else {
      const { text } = peek(p)
      const when = (text === 'BEGIN' || text === 'END') && peek(p).kind === 'name' ? text : 'lines'
      if (when === 'lines') parts.lines.push(...pattern(p))
      else next(p)
      if (is(p, '{')) parts[when].push(braceBlock(p))
    }
    accept(p, ';')
    if (p.at === before) p.at++
  }
  const lines: Expr = { kind: 'loop', body: block(parts.lines), collects: false }
  return { body: block([...parts.BEGIN, lines, ...parts.END]), whole: !p.broken && !p.limited }
}

function pattern(p: Cursor): readonly Expr[] {
  if (is(p, '{')) return []
  const tests = [expression(p)]
  while (accept(p, ',')) tests.push(expression(p))
  return tests
}

function functionDefinition(p: Cursor): Expr {
  next(p)
  const name = next(p).text
  accept(p, '(')
  const params = itemsUntil(p, ')', (it) => ({ target: nameExpr(next(it).text) }))
  return assign(nameExpr(name), { kind: 'function', name, params, body: braceBlock(p) }, true)
}

const HANDLERS: Readonly<Record<string, Handler>> = {
  if: ifStatement,
  while: whileStatement,
  do: doStatement,
  for: (p) => {
    if (!is(p, '(') || peek(p, 1).kind !== 'name' || !is(p, 'in', 2)) return countedLoop(p)
    next(p)
    const target = nameExpr(next(p).text)
    next(p)
    const over = expression(p)
    accept(p, ')')
    return { kind: 'loop', target, over: callOf('keys', [over]), body: body(p), collects: false }
  },
  switch: switchStatement,
  print: (p) => prints(p, 'print'),
  printf: (p) => prints(p, 'printf'),
  return: (p) => ({ kind: 'return', value: peek(p).line || isOneOf(p, ' ; } ') ? NOTHING_EXPR : expression(p) }),
}

/** `print a, b > "file"`, `print a | "command"`. */
function prints(p: Cursor, name: string): Expr {
  p.known.add(NO_GREATER)
  const args: Expr[] = []
  while (!ended(p) && !peek(p).line && !isOneOf(p, ' ; } > >> | |& ')) {
    const before = p.at
    const value = expression(p)
    if (value.kind === 'list') args.push(...value.items)
    else args.push(value)
    if (p.at === before || !accept(p, ',')) break
  }
  p.known.delete(NO_GREATER)
  const text = name === 'printf' ? callOf('sprintf', args) : callOf('print', args)
  if (isOneOf(p, ' > >> ')) return (next(p), callOf('print to', [expression(p, CONCAT), text]))
  if (isOneOf(p, ' | |& ')) return (next(p), callOf('print into', [expression(p, CONCAT), text]))
  return text
}

const BUILTIN =
  ' system length substr index split sub gsub match sprintf tolower toupper close fflush strftime gensub print printf '

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  if (is(p, '(')) {
    // In brackets a sign is a sign again.
    const outside = p.known.delete(NO_GREATER)
    next(p)
    const items = itemsUntil(p, ')', (it) => expression(it))
    if (outside) p.known.add(NO_GREATER)
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'list', items }
  }
  if (is(p, '$')) return (next(p), block([chain(p), UNKNOWN_EXPR]))
  if (is(p, '@') && peek(p, 1).kind === 'name') return (next(p), directive(p))
  if (token.kind !== 'name') return undefined
  next(p)
  if (token.text === 'getline') return getline(p)
  const { spaced } = peek(p)
  if (!is(p, '(') || peek(p).line) return nameExpr(token.text)
  if (!spaced || hasWord(BUILTIN, token.text))
    return (
      next(p),
      callOf(
        token.text,
        itemsUntil(p, ')', (it) => expression(it)),
      )
    )
  // With a blank between them, a name and a bracket are two values side by side.
  return series(nameExpr(token.text), CONCAT, { op: 'concat', operand: primary(p) ?? UNKNOWN_EXPR })
}

/** `@include "file"`, `@load "library"`; `@name(…)` calls the function that the variable names. */
function directive(p: Cursor): Expr {
  const { text } = next(p)
  if (text === 'include' || text === 'load') return callOf('@include', [expression(p)])
  return accept(p, '(')
    ? callOf('@call', [nameExpr(text), ...itemsUntil(p, ')', (it) => expression(it))])
    : UNKNOWN_EXPR
}

/** `getline`, `getline line`, `getline < "file"`. */
function getline(p: Cursor): Expr {
  const target = getlineTarget(p)
  const from = accept(p, '<') ? [expression(p, CONCAT + 1)] : []
  return assign(target, callOf('getline', from))
}

function getlineTarget(p: Cursor): Expr {
  const token = peek(p)
  if (token.line || (token.kind !== 'name' && !is(p, '$'))) return UNKNOWN_EXPR
  return chain(p)
}

/** Values side by side are joined; `command | getline` runs; `>` compares only where nothing is printed. */
function infix(p: Cursor, left: Expr, min: number): Expr | undefined {
  const token = peek(p)
  if (isOneOf(p, ' | |& ') && is(p, 'getline', 1)) {
    p.at += 2
    return assign(getlineTarget(p), callOf('getline pipe', [left]))
  }
  if (is(p, '>') && min <= COMPARE && !p.known.has(NO_GREATER)) {
    next(p)
    return series(left, COMPARE, { op: '>', operand: expression(p, COMPARE + 1) })
  }
  if (min > CONCAT) return undefined
  const joins =
    token.kind === 'text' ||
    token.kind === 'number' ||
    (token.kind === 'name' && !is(p, 'in') && !is(p, 'getline')) ||
    is(p, '$') ||
    is(p, '(')
  return joins ? series(left, CONCAT, { op: 'concat', operand: expression(p, CONCAT + 1) }) : undefined
}
