import { numberOf, textOf, type Sql } from '../database/database.ts'
import type { TeamSession } from '../api.ts'

const HOUR_MS = 3_600_000

/** Sessions with a decision in these hours, latest first. */
export async function sessions(
  sql: Sql,
  since: number,
  until: number,
  machine?: string,
): Promise<readonly TeamSession[]> {
  const { rows } = await sql.query(
    `SELECT session, session_tallies.machine, machines.name AS machine_name, project, sum(number) AS decisions,
       sum(refused) AS refused, sum(asked) AS asked, min(first_at) AS first_at, max(last_at) AS last_at,
       string_agg(DISTINCT nullif(agent, ''), ', ') AS agents
     FROM session_tallies JOIN machines ON machines.id = session_tallies.machine
     WHERE hour >= $1 AND hour < $2 AND ($3::text IS NULL OR session_tallies.machine = $3)
     GROUP BY session, session_tallies.machine, machines.name, project ORDER BY max(last_at) DESC LIMIT 200`,
    [Math.floor(since / HOUR_MS), Math.ceil(until / HOUR_MS), machine ?? null],
  )
  return rows.map((row) => ({
    session: textOf(row['session']),
    machine: textOf(row['machine']),
    machineName: textOf(row['machine_name']),
    project: textOf(row['project']),
    decisions: numberOf(row['decisions']),
    refused: numberOf(row['refused']),
    asked: numberOf(row['asked']),
    firstAt: numberOf(row['first_at']),
    lastAt: numberOf(row['last_at']),
    agents: textOf(row['agents'])
      .split(', ')
      .filter((agent) => agent !== ''),
  }))
}
