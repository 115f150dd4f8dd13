import { UserError } from '../core/errors.ts'
import { plain } from '../audit/plain.ts'
import type { Entry } from '../store/log.ts'
import type { Store } from '../store/store.ts'

/** The decision that is meant by the end or the beginning of its id, or by `last`. Undefined when there is none at all. */
export const findDecision = (store: Store, wanted: string): Promise<Entry | undefined> =>
  wanted === 'last' ? lastOf(store) : named(store, wanted)

/** Most decisions let something pass; who asks for the last one means the last that did not. */
async function lastOf(store: Store): Promise<Entry | undefined> {
  const newest = await Promise.all(
    ['deny', 'block', 'ask', 'feedback', 'allow'].map((decision) => store.query({ decision, limit: 1 })),
  )
  const [last] = newest.flat().toSorted((a, b) => b.sequence - a.sequence)
  return last ?? (await store.query({ limit: 1 }))[0]
}

async function named(store: Store, wanted: string): Promise<Entry> {
  const starting = await store.query({ idStart: wanted, limit: 6 })
  const found = starting.length > 0 ? starting : await store.query({ idEnd: wanted, limit: 6 })
  const [first, second] = found
  const exact = found.find(({ id }) => id === wanted)
  if (exact !== undefined) return exact
  if (first === undefined) throw new UserError(`there is no decision \`${wanted}\`. \`holdpoint log\` lists them.`)
  if (second === undefined) return first
  const ids = found.slice(0, 5).map(({ id }) => plain(id))
  throw new UserError(`\`${wanted}\` could be ${ids.join(', ')}${found.length > 5 ? ', …' : ''}; give more of it.`)
}
