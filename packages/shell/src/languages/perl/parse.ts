import {
  type Argument,
  assign,
  block,
  callOf,
  type Expr,
  nameExpr,
  NOTHING_EXPR,
  type Step,
  textExpr,
  UNKNOWN_EXPR,
} from '../ast.ts'
import { lexPerl } from './lex.ts'
import type { Part, Token } from '../lex/scan.ts'
import { braceBlock } from '../parse/braces.ts'
import {
  accept,
  type Cursor,
  hasWord,
  inside,
  is,
  isOneOf,
  itemsUntil,
  next,
  peek,
  type Syntax,
} from '../parse/cursor.ts'
import { ASSIGN, chain, expression, keyStep, quoted } from '../parse/expressions.ts'
import { perlStatement } from './parse-statements.ts'

const COMPARE = 8

export const perlSyntax: Syntax = {
  lex: lexPerl,
  operators: {
    or: 0.4,
    xor: 0.4,
    and: 0.5,
    '..': 3,
    '...': 3,
    '||': 4,
    '//': 4,
    '&&': 5,
    '|': 6,
    '^': 6,
    '&': 6,
    '==': 7,
    '!=': 7,
    '<=>': 7,
    eq: 7,
    ne: 7,
    cmp: 7,
    '<': COMPARE,
    '>': COMPARE,
    '<=': COMPARE,
    '>=': COMPARE,
    lt: COMPARE,
    gt: COMPARE,
    le: COMPARE,
    ge: COMPARE,
    '<<': 10,
    '>>': 10,
    '+': 11,
    '-': 11,
    '.': 11,
    '*': 12,
    '/': 12,
    '%': 12,
    x: 12,
    '=~': 13,
    '!~': 13,
    '**': 14,
  },
  renames: { '.': 'concat', x: '*', '//': 'or', '..': 'range', '...': 'range' },
  rightToLeft: ' ** ',
  assigns: ' = .= += -= *= /= %= **= ||= &&= //= |= &= ^= <<= >>= ',
  prefixes: ' - + ! ~ \\ ++ -- not my our local state ',
  members: ' -> ',
  ternary: true,
  linesEnd: false,
  primary,
  postfix,
  argument: (p): Argument => ({ value: expression(p, ASSIGN) }),
  statement: perlStatement,
}

const OPERATOR_WORDS = ' x eq ne lt gt le ge cmp and or not xor if unless while until for foreach '
/** Functions with at most one argument, which bind closer than a comparison. */
const UNARY =
  ' chr ord lc uc lcfirst ucfirst length defined ref scalar shift pop chdir rmdir readlink stat lstat quotemeta hex oct int abs ' +
  'eval require do glob keys values each delete exists close chroot umask undef local sleep rand caller fc lock exit alarm '
/** Their first argument is given something: `open(my $file, …)`. */
const FILLS = ' open opendir sysopen socket '

function primary(p: Cursor): Expr | undefined {
  const token = peek(p)
  switch (token.kind) {
    case 'text':
      return quotedText(p, next(p))
    case 'variable':
      return variable(p)
    case 'name':
      return word(p, token)
    case 'op':
      return sign(p, token.text)
    case 'number':
    case 'end':
      return undefined
  }
}

/** A list in a text is its items with blanks between them. */
function quotedText(p: Cursor, token: Token): Expr {
  if (token.role === 'words' || token.role === 'pattern' || token.role === 'code') return quoted(p, token)
  const parts = token.parts.map((part) => (typeof part === 'string' ? part : insert(p, part)))
  const text: Expr = { kind: 'text', parts }
  if (token.role === 'plain') return text
  return callOf(token.role === 'shell' ? '`' : 'glob', [text])
}

function insert(p: Cursor, part: Exclude<Part, string>): Expr {
  const [first] = part
  const isList = first?.text.startsWith('@') === true
  return isList ? callOf('join', [textExpr(' '), inside(p, part)]) : inside(p, part)
}

/** `$x[0]` is an item of `@x` and `$x{key}` one of `%x`. */
function variable(p: Cursor): Expr {
  const { text } = next(p)
  const name = text.slice(1)
  if (peek(p).spaced || !/^[$@]\w/.test(text)) return nameExpr(text)
  if (is(p, '[')) return nameExpr(`@${name}`)
  return is(p, '{') ? subscripts(p, nameExpr(`%${name}`)) : nameExpr(text)
}

function subscripts(p: Cursor, base: Expr): Expr {
  const steps: Step[] = []
  keyStep(p, steps)
  return { kind: 'chain', base, steps }
}

/** Brackets, and `@{…}`, `$$x`: what a reference points to is the thing itself here. */
function sign(p: Cursor, text: string): Expr | undefined {
  if (text === '@' || text === '$' || text === '%') {
    next(p)
    return is(p, '{') ? braceBlock(p) : chain(p)
  }
  if (text === '<>') return (next(p), callOf('readline', []))
  if (text === '(') {
    next(p)
    const items = itemsUntil(p, ')', (it) => expression(it))
    const [only] = items
    return items.length === 1 && only !== undefined && !is(p, '=') ? only : { kind: 'list', items }
  }
  if (text !== '{') return undefined
  next(p)
  const items = itemsUntil(p, '}', (it) => expression(it, ASSIGN))
  return callOf('hash', items)
}

