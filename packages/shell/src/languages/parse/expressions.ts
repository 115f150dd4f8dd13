import {
  type Argument,
  block,
  callOf,
  type Expr,
  nameExpr,
  type Operation,
  type Step,
  textExpr,
  UNKNOWN_EXPR,
} from '../ast.ts'
import type { Token } from '../lex/scan.ts'
import { accept, type Cursor, ended, hasWord, inside, is, itemsUntil, nested, next, peek, textOf } from './cursor.ts'

/** Everything binds closer than an assignment; an item of a list must not take the list's commas. */
const LOWEST = 0
export const ASSIGN = 1
export const TERNARY = 2

/** Reads one expression. Never fails: what cannot be read is unknown, and nothing is consumed for it. */
export const expression = (p: Cursor, min = LOWEST): Expr =>
  nested(p, () => {
    let left = unary(p)
    for (let before = -1; before !== p.at;) {
      before = p.at
      left = infix(p, left, min) ?? left
    }
    return left
  })

function infix(p: Cursor, left: Expr, min: number): Expr | undefined {
  const { syntax } = p
  if (ended(p) || (syntax.linesEnd && peek(p).line)) return undefined
  const own = syntax.infix?.(p, left, min)
  if (own !== undefined) return own
  const token = peek(p)
  if (token.kind !== 'op' && token.kind !== 'name') return undefined
  if (min <= ASSIGN && hasWord(syntax.assigns, token.text)) {
    next(p)
    return { kind: 'assign', op: token.text, target: left, value: expression(p, ASSIGN), own: false }
  }
  if (min <= TERNARY && syntax.ternary && token.text === '?') return ternary(p, left)
  const rank = Object.hasOwn(syntax.operators, token.text) ? syntax.operators[token.text] : undefined
  if (rank === undefined || rank < min) return undefined
  next(p)
  const operand = expression(p, hasWord(syntax.rightToLeft ?? '', token.text) ? rank : rank + 1)
  return series(left, rank, { op: syntax.renames?.[token.text] ?? token.text, operand })
}

function ternary(p: Cursor, test: Expr): Expr {
  next(p)
  // `a ?: b`
  const yes = is(p, ':') ? test : expression(p, ASSIGN)
  const no = accept(p, ':') ? expression(p, ASSIGN) : UNKNOWN_EXPR
  return { kind: 'choice', test, options: [yes, no] }
}

/** Operators of one rank form one flat list. */
export function series(left: Expr, rank: number, operation: Operation): Expr {
  if (left.kind !== 'series' || left.rank !== rank) return { kind: 'series', rank, first: left, rest: [operation] }
  // The list was made here and is not shared yet, so it may grow in place: long sums stay linear.
  ;(left.rest as Operation[]).push(operation)
  return left
}

/** Words and signs before a value. Only a minus and a negation change what is known of it. */
function unary(p: Cursor): Expr {
  let negated = false
  let minus = false
  for (let token = peek(p); isPrefix(p, token); token = peek(p)) {
    minus = token.text === '-' ? !minus : minus
    negated ||= hasWord(' ! not ~ typeof void delete defined # ', token.text)
    next(p)
  }
  const operand = chain(p)
  if (!minus && !negated) return operand
  return { kind: 'prefix', op: negated ? '!' : '-', operand }
}

const isPrefix = (p: Cursor, token: Token): boolean =>
  (token.kind === 'op' || token.kind === 'name') && hasWord(p.syntax.prefixes, token.text)

export function chain(p: Cursor): Expr {
  const base = p.syntax.primary(p) ?? primary(p)
  return continueChain(p, base)
}

function continueChain(p: Cursor, base: Expr): Expr {
  const steps: Step[] = []
  while (p.syntax.postfix?.(p, base, steps) === true || postfix(p, steps));
  return steps.length === 0 ? base : { kind: 'chain', base, steps }
}

