import { setImmediate } from 'node:timers/promises'
import { decodeLine, type AuditRecord, type Entry, type Filter, type Store } from '@holdpoint/runtime/audit'
import type { DecisionPage } from '../api.ts'
import { decisionRow } from './row.ts'

/** Rows per batch; other requests are handled in between. */
const STRETCH = 10_000
/** After this time the user gets what was found, and decides whether to continue. */
const PATIENCE_MS = 500
/** Some lines match only in the name of a field. */
const SPARE = 200
/** Clocks of several processes may differ by a second. */
const DAY_MS = 86_400_000

interface Hit {
  readonly sequence: number
  readonly record: AuditRecord
}

/** Searches the audit backwards in batches, and stops when the page is full or the time is over. */
export async function search(store: Store, filter: Filter, limit: number, words: string): Promise<DecisionPage> {
  const { anchor, head } = await store.state()
  const from = Math.min(filter.before ?? Infinity, head.sequence + 1)
  const giveUpAt = performance.now() + PATIENCE_MS
  // The line contains the words in JSON's escaped form.
  const text = JSON.stringify(words).slice(1, -1)
  const hits: Hit[] = []
  let [before, oldest]: [number, Entry | undefined] = [from, undefined]
  let isDone = before <= anchor.sequence + 1
  while (!isDone && hits.length <= limit && performance.now() < giveUpAt) {
    const after = Math.max(anchor.sequence, before - 1 - STRETCH)
    const entries = await store.query({ ...filter, text, after, before, limit: limit + SPARE })
    hits.push(...entries.flatMap((entry) => hitOf(entry, words)))
    const isCut = entries.length === limit + SPARE
    before = isCut ? (entries.at(-1)?.sequence ?? after + 1) : after + 1
    oldest = (await store.query({ after: before - 1, before: before + 1, limit: 1 }))[0] ?? oldest
    isDone = before <= anchor.sequence + 1 || isBefore(oldest, filter.since)
    await setImmediate()
  }
  return pageOf(hits, limit, { from, before, oldest, isDone })
}

const isBefore = (entry: Entry | undefined, since: number | undefined): boolean =>
  entry?.at !== undefined && since !== undefined && entry.at < since - DAY_MS

interface Reached {
  readonly from: number
  /** The last decision searched. */
  readonly before: number
  readonly oldest: Entry | undefined
  readonly isDone: boolean
}

function pageOf(hits: readonly Hit[], limit: number, { from, before, oldest, isDone }: Reached): DecisionPage {
  const shown = hits.slice(0, limit)
  const isFull = hits.length > limit
  const last = shown.at(-1)
  const reached = isFull ? (last?.sequence ?? before) : before
  const backTo = isFull ? last?.record.at : oldest?.at === undefined ? undefined : new Date(oldest.at).toISOString()
  const done = isDone && !isFull
  return {
    rows: shown.map(({ record }) => decisionRow(record)),
    ...(!done && { next: String(reached) }),
    searched: { entries: Math.max(0, from - reached), ...(backTo !== undefined && { backTo }), done },
  }
}

/** The words must be in a value; a match anywhere in the line is not enough. */
function hitOf({ sequence, line }: Entry, words: string): readonly Hit[] {
  const record = decodeLine(line)
  if (record === undefined) return []
  const { hooks, lowered, ...rest } = record
  const values = [rest, ...hooks].flatMap((part) => Object.values(part))
  const wanted = words.toLowerCase()
  return [...values, ...lowered].some((value) => String(value).toLowerCase().includes(wanted))
    ? [{ sequence, record }]
    : []
}
