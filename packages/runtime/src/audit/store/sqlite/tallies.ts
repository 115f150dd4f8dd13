import { LATENCY_BOUNDS, type NewEntry } from '../log.ts'
import type { Sql } from './driver.ts'

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

const fields = (names: readonly string[]): string => names.map((name) => `json_extract(value, '$.${name}')`).join(', ')

const ADD_DECISIONS = `
  INSERT INTO decision_tallies (hour, decision, event, tool, bucket, number, ms, max_ms)
  SELECT ${fields(['hour', 'decision', 'event', 'tool', 'bucket', 'number', 'ms', 'maxMs'])} FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE
  SET number = number + excluded.number, ms = ms + excluded.ms, max_ms = max(max_ms, excluded.max_ms)`
const ADD_SESSIONS = `
  INSERT INTO session_tallies (hour, session, agent, number, refused, asked, first_at, last_at, last_sequence)
  SELECT ${fields(['hour', 'session', 'agent', 'number', 'refused', 'asked', 'firstAt', 'lastAt', 'lastSequence'])}
  FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE
  SET number = number + excluded.number, refused = refused + excluded.refused, asked = asked + excluded.asked,
    first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
    last_sequence = max(last_sequence, excluded.last_sequence)`

/** In one statement, because each statement has a fixed cost. */
export function addTallies(sql: Sql, { decisions, sessions }: Tallies): void {
  sql.run(ADD_DECISIONS, [JSON.stringify(decisions)])
  sql.run(ADD_SESSIONS, [JSON.stringify(sessions)])
}

const COUNTED = 'SELECT sequence, at, session, agent, decision, event, tool, ms FROM entries'

/** The counted fields of entries. The condition is trusted SQL, never user input. */
export const countedWhere = (sql: Sql, condition: string, values: readonly (string | number)[]): readonly Counted[] =>
  sql.all(`${COUNTED} WHERE ${condition}`, values).map(({ sequence, at, ms, ...texts }) => ({
    sequence: Number(sequence),
    ...(typeof at === 'number' && { at }),
    ...(typeof ms === 'number' && { ms }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => typeof text === 'string')),
  }))

/** The hours of the entries up to `last`. */
export const hoursUpTo = (sql: Sql, last: number): readonly number[] => {
  // Rounds down, also before 1970, where integer division rounds up.
  const hour = `(at - ((at % ${HOUR_MS}) + ${HOUR_MS}) % ${HOUR_MS}) / ${HOUR_MS}`
  const rows = sql.all(`SELECT DISTINCT ${hour} AS hour FROM entries WHERE sequence <= ? AND at IS NOT NULL`, [last])
  return rows.map((row) => Number(row['hour']))
}

/** Rebuilds the tallies of some hours from the remaining entries. */
export function tallyAgain(sql: Sql, hours: readonly number[]): void {
  for (const hour of hours) {
    sql.run('DELETE FROM decision_tallies WHERE hour = ?', [hour])
    sql.run('DELETE FROM session_tallies WHERE hour = ?', [hour])
    const left = countedWhere(sql, 'at >= ? AND at < ?', [hour * HOUR_MS, (hour + 1) * HOUR_MS])
    if (left.length > 0) addTallies(sql, tally(left))
  }
}
