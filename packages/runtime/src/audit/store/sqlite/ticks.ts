import type { Period, Tick } from '../log.ts'
import type { Sql, SqlValue } from './driver.ts'
import { HOUR_MS } from '../tally.ts'

const MINUTE_MS = 60_000

/** Decisions over time, oldest first. Whole hours come from the tallies; the rest is counted now. */
export function ticks(sql: Sql, { since, until }: Period, each: 'hour' | 'minute'): readonly Tick[] {
  if (each === 'minute') return counted(sql, since, until, MINUTE_MS)
  const [first, last] = [Math.ceil(since / HOUR_MS), Math.floor(until / HOUR_MS)]
  if (first >= last) return counted(sql, since, until, HOUR_MS)
  return [
    ...counted(sql, since, first * HOUR_MS, HOUR_MS),
    ...rowsOf(
      sql,
      `SELECT hour * ${HOUR_MS} AS at, decision, sum(number) AS number FROM decision_tallies
       WHERE hour >= ? AND hour < ? GROUP BY hour, decision ORDER BY hour, decision`,
      [first, last],
    ),
    ...counted(sql, last * HOUR_MS, until, HOUR_MS),
  ]
}

/** Rounds down, also before 1970, where integer division rounds up. */
const counted = (sql: Sql, since: number, until: number, step: number): readonly Tick[] =>
  rowsOf(
    sql,
    `SELECT at - ((at % ${step}) + ${step}) % ${step} AS at, coalesce(decision, '') AS decision, count(*) AS number
     FROM entries WHERE at >= ? AND at < ? GROUP BY 1, 2 ORDER BY 1, 2`,
    [since, until],
  )

const rowsOf = (sql: Sql, statement: string, values: readonly SqlValue[]): readonly Tick[] =>
  sql.all(statement, values).map(({ at, decision, number }) => ({
    at: Number(at),
    ...(decision !== '' && { decision: String(decision) }),
    count: Number(number),
  }))
