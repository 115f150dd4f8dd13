import type { Period, Tick } from '@holdpoint/runtime/audit'
import type { Series } from '../api.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** At most as many points as a plot can show. */
const MOST = 150
const MINUTES = [1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS)
const HOURS = [1, 2, 3, 6, 12, 24].map((count) => count * HOUR_MS)
/** Shorter periods count single decisions; longer ones use the hourly sums. */
const BRIEF_MS = 12 * HOUR_MS
const DAY_MS = 24 * HOUR_MS

export interface Step {
  readonly ms: number
  readonly each: 'hour' | 'minute'
}

/** How wide the buckets of a period are. */
export function stepFor({ since, until }: Pick<Period, 'since' | 'until'>): Step {
  const length = Math.max(0, until - since)
  const isBrief = length <= BRIEF_MS
  const fitting = (isBrief ? MINUTES : HOURS).find((ms) => length / ms <= MOST)
  const ms = fitting ?? Math.ceil(length / MOST / DAY_MS) * DAY_MS
  return { ms, each: isBrief ? 'minute' : 'hour' }
}

/** One number per bucket for each decision; buckets of a day and parts of it begin at the user's midnight. */
export function seriesOf(
  ticks: readonly Tick[],
  { since, until }: Pick<Period, 'since' | 'until'>,
  ms: number,
): Series {
  const origin = midnight(since)
  const slotOf = (at: number): number => Math.floor((at - origin) / ms)
  const [first, last] = [slotOf(since), slotOf(until - 1)]
  const length = Math.max(0, last - first + 1)
  const counts = new Map<string, number[]>()
  for (const { at, decision = 'unknown', count } of ticks) {
    // The first hour of a period may have begun before it.
    const slot = Math.max(0, Math.min(length - 1, slotOf(at) - first))
    const own = counts.get(decision) ?? Array.from({ length }, () => 0)
    own[slot] = (own[slot] ?? 0) + count
    counts.set(decision, own)
  }
  const starts = Array.from({ length }, (_, index) => origin + (first + index) * ms)
  return { bucketMs: ms, starts, counts: Object.fromEntries(counts) }
}

/** At the user's midnight, rounded to a whole hour, because the sums are hourly. */
function midnight(at: number): number {
  const day = new Date(at)
  day.setHours(0, 0, 0, 0)
  const start = day.getTime()
  return Number.isNaN(start) ? 0 : Math.floor(start / HOUR_MS) * HOUR_MS
}
