import type { Filter } from '../store/log.ts'
import type { Store } from '../store/store.ts'
import { decodeLine, type AuditRecord } from '../decode.ts'

export interface Exported {
  /** The line as it was written. */
  readonly line: string
  readonly record: AuditRecord
}

const PAGE = 1_000

/** All matches of a filter, oldest first, in pages, so that memory use does not depend on their number. */
export async function* pagesOf(store: Store, filter: Filter): AsyncGenerator<readonly Exported[]> {
  for (let after = filter.after ?? 0; ;) {
    const entries = await store.query({ ...filter, after, oldestFirst: true, limit: PAGE })
    const last = entries.at(-1)
    if (last === undefined) return
    yield entries.flatMap(({ line }) => {
      const record = decodeLine(line)
      return record === undefined ? [] : [{ line: line.trimEnd(), record }]
    })
    after = last.sequence
  }
}