function postfix(p: Cursor, steps: Step[]): boolean {
  const token = peek(p)
  if (token.kind !== 'op' || (p.syntax.linesEnd && token.line)) return false
  if (hasWord(p.syntax.members, token.text)) {
    const member = peek(p, 1)
    if (member.kind === 'name' || member.kind === 'variable') {
      p.at += 2
      // `->$name`: which member it is depends on a value.
      const dynamic = member.kind === 'variable'
      steps.push(dynamic ? { kind: 'index', index: nameExpr(member.text) } : { kind: 'member', name: member.text })
      return true
    }
    // `?.(` and `->[`: only the sign is new.
    if (member.kind === 'op' && (member.text === '(' || member.text === '[' || member.text === '{')) {
      next(p)
      return member.text === '{' ? keyStep(p, steps) : postfix(p, steps)
    }
    return false
  }
  if (token.text === '(') {
    next(p)
    steps.push({ kind: 'call', args: argumentsUntil(p, ')') })
    return true
  }
  return token.text === '[' && indexStep(p, steps)
}

function indexStep(p: Cursor, steps: Step[]): boolean {
  next(p)
  const index = is(p, ']') ? UNKNOWN_EXPR : expression(p)
  accept(p, ']')
  steps.push({ kind: 'index', index })
  return true
}

/** `->{key}`: a bare word is a text. */
export function keyStep(p: Cursor, steps: Step[]): boolean {
  accept(p, '{')
  const bare = peek(p).kind === 'name' && is(p, '}', 1)
  const index = bare ? textExpr(next(p).text) : expression(p)
  accept(p, '}')
  steps.push({ kind: 'index', index })
  return true
}

const argumentsUntil = (p: Cursor, close: string): Argument[] => itemsUntil(p, close, p.syntax.argument)

function primary(p: Cursor): Expr {
  const token = peek(p)
  switch (token.kind) {
    case 'number':
      next(p)
      return { kind: 'number', value: numberOf(token.text) }
    case 'text':
      next(p)
      return quoted(p, token)
    case 'name':
    case 'variable':
      next(p)
      return nameExpr(token.text)
    case 'op':
      return bracketed(p, token.text)
    case 'end':
      return UNKNOWN_EXPR
  }
}

function bracketed(p: Cursor, open: string): Expr {
  if (open === '(') {
    next(p)
    const items = itemsUntil(p, ')', (it) => expression(it))
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'list', items }
  }
  if (open === '[') {
    next(p)
    return { kind: 'list', items: itemsUntil(p, ']', listItem) }
  }
  return UNKNOWN_EXPR
}

export function listItem(p: Cursor): Expr {
  if (!accept(p, '...') && !accept(p, '*')) return expression(p)
  return { kind: 'spread', value: expression(p) }
}

/** What a quoted thing is: a text, words, a command that runs, or a pattern whose inserts run. */
export function quoted(p: Cursor, token: Token): Expr {
  switch (token.role) {
    case 'plain':
      return textOf(p, token.parts)
    case 'shell':
      return callOf('`', [textOf(p, token.parts)])
    case 'glob':
      return callOf('glob', [textOf(p, token.parts)])
    case 'words':
      return { kind: 'list', items: wordsOf(p, token) }
    case 'pattern':
    case 'code':
      return block([
        ...token.parts.filter((part) => typeof part !== 'string').map((part) => inside(p, part)),
        UNKNOWN_EXPR,
      ])
  }
}

function wordsOf(p: Cursor, token: Token): readonly Expr[] {
  if (!token.parts.every((part) => typeof part === 'string')) return [textOf(p, token.parts)]
  const words = token.parts
    .join('')
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.map(textExpr)
}

/** `0755` counts in eights wherever it is written; it is only ever a mode. */
function numberOf(text: string): number {
  const digits = text.replaceAll('_', '').replace(/[nLjl]$/, '')
  if (/^0[xX]/.test(digits)) return parseInt(digits.slice(2), 16)
  if (/^0[bB]/.test(digits)) return parseInt(digits.slice(2), 2)
  if (/^0[oO]/.test(digits)) return parseInt(digits.slice(2), 8)
  return /^0[0-7]+$/.test(digits) ? parseInt(digits, 8) : Number(digits)
}
