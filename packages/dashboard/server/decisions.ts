import { decodeLine, type Filter, type Store } from '@holdpoint/runtime/audit'
import type { DecisionPage } from '../api.ts'
import { filterOf, limitOf, type Query } from './query.ts'
import { decisionRow } from './row.ts'
import { search } from './search.ts'
import type { Source } from './source.ts'

export async function decisions(query: Query, source: Source): Promise<DecisionPage> {
  const filter = await filterOf(query, source.now())
  const limit = limitOf(query)
  const { q } = query
  const found = await source.audit(({ store }) =>
    q === undefined ? pageOf(store, filter, limit) : search(store, filter, limit, q),
  )
  return found ?? { rows: [], ...(q !== undefined && { searched: { entries: 0, done: true } }) }
}

async function pageOf(store: Store, filter: Filter, limit: number): Promise<DecisionPage> {
  const entries = await store.query({ ...filter, limit: limit + 1 })
  const shown = entries.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.flatMap(({ line }) => decodeLine(line) ?? []).map(decisionRow),
    ...(entries.length > limit && last !== undefined && { next: String(last.sequence) }),
  }
}