function word(p: Cursor, token: Token): Expr {
  const name = token.text.replace(/::$/, '').replaceAll("'", '::')
  next(p)
  if (is(p, '->')) return nameExpr(name)
  if (name === 'sub') return { kind: 'function', params: [], body: (skipPrototype(p), braceBlock(p)) }
  if ((name === 'do' || name === 'eval' || name === 'BEGIN' || name === 'END') && is(p, '{')) return braceBlock(p)
  if (hasWord(FILLS, name)) return fills(p, name)
  if (isOneOf(p, ' { ') && hasWord(' map grep sort first any all ', name)) return blockCall(p, name)
  if (name === 'print' || name === 'printf' || name === 'say') return prints(p)
  if ((name === 'system' || name === 'exec') && is(p, '{')) return indirect(p)
  // Behind a name that is called in brackets, everything is as anywhere else.
  if (is(p, '(')) return nameExpr(name)
  if (hasWord(UNARY, name) || /^-[a-zA-Z]$/.test(name))
    return callOf(name, startsValue(p) ? [expression(p, COMPARE + 1)] : [])
  if (startsValue(p)) return callOf(name, commas(p))
  // A capital begins the name of a class or a file handle; anything else is a call.
  return /^[A-Z]/.test(name) ? nameExpr(name) : callOf(name, [])
}

function skipPrototype(p: Cursor): void {
  if (accept(p, '(')) itemsUntil(p, ')', (it) => next(it))
}

function startsValue(p: Cursor): boolean {
  const token = peek(p)
  if (token.kind === 'end') return false
  if (token.kind === 'name') return !hasWord(OPERATOR_WORDS, token.text)
  if (token.kind !== 'op') return true
  if (token.text === '-' || token.text === '[') return token.spaced && !peek(p, 1).spaced
  return hasWord(' \\ @ $ % <> ! ( ', token.text)
}

function commas(p: Cursor): readonly Expr[] {
  const items = [expression(p, ASSIGN)]
  while (accept(p, ',')) {
    if (!startsValue(p)) break
    items.push(expression(p, ASSIGN))
  }
  return items
}

const bracketedOrNot = (p: Cursor): readonly Expr[] =>
  accept(p, '(') ? itemsUntil(p, ')', (it) => expression(it)) : startsValue(p) ? commas(p) : []

function fills(p: Cursor, name: string): Expr {
  const [target = UNKNOWN_EXPR, ...rest] = bracketedOrNot(p)
  return assign(target, callOf(name, rest))
}

/** `map { … } list` */
function blockCall(p: Cursor, name: string): Expr {
  const body = braceBlock(p)
  accept(p, ',')
  const over = startsValue(p) ? commas(p) : []
  return callOf(name, [{ kind: 'function', params: [{ target: nameExpr('$_') }], body }, ...over])
}

/** `print "text"`, `print $file "text"`, `print {$file} "text"`, `print STDERR "text"`. */
function prints(p: Cursor): Expr {
  const bracket = accept(p, '(')
  let handle: Expr = NOTHING_EXPR
  if (is(p, '{')) handle = braceBlock(p)
  else if (isHandle(p)) handle = nameExpr(next(p).text)
  const items = is(p, ')') || !startsValue(p) ? [] : commas(p)
  if (bracket) accept(p, ')')
  return callOf('print', [handle, ...items])
}

function isHandle(p: Cursor): boolean {
  const token = peek(p)
  const behind = peek(p, 1)
  if (token.kind === 'name') return /^[A-Z]+$/.test(token.text) && !is(p, '(', 1) && !is(p, '->', 1)
  return token.kind === 'variable' && behind.spaced && ['text', 'variable', 'number'].includes(behind.kind)
}

/** `exec { program } name, argument…` */
function indirect(p: Cursor): Expr {
  const program = braceBlock(p)
  return block([callOf('run as', [program, ...bracketedOrNot(p)])])
}

/** Subscripts side by side need no arrow, and a method needs no brackets to be called. */
function postfix(p: Cursor, base: Expr, steps: Step[]): boolean {
  if (isOneOf(p, ' ++ -- ')) return (next(p), true)
  if (is(p, '->') && peek(p, 1).kind === 'name' && !is(p, '(', 2)) {
    next(p)
    steps.push({ kind: 'member', name: next(p).text }, { kind: 'call', args: [] })
    return true
  }
  const behind = steps.at(-1) ?? (base.kind === 'chain' ? base.steps.at(-1) : undefined)
  return is(p, '{') && behind?.kind === 'index' && !peek(p).spaced && keyStep(p, steps)
}
