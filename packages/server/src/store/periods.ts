import {
  LATENCY_BOUNDS,
  type Activity,
  type AgentActivity,
  type Figure,
  type Period,
  type Tick,
} from '@holdpoint/runtime/audit'
import { numberOf, textOf, type Row, type Sql } from '../database/database.ts'

type From = Pick<Period, 'since'> & Partial<Period>

/** The highest timestamp. */
const ALWAYS = 8.64e15
const WITHIN = 'store = $1 AND at >= $2 AND at < $3 AND ($4::text IS NULL OR session = $4)'
const within = (
  store: string,
  { since, until = ALWAYS, session }: From,
): readonly [string, number, number, string | null] => [store, since, until, session ?? null]

const WORK = `count(*) AS decisions, count(*) FILTER (WHERE decision IN ('deny', 'block')) AS refused,
  count(*) FILTER (WHERE decision = 'ask') AS asked, min(at) AS first_at, max(at) AS last_at`

export async function activity(sql: Sql, store: string, period: From): Promise<readonly Activity[]> {
  const { rows } = await sql.query(
    `SELECT session, ${WORK}, json_agg(DISTINCT agent) FILTER (WHERE agent IS NOT NULL)::text AS agents
     FROM store_entries WHERE ${WITHIN} AND session IS NOT NULL GROUP BY session ORDER BY max(sequence) DESC`,
    within(store, period),
  )
  return rows.map((row) => ({
    session: textOf(row['session']),
    ...workOf(row),
    agents: (JSON.parse(textOf(row['agents']) || '[]') as string[]).toSorted(),
  }))
}

export async function agents(sql: Sql, store: string, period: From): Promise<readonly AgentActivity[]> {
  const { rows } = await sql.query(
    `SELECT session, coalesce(agent, '') AS agent, ${WORK} FROM store_entries
     WHERE ${WITHIN} AND session IS NOT NULL GROUP BY session, coalesce(agent, '')`,
    within(store, period),
  )
  return rows.map((row) => ({
    session: textOf(row['session']),
    ...(row['agent'] !== '' && { agent: textOf(row['agent']) }),
    ...workOf(row),
  }))
}

const workOf = (row: Row): Omit<Activity, 'session' | 'agents'> => ({
  decisions: numberOf(row['decisions']),
  refused: numberOf(row['refused']),
  asked: numberOf(row['asked']),
  firstAt: numberOf(row['first_at']),
  lastAt: numberOf(row['last_at']),
})

/** Rounded down, also before 1970, where the division of whole numbers rounds up. */
export async function ticks(
  sql: Sql,
  store: string,
  period: Pick<Period, 'since' | 'until'>,
  each: 'hour' | 'minute',
): Promise<readonly Tick[]> {
  const step = each === 'hour' ? 3_600_000 : 60_000
  const { rows } = await sql.query(
    `SELECT at - ((at % ${step}) + ${step}) % ${step} AS start, coalesce(decision, '') COLLATE "C" AS word,
       count(*) AS number FROM store_entries WHERE ${WITHIN} GROUP BY 1, 2 ORDER BY 1, 2`,
    within(store, period),
  )
  return rows.map((row) => ({
    at: numberOf(row['start']),
    ...(row['word'] !== '' && { decision: textOf(row['word']) }),
    count: numberOf(row['number']),
  }))
}

export async function figures(sql: Sql, store: string, period: Period): Promise<readonly Figure[]> {
  const above = (index: number): string => (index === 0 ? '' : `coalesce(ms, 0) > ${LATENCY_BOUNDS[index - 1]} AND `)
  const ranges = [...LATENCY_BOUNDS, 'infinity'].map(
    (most, index) => `count(*) FILTER (WHERE ${above(index)}coalesce(ms, 0) <= '${most}'::float8) AS range_${index}`,
  )
  const { rows } = await sql.query(
    `SELECT decision, event, tool, count(*) AS number, coalesce(sum(ms), 0) AS ms, coalesce(max(ms), 0) AS max_ms,
       ${ranges.join(', ')} FROM store_entries WHERE ${WITHIN} GROUP BY decision, event, tool`,
    within(store, period),
  )
  return rows.map((row) => ({
    ...Object.fromEntries(
      ['decision', 'event', 'tool'].flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]]] : [])),
    ),
    count: numberOf(row['number']),
    ms: numberOf(row['ms']),
    maxMs: numberOf(row['max_ms']),
    latency: ranges.map((_, index) => numberOf(row[`range_${index}`])),
  }))
}
