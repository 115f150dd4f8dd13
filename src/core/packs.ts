import type { HookEntry } from './hook.ts'

/** Packs are grouped as their source documents group them. All groups are evaluated and all their reasons kept. */

/** Reasons appear in this order. */
const GROUPS = ['harness', 'planning', 'orchestrator', 'scratchpad', 'agents']

const HARNESS_PACKS = ['guard', 'quality', 'plan', 'session']

export const packOf = (id: string): string => id.slice(0, id.indexOf('/'))

export function groupOf(id: string): string {
  const pack = packOf(id)
  return HARNESS_PACKS.includes(pack) ? 'harness' : pack
}

/** Own rules and packs we do not know come last. */
export function groupRank(id: string): number {
  const rank = GROUPS.indexOf(groupOf(id))
  return rank === -1 ? GROUPS.length : rank
}

/** In the harness the documented order holds and the first denial of a tool call ends the chain. */
export const endsAtFirstDenial = (group: string): boolean => group === 'harness'

/** The name a source document uses for a hook in messages and files, `H04_spec_protection`; without one, the id. */
export const documentedName = ({ id, aliases }: Pick<HookEntry, 'id' | 'aliases'>): string =>
  aliases.find((alias) => /^H\d\d[a-z]?_\w+$/.test(alias)) ?? id
