// A measured figure beside what it should be. Nothing fails when it is missed; the table says so.
import { times } from './table.mjs'

export const BARS_HEAD = ['figure', 'measured', 'aim', 'met']

/** `show` writes both numbers; ratios unless said. */
export function barRow(name, value, { atMost, atLeast, show = times }) {
  const aim = atMost === undefined ? `at least ${show(atLeast)}` : `at most ${show(atMost)}`
  if (!Number.isFinite(value)) return [name, undefined, aim, undefined]
  const isMet = atMost === undefined ? value >= atLeast : value <= atMost
  const off = atMost === undefined ? atLeast / value : value / atMost
  return [name, show(value), aim, isMet ? 'yes' : `no, by ${times(off)}`]
}
