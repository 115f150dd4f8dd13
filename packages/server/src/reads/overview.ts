import { numberOf, textOf, type Row, type Sql } from '../database/database.ts'
import type { NamedCount, TeamOverview, TeamTick } from '../api.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Longer periods are shown by day. */
const MOST_HOURS = 72

/** What the whole team did in whole hours, from the roll-up. */
export async function overview(sql: Sql, since: number, until: number): Promise<TeamOverview> {
  const hours = [Math.floor(since / HOUR_MS), Math.ceil(until / HOUR_MS)] as const
  const stepMs = hours[1] - hours[0] > MOST_HOURS ? DAY_MS : HOUR_MS
  const [ticks, tools, hooks, projects, facts] = await Promise.all([
    sql.query(
      `SELECT hour, decision, sum(number) AS number FROM team_tallies WHERE hour >= $1 AND hour < $2
       GROUP BY hour, decision`,
      hours,
    ),
    sql.query(
      `SELECT CASE WHEN tool = '' THEN event ELSE tool END AS name, '' AS detail, sum(number) AS number
       FROM team_tallies WHERE hour >= $1 AND hour < $2 AND decision <> 'probe'
       GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 12`,
      hours,
    ),
    sql.query(
      `SELECT hook AS name, message || ' · ' || decision AS detail, sum(number) AS number FROM team_hooks
       WHERE hour >= $1 AND hour < $2 GROUP BY hook, message, decision ORDER BY 3 DESC, 1, 2 LIMIT 12`,
      hours,
    ),
    sql.query(
      `SELECT name, (SELECT count(DISTINCT machine) || CASE count(DISTINCT machine) WHEN 1 THEN ' machine' ELSE ' machines' END
         FROM chains WHERE project = name AND last_at >= $3) AS detail, number
       FROM (SELECT project AS name, sum(number) AS number FROM team_projects WHERE hour >= $1 AND hour < $2
         GROUP BY project ORDER BY 2 DESC, 1 LIMIT 12) AS most ORDER BY number DESC, name`,
      [...hours, since],
    ),
    sql.query(
      `SELECT (SELECT count(*) FROM machines WHERE revoked_at IS NULL) AS machines,
        (SELECT count(*) FROM sessions WHERE last_at >= $1 AND first_at < $2) AS sessions,
        (SELECT count(*) FROM alarms WHERE closed_at IS NULL) AS alarms`,
      [since, until],
    ),
  ])
  const counts = summed(ticks.rows)
  return {
    since,
    until,
    decisions: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    machines: numberOf(facts.rows[0]?.['machines']),
    sessions: numberOf(facts.rows[0]?.['sessions']),
    openAlarms: numberOf(facts.rows[0]?.['alarms']),
    stepMs,
    series: seriesOf(ticks.rows, hours, stepMs),
    tools: tools.rows.map(namedOf),
    hooks: hooks.rows.map(namedOf),
    projects: projects.rows.map(namedOf),
  }
}

export const namedOf = (row: Row): NamedCount => ({
  name: textOf(row['name']),
  detail: textOf(row['detail']),
  count: numberOf(row['number']),
})

export function summed(rows: readonly Row[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const decision = textOf(row['decision'])
    counts[decision] = (counts[decision] ?? 0) + numberOf(row['number'])
  }
  return counts
}

function seriesOf(rows: readonly Row[], [from, to]: readonly [number, number], stepMs: number): readonly TeamTick[] {
  const steps = new Map<number, Row[]>()
  for (let at = startOf(from * HOUR_MS, stepMs); at < to * HOUR_MS; at += stepMs) steps.set(at, [])
  for (const row of rows) steps.get(startOf(numberOf(row['hour']) * HOUR_MS, stepMs))?.push(row)
  return [...steps].map(([at, own]) => ({ at, counts: summed(own) }))
}

const startOf = (at: number, stepMs: number): number => Math.floor(at / stepMs) * stepMs
