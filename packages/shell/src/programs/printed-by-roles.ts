import { UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Arguments } from '../read/options.ts'
import { decoded, derived, joinAll, listing, type Value } from '../words/value.ts'
import { filtered } from './filters.ts'
import type { Placed, Placing, Roles } from './roles.ts'

/** What comes out when nothing else is started. */
export function printed(context: Context, roles: Roles, placing: Placing, inputs: readonly Value[]): Value {
  const [only] = inputs
  if (roles.prints === 'facts') return fact(derived(context.name, inputs))
  if (roles.prints === 'names' || roles.prints === 'entries') return listed(context, roles.prints, placing.placed)
  if (roles.prints === 'input' && placing.given.length + placing.unlisted.length === 0) return joinAll(inputs)
  if (placing.changes.has('decode')) {
    const made = derived(context.name, inputs)
    return { ...made, from: decoded(made.from) }
  }
  const exact =
    inputs.length === 1 && only !== undefined ? filtered(context.name, only, argumentsOf(placing)) : undefined
  return exact ?? derived(context.name, inputs)
}

/** A sum, a size or a type: nothing of what it was made of can be inferred from it. */
const fact = (value: Value): Value => ({ ...value, from: { ...value.from, files: [], secrets: [] } })

function listed(context: Context, prints: 'names' | 'entries', words: readonly Placed[]): Value {
  const places = words.filter(({ role, option }) => role === 'list' || (option === undefined && role !== 'value'))
  const paths = (places.length === 0 ? ['.'] : places.map(({ text }) => text)).map(context.path)
  return listing(context.name, prints === 'names' ? paths : paths.flatMap((path) => [path, `${path}/${UNKNOWN}`]))
}

/** The same call in the words of a filter: names without their dashes. */
function argumentsOf({ placed, given, unlisted }: Placing): Arguments {
  const names = [...given, ...unlisted].map(({ name }) => name.replace(/^-+/, ''))
  const operands = placed.filter(({ option }) => option === undefined)
  return {
    has: (...wanted) => wanted.some((name) => names.includes(name)),
    values: (...wanted) =>
      placed.filter(({ option }) => wanted.includes(option?.replace(/^-+/, '') ?? '-')).map(({ text }) => text),
    valuesAt: (...wanted) => placed.filter(({ option }) => wanted.includes(option?.replace(/^-+/, '') ?? '-')),
    given: names,
    rest: operands.map(({ text }) => text),
    places: operands.map(({ at }) => at),
  }
}
