import { type Argument, assign, callOf, type Expr, nameExpr, NOTHING_EXPR, textExpr } from '../ast.ts'
import { lexApplescript } from '../lex/applescript.ts'
import {
  accept,
  type Cursor,
  ended,
  is,
  isOneOf,
  itemsUntil,
  nested,
  next,
  peek,
  statements,
  type Syntax,
} from './cursor.ts'
import { chain, expression } from './expressions.ts'

/**
 * Only the words that matter are understood: what is run, and how the texts for it are made. Everything else is a name,
 * and names do nothing.
 */
export const applescriptSyntax: Syntax = {
  lex: lexApplescript,
  operators: {
    or: 3,
    and: 4,
    '=': 6,
    '≠': 6,
    '<': 6,
    '>': 6,
    '<=': 6,
    '>=': 6,
    '&': 8,
    '+': 9,
    '-': 9,
    '*': 10,
    '/': 10,
    '^': 11,
  },
  renames: { '&': 'concat' },
  assigns: ' ',
  prefixes: ' - + not the my ',
  members: ' ',
  ternary: false,
  linesEnd: true,
  primary,
  infix,
  argument: (p): Argument => ({ value: expression(p) }),
  statement,
}

function phrase(p: Cursor, words: string): boolean {
  const all = words.split(' ')
  if (!all.every((word, index) => is(p, word, index))) return false
  p.at += all.length
  return true
}

/** What is asked of the system, with the value that follows. */
const COMMANDS = [
  'do shell script',
  'do script',
  'run script',
  'load script',
  'quoted form of',
  'posix path of',
  'posix file',
  'system attribute',
  'character id',
  'ascii character',
  'open location',
  'read',
  'delete',
]

function primary(p: Cursor): Expr | undefined {
  for (const command of COMMANDS)
    if (phrase(p, command)) return callOf(command, [expression(p, command.endsWith('script') ? 0 : 9)])
  // Objects of the system are asked with colons: `removeItemAtPath:"/x" |error|:…`.
  if (is(p, 'removeitematpath') && is(p, ':', 1)) {
    p.at += 2
    return callOf('delete path', [expression(p, 9)])
  }
  if (phrase(p, 'open for access')) {
    const file = expression(p, 9)
    return callOf('open for access', [file, textExpr(phrase(p, 'with write permission') ? 'w' : 'r')])
  }
  if (phrase(p, 'path to home folder')) return callOf('home', [])
  if (phrase(p, 'path to')) return (chain(p), callOf('unknown path', []))
  if (isOneOf(p, ' item word paragraph ') && peek(p, 1).kind === 'number') return item(p)
  if (is(p, '{')) return (next(p), { kind: 'list', items: itemsUntil(p, '}', (it) => expression(it)) })
  return undefined
}

/** `item 1 of argv` */
function item(p: Cursor): Expr {
  next(p)
  const index = expression(p, 9)
  if (!accept(p, 'of')) return NOTHING_EXPR
  const base = expression(p, 9)
  return { kind: 'chain', base, steps: [{ kind: 'index', index: callOf('from one', [index]) }] }
}

/** `x as text`, `quoted form of x` turned round: `x's quoted form`. */
function infix(p: Cursor, left: Expr, _min: number): Expr | undefined {
  if (is(p, 'as') && peek(p, 1).kind === 'name') {
    p.at += 2
    return left
  }
  if (phrase(p, 'quoted form')) return callOf('quoted form of', [left])
  return phrase(p, 'posix path') ? callOf('posix path of', [left]) : undefined
}

function statement(p: Cursor): Expr {
  return nested(p, () => {
    if (accept(p, 'set') || accept(p, 'copy')) return assignment(p)
    if (phrase(p, 'repeat with')) return repeat(p)
    if (accept(p, 'write')) {
      const content = expression(p)
      return accept(p, 'to') ? callOf('write', [content, expression(p)]) : content
    }
    if (accept(p, 'move') || accept(p, 'duplicate')) {
      const from = expression(p)
      return accept(p, 'to') ? callOf('move', [from, expression(p)]) : from
    }
    return expression(p)
  })
}

/** Whether a line runs is not judged, so a name may still be what it was before. */
function assignment(p: Cursor): Expr {
  const first = chain(p)
  while (!ended(p) && !peek(p).line && !is(p, 'to') && peek(p).kind === 'name') next(p)
  if (!accept(p, 'to')) return first
  return { kind: 'branches', tests: [], bodies: [assign(first, expression(p))], total: false }
}

function repeat(p: Cursor): Expr {
  const target = nameExpr(next(p).text)
  const over = accept(p, 'in') ? expression(p) : NOTHING_EXPR
  const body = statements(p, () => is(p, 'end'))
  next(p)
  accept(p, 'repeat')
  return { kind: 'loop', target, over, body, collects: false }
}
