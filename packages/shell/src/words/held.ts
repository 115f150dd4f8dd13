import { choose, chosen, type Scope } from '../state/scope.ts'
import { lookUp, namedBy } from '../state/variables.ts'
import type { Value } from './value.ts'

/** What variables and positional parameters hold. */

export const positionals = ({ state }: Scope): readonly Value[] => state.positional.slice(1)

/** Undefined: not set, as far as is known. */
export function variable(name: string, scope: Scope): Value | undefined {
  const values = lookUp(scope.state, scope.reader.world, name)
  if (values === undefined) return undefined
  return chosen(scope, values, `$${name}`)
}

/** All elements, where it is known which there are. */
export function elementsOf(name: string, scope: Scope): readonly Value[] | undefined {
  if (name === '@' || name === '*') return positionals(scope)
  const found = scope.state.variables.get(namedBy(scope.state, name))
  if (found?.list === undefined) return undefined
  const lists = [found.list, ...(found.otherLists ?? [])]
  const at = choose(scope, `@${name}`, lists.length)
  return at === undefined ? undefined : lists[at]
}
