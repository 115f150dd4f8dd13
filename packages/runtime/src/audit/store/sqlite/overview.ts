import { LATENCY_BOUNDS, type Activity, type AgentActivity, type Figure, type Period } from '../log.ts'
import type { Sql, SqlValue } from './driver.ts'
import { HOUR_MS, tally, type DecisionTally, type SessionTally, type Tallies } from '../tally.ts'
import { countedWhere } from './tallies.ts'

/** The decisions of a period, counted by decision, event and tool. */
export function figures(sql: Sql, period: Period): readonly Figure[] {
  const kinds = new Map<string, { count: number; ms: number; maxMs: number; readonly latency: number[] }>()
  for (const { decision, event, tool, bucket, number, ms, maxMs } of talliesOf(sql, period).decisions) {
    const key = JSON.stringify([decision, event, tool])
    const known = kinds.get(key) ?? { count: 0, ms: 0, maxMs: 0, latency: [...LATENCY_BOUNDS, Infinity].map(() => 0) }
    known.count += number
    known.ms += ms
    known.maxMs = Math.max(known.maxMs, maxMs)
    known.latency[bucket] = (known.latency[bucket] ?? 0) + number
    kinds.set(key, known)
  }
  return [...kinds].map(([key, sum]) => {
    const [decision = '', event = '', tool = ''] = JSON.parse(key) as string[]
    return {
      ...(decision !== '' && { decision }),
      ...(event !== '' && { event }),
      ...(tool !== '' && { tool }),
      ...sum,
    }
  })
}

/** Sessions with a decision in the period, latest first. */
export function activity(sql: Sql, period: Partial<Period>): readonly Activity[] {
  const all = sessionTallies(sql, period)
  const agents = new Map<string, Set<string>>()
  for (const { session, agent } of all) {
    const known = agents.get(session) ?? new Set()
    if (agent !== '') known.add(agent)
    agents.set(session, known)
  }
  return [...summed(all, ({ session }) => session)]
    .toSorted(([, a], [, b]) => b.lastSequence - a.lastSequence)
    .map(([session, { lastSequence: _, ...sum }]) => ({
      session,
      ...sum,
      agents: [...(agents.get(session) ?? [])].toSorted(),
    }))
}

/** The same per agent. */
export const agents = (sql: Sql, period: Partial<Period>): readonly AgentActivity[] =>
  [...summed(sessionTallies(sql, period), ({ session, agent }) => JSON.stringify([session, agent]))].map(
    ([key, { lastSequence: _, ...sum }]) => {
      const [session = '', agent = ''] = JSON.parse(key) as string[]
      return { session, ...(agent !== '' && { agent }), ...sum }
    },
  )

function sessionTallies(sql: Sql, { since = 0, until = ALWAYS, session }: Partial<Period>): readonly SessionTally[] {
  return talliesOf(sql, { since, until, ...(session !== undefined && { session }) }).sessions
}

type Summed = Omit<Activity, 'session' | 'agents'> & { readonly lastSequence: number }

const NONE: Summed = { decisions: 0, refused: 0, asked: 0, firstAt: Infinity, lastAt: -Infinity, lastSequence: 0 }

function summed(tallies: readonly SessionTally[], keyOf: (tally: SessionTally) => string): ReadonlyMap<string, Summed> {
  const sums = new Map<string, Summed>()
  for (const tally of tallies) {
    const known = sums.get(keyOf(tally)) ?? NONE
    sums.set(keyOf(tally), {
      decisions: known.decisions + tally.number,
      refused: known.refused + tally.refused,
      asked: known.asked + tally.asked,
      firstAt: Math.min(known.firstAt, tally.firstAt),
      lastAt: Math.max(known.lastAt, tally.lastAt),
      lastSequence: Math.max(known.lastSequence, tally.lastSequence),
    })
  }
  return sums
}

/** The highest timestamp. */
const ALWAYS = 8.64e15

/** Whole hours come from the tallies; the partial first and last hours of a period are counted now. */
function talliesOf(sql: Sql, { since, until, session }: Period): Tallies {
  if (session !== undefined) {
    return tally(countedWhere(sql, 'session = ? AND at >= ? AND at < ?', [session, since, until]))
  }
  const [first, last] = [Math.ceil(since / HOUR_MS), Math.floor(until / HOUR_MS)]
  if (first >= last) return tally(countedWhere(sql, 'at >= ? AND at < ?', [since, until]))
  const edges = tally([
    ...countedWhere(sql, 'at >= ? AND at < ?', [since, first * HOUR_MS]),
    ...countedWhere(sql, 'at >= ? AND at < ?', [last * HOUR_MS, until]),
  ])
  return {
    decisions: [...decisionsIn(sql, first, last), ...edges.decisions],
    sessions: [...sessionsIn(sql, first, last), ...edges.sessions],
  }
}

const HOURS = 'WHERE hour >= ? AND hour < ?'

const decisionsIn = (sql: Sql, first: number, last: number): readonly DecisionTally[] =>
  rowsOf<DecisionTally>(
    sql,
    `SELECT 0 AS hour, decision, event, tool, bucket, sum(number) AS number, sum(ms) AS ms, max(max_ms) AS maxMs
     FROM decision_tallies ${HOURS} GROUP BY decision, event, tool, bucket`,
    [first, last],
  )

const sessionsIn = (sql: Sql, first: number, last: number): readonly SessionTally[] =>
  rowsOf<SessionTally>(
    sql,
    `SELECT hour, session, agent, number, refused, asked, first_at AS firstAt, last_at AS lastAt,
       last_sequence AS lastSequence FROM session_tallies ${HOURS}`,
    [first, last],
  )

const rowsOf = <T>(sql: Sql, statement: string, values: readonly SqlValue[]): readonly T[] =>
  sql.all(statement, values) as readonly T[]
