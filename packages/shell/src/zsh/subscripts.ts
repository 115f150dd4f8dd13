import { isKnown } from '../effects.ts'
import { evaluate } from '../read/evaluate.ts'
import type { Scope } from '../state/scope.ts'
import { lookUp } from '../state/variables.ts'
import { NUMBER, EMPTY, isExact, unknown, type Value } from '../words/value.ts'
import { joinedBy, listed, scalar, type Expanded } from './lists.ts'
import { expressionOf, matches } from './matching.ts'
import { operandOf } from './operand.ts'

/** `x[2]`, `x[2,-1]`, `x[(r)p*]`, `x[key]`: zsh counts from one. */
export function subscripted(base: Expanded, inside: string, scope: Scope): Expanded {
  if (inside === '@' || inside === '*') return listed(base.values)
  const flags = /^\(([a-zA-Z]+)\)/.exec(inside)
  const rest = inside.slice(flags?.[0].length ?? 0)
  if (flags !== null && /[rRiIkKe]/.test(flags[1] ?? '')) return searched(base, flags[1] ?? '', rest, scope)
  const [first = '', last] = splitComma(rest)
  const from = numberOf(first, scope)
  const to = last === undefined ? undefined : numberOf(last, scope)
  if (from === undefined || (last !== undefined && to === undefined))
    return base.isList ? keyed(base, operandOf(rest, scope)) : scalar(unknown(joinedBy(base, ' ').from))
  return base.isList ? elements(base, from, to) : characters(base, from, to)
}

/** The comma that parts two numbers, not one in a quoted or nested text. */
function splitComma(text: string): readonly string[] {
  const at = /^[^,'"`]*,/.exec(text)?.[0].length
  return at === undefined || /[(['"]/.test(text.slice(0, at)) ? [text] : [text.slice(0, at - 1), text.slice(at)]
}

function numberOf(text: string, scope: Scope): number | undefined {
  const value = operandOf(text.trim(), scope)
  computed(value, scope)
  const direct = /^-?\d+$/.test(value.text) ? value.text : undefined
  const named =
    direct ??
    (/^[A-Za-z_]\w*$/.test(value.text) ? lookUp(scope.state, scope.reader.world, value.text)?.[0]?.text : undefined)
  return named !== undefined && /^-?\d{1,6}$/.test(named) ? Number(named) : undefined
}

/** A subscript is a number: a name in it is replaced by its value, which is computed in turn. */
export function computed(value: Value, scope: Scope): void {
  const isName = /^[A-Za-z_]\w*$/.test(value.text)
  if (isName && lookUp(scope.state, scope.reader.world, value.text) === undefined) return
  if (isName || value.text.includes('[')) evaluate(value, scope)
}

const place = (number: number, length: number): number => (number < 0 ? length + number : number - 1)

function elements({ values }: Expanded, from: number, to: number | undefined): Expanded {
  // What is not known may be more than one element.
  if (values.some(({ text }) => !isKnown(text)) && values.length === 1) return scalar(unknown(values[0]?.from))
  const start = place(from, values.length)
  if (to === undefined) return scalar(values[start] ?? EMPTY)
  return listed(values.slice(Math.max(0, start), place(to, values.length) + 1))
}

function characters(base: Expanded, from: number, to: number | undefined): Expanded {
  const value = joinedBy(base, ' ')
  if (!isExact(value)) return scalar(unknown(value.from))
  const start = place(from, value.text.length)
  const end = to === undefined ? start + 1 : place(to, value.text.length) + 1
  return scalar({ text: value.text.slice(Math.max(0, start), end), from: value.from })
}

/** An associative array was set as `(key value …)` or `([key]=value …)`. */
function keyed({ values }: Expanded, key: Value): Expanded {
  const at = values.findIndex(({ text }, index) => index % 2 === 0 && text === key.text)
  if (at >= 0 && values[at + 1] !== undefined) return scalar(values[at + 1] ?? EMPTY)
  const named = values.find(({ text }) => text.startsWith(`[${key.text}]=`))
  if (named !== undefined) return scalar({ text: named.text.slice(key.text.length + 3), from: named.from })
  return scalar(unknown(joinedBy(listed(values), ' ').from))
}

function searched(base: Expanded, flags: string, rest: string, scope: Scope): Expanded {
  const pattern = expressionOf(operandOf(rest, scope))
  const found = base.values.filter((value) => matches(value, pattern) !== false)
  if (/[iI]/.test(flags)) return scalar(NUMBER)
  const only = /[RK]/.test(flags) ? found.at(-1) : found[0]
  const isSure = base.isList && found.every((value) => matches(value, pattern) === true) && !/[kK]/.test(flags)
  return scalar(isSure ? (only ?? EMPTY) : unknown(joinedBy(base, ' ').from))
}
