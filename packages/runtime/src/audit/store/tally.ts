import { LATENCY_BOUNDS, type NewEntry } from './log.ts'

/**
 * Counts per hour, updated when entries are ingested, so that an overview of a million entries need not read them.
 * Tallies are derived from entries only, and can be rebuilt at any time.
 */

export const HOUR_MS = 3_600_000

/** The counted fields of an entry. */
export interface Counted extends Pick<NewEntry, 'at' | 'session' | 'agent' | 'decision' | 'event' | 'tool' | 'ms'> {
  readonly sequence: number
}

/** For one hour: how often one decision about one tool at one event fell into one latency range. */
export interface DecisionTally {
  readonly hour: number
  readonly decision: string
  readonly event: string
  readonly tool: string
  /** The index of the range in `LATENCY_BOUNDS`. */
  readonly bucket: number
  number: number
  ms: number
  maxMs: number
}

/** For one hour: the decisions of one agent of one session. */
export interface SessionTally {
  readonly hour: number
  readonly session: string
  readonly agent: string
  number: number
  refused: number
  asked: number
  firstAt: number
  lastAt: number
  lastSequence: number
}

export interface Tallies {
  readonly decisions: readonly DecisionTally[]
  readonly sessions: readonly SessionTally[]
}

/** Missing values are empty texts, because a key may not be null. Entries without a time belong to no hour. */
export function tally(entries: Iterable<Counted>): Tallies {
  const decisions = new Map<string, DecisionTally>()
  const sessions = new Map<string, SessionTally>()
  for (const { sequence, at, session, agent = '', decision = '', event = '', tool = '', ms = 0 } of entries) {
    if (at === undefined) continue
    const hour = Math.floor(at / HOUR_MS)
    const bucket = bucketOf(ms)
    const kind = { hour, decision, event, tool, bucket }
    const one = found(decisions, JSON.stringify(kind), () => ({ ...kind, number: 0, ms: 0, maxMs: 0 }))
    one.number += 1
    one.ms += ms
    one.maxMs = Math.max(one.maxMs, ms)
    if (session === undefined) continue

    const who = { hour, session, agent }
    const fresh = { number: 0, refused: 0, asked: 0, firstAt: at, lastAt: at, lastSequence: sequence }
    const work = found(sessions, JSON.stringify(who), () => ({ ...who, ...fresh }))
    work.number += 1
    if (decision === 'deny' || decision === 'block') work.refused += 1
    if (decision === 'ask') work.asked += 1
    work.firstAt = Math.min(work.firstAt, at)
    work.lastAt = Math.max(work.lastAt, at)
    work.lastSequence = Math.max(work.lastSequence, sequence)
  }
  return { decisions: [...decisions.values()], sessions: [...sessions.values()] }
}

function bucketOf(ms: number): number {
  const index = LATENCY_BOUNDS.findIndex((most) => ms <= most)
  return index === -1 ? LATENCY_BOUNDS.length : index
}

function found<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}
