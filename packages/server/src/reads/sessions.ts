import { numberOf, textOf, type Sql } from '../database/database.ts'
import type { TeamSession } from '../api.ts'

/** Sessions with a decision in the period, latest first; their counts are of the whole session. */
export async function sessions(
  sql: Sql,
  since: number,
  until: number,
  machine?: string,
): Promise<readonly TeamSession[]> {
  const { rows } = await sql.query(
    `SELECT sessions.*, machines.name AS machine_name, array_to_json(agents)::text AS agent_names
     FROM sessions JOIN machines ON machines.id = sessions.machine
     WHERE last_at >= $1 AND first_at < $2 ${machine === undefined ? '' : 'AND sessions.machine = $3'}
     ORDER BY last_at DESC LIMIT 200`,
    [since, until, ...(machine === undefined ? [] : [machine])],
  )
  return rows.map((row) => ({
    session: textOf(row['session']),
    machine: textOf(row['machine']),
    machineName: textOf(row['machine_name']),
    project: textOf(row['project']),
    decisions: numberOf(row['number']),
    refused: numberOf(row['refused']),
    asked: numberOf(row['asked']),
    firstAt: numberOf(row['first_at']),
    lastAt: numberOf(row['last_at']),
    agents: JSON.parse(textOf(row['agent_names'])) as string[],
  }))
}
