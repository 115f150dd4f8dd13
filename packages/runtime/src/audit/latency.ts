import { LATENCY_BOUNDS, type Entry, type Figure, type Filter } from './store/log.ts'
import type { Store } from './store/store.ts'
import { decodeLine } from './decode.ts'

/** The latency of decisions, in milliseconds. */
export interface Latency {
  readonly totalMs: number
  readonly meanMs: number
  readonly maxMs: number
  /** p50 and p95, as the upper end of a range. Absent: above all ranges. */
  readonly p50Ms?: number
  readonly p95Ms?: number
}

export function latencyOf(figures: readonly Figure[]): Latency {
  const count = figures.reduce((sum, figure) => sum + figure.count, 0)
  const totalMs = figures.reduce((sum, { ms }) => sum + ms, 0)
  const [p50Ms, p95Ms] = [boundFor(figures, count * 0.5), boundFor(figures, count * 0.95)]
  return {
    totalMs: Math.round(totalMs),
    meanMs: count === 0 ? 0 : tenths(totalMs / count),
    maxMs: Math.max(0, ...figures.map((figure) => figure.maxMs)),
    ...(p50Ms !== undefined && { p50Ms }),
    ...(p95Ms !== undefined && { p95Ms }),
  }
}

function boundFor(figures: readonly Figure[], wanted: number): number | undefined {
  let reached = 0
  return LATENCY_BOUNDS.find((_, index) => {
    reached += figures.reduce((sum, { latency }) => sum + (latency[index] ?? 0), 0)
    return reached >= wanted && reached > 0
  })
}

export interface HookCost {
  readonly hook: string
  readonly runs: number
  readonly meanMs: number
  readonly maxMs: number
}

/** The newest decisions are the sample: a hook's speed rarely changes, and if it does, the newest value matters. */
const SAMPLE = 1_000

/** The cost of each hook, most expensive first. */
export async function hookCosts(store: Store, filter: Filter): Promise<readonly HookCost[]> {
  const costs = new Map<string, { runs: number; ms: number; maxMs: number }>()
  for (const { line } of (await sampleOf(store, filter, SAMPLE)).entries) {
    for (const { id, ms, skipped } of decodeLine(line)?.hooks ?? []) {
      if (skipped !== undefined) continue
      const known = costs.get(id) ?? { runs: 0, ms: 0, maxMs: 0 }
      costs.set(id, { runs: known.runs + 1, ms: known.ms + ms, maxMs: Math.max(known.maxMs, ms) })
    }
  }
  return [...costs]
    .map(([hook, { runs, ms, maxMs }]) => ({ hook, runs, meanMs: tenths(ms / runs), maxMs }))
    .toSorted((a, b) => b.meanMs - a.meanMs || (a.hook < b.hook ? -1 : 1))
}

export interface Sample {
  readonly entries: readonly Entry[]
  /** True: this is the complete list. */
  readonly isWhole: boolean
}

/** The newest decisions overall are found fast; the period is searched only if they are outside it. */
export async function sampleOf(store: Store, filter: Filter, size: number): Promise<Sample> {
  const { since = -Infinity, until = Infinity, session } = filter
  if (session === undefined) {
    const newest = await store.query({ limit: size })
    const entries = newest.filter(({ at = Number.NaN }) => at >= since && at < until)
    const isWhole = newest.length < size || (newest.at(-1)?.at ?? since) < since
    if (entries.length > 0) return { entries, isWhole }
  }
  const entries = await store.query({ ...filter, limit: size })
  return { entries, isWhole: entries.length < size }
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
