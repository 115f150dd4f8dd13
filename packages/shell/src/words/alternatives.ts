import { choose, type Scope } from '../state/scope.ts'
import { isExact, joinAll, madeOf, origins, unknown, type Value } from './value.ts'

/** Texts that may be one or the other, because a branch, a loop or an earlier value decides. */

const MAX_ALTERNATIVES = 8

const every = (value: Value): readonly Value[] => value.or ?? [value]

/** One of them; more than can be followed is unknown, but where it comes from is not. */
export function oneOf(values: readonly Value[]): Value {
  const [first] = values
  if (first === undefined) return unknown()
  if (values.length === 1) return first
  const distinct = new Map<string, Value>()
  for (const value of values.flatMap(every)) {
    const same = distinct.get(value.text)
    distinct.set(value.text, same === undefined ? value : { text: value.text, from: origins([same.from, value.from]) })
  }
  const [only = first] = distinct.values()
  if (distinct.size === 1) return only
  const from = { ...origins(values.map((value) => value.from)), unknown: true }
  return distinct.size > MAX_ALTERNATIVES
    ? madeOf([...distinct.values()])
    : { ...unknown(from), or: [...distinct.values()] }
}

/** One after the other, in every combination. */
export function inTurn(values: readonly Value[]): Value {
  if (values.every(({ or }) => or === undefined)) return joinAll(values)
  let all: readonly Value[] = [{ text: '', from: joinAll([]).from }]
  for (const value of values) {
    const next = every(value)
    if (all.length * next.length > MAX_ALTERNATIVES * MAX_ALTERNATIVES) {
      return madeOf(values.flatMap(every))
    }
    all = all.flatMap((before) => next.map((one) => joinAll([before, one])))
  }
  return oneOf(all)
}

/** The alternative that this way of reading the command takes. A command that prints nothing has failed: it seldom does. */
export function chosenOf(value: Value, key: unknown, scope: Scope): Value {
  if (value.or === undefined) return value
  const full = value.or.filter(({ text }) => text.trim() !== '')
  const all = full.length === 0 ? value.or : full
  const at = choose(scope, key, all.length)
  return (at === undefined ? undefined : all[at]) ?? unknown(value.from)
}

/** The same done to each of them. */
export function mapped(value: Value, change: (text: string) => string): Value {
  const or = value.or?.map((one) => ({ ...one, text: change(one.text) }))
  return { ...value, text: isExact(value) || or === undefined ? change(value.text) : value.text, ...(or && { or }) }
}
