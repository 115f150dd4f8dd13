import { setImmediate } from 'node:timers/promises'
import { decodeLine, type AuditRecord, type Entry, type Filter, type Store } from '@holdpoint/runtime/audit'
import type { DecisionPage } from '../api.ts'
import { decisionRow } from './row.ts'

/** So many are looked through at a time; in between, others get their turn. */
const STRETCH = 10_000
/** Then the user has what was found, and decides whether to go on. */
const PATIENCE_MS = 500
/** Lines in which the words are only the name of a field are few, but not none. */
const SPARE = 200
/** Clocks of several processes need not agree to the second. */
const DAY_MS = 86_400_000

interface Hit {
  readonly sequence: number
  readonly record: AuditRecord
}

/** Goes back through the audit, some way at a time, and stops when the page is full or it takes too long. */
export async function search(store: Store, filter: Filter, limit: number, words: string): Promise<DecisionPage> {
  const { anchor, head } = await store.state()
  const from = Math.min(filter.before ?? Infinity, head.sequence + 1)
  const giveUpAt = performance.now() + PATIENCE_MS
  // In the line they stand as JSON writes them.
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
  /** The last one that was looked at. */
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

/** The words must stand in a value; that the line has them somewhere is not enough. */
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
