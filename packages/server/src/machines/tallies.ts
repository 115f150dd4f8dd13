import type { Figures } from '@holdpoint/runtime/fleet'
import type { Sql } from '../database/database.ts'

const HOUR_MS = 3_600_000
const MOST_AGENTS = 50

const DECISIONS = `
  INSERT INTO decision_tallies (hour, machine, project, decision, event, tool, bucket, number, ms, max_ms)
  SELECT hour, $1, $2, decision, event, tool, bucket, sum(number), sum(ms), max("maxMs")
  FROM json_to_recordset($3::json) AS row (hour bigint, decision text, event text, tool text, bucket int, number bigint,
    ms double precision, "maxMs" double precision)
  GROUP BY hour, decision, event, tool, bucket ORDER BY hour, decision, event, tool, bucket
  ON CONFLICT (hour, machine, project, decision, event, tool, bucket) DO UPDATE
  SET number = decision_tallies.number + excluded.number, ms = decision_tallies.ms + excluded.ms,
    max_ms = greatest(decision_tallies.max_ms, excluded.max_ms)`
/** A session is one row, with the names of its sub-agents. */
const SESSIONS = `
  INSERT INTO sessions (machine, project, session, agents, number, refused, asked, first_at, last_at)
  SELECT $1, $2, session, coalesce(array_agg(DISTINCT agent) FILTER (WHERE agent <> ''), '{}'), sum(number),
    sum(refused), sum(asked), min("firstAt"), max("lastAt")
  FROM json_to_recordset($3::json) AS row (session text, agent text, number bigint, refused bigint, asked bigint,
    "firstAt" bigint, "lastAt" bigint)
  GROUP BY session ORDER BY session
  ON CONFLICT (machine, project, session) DO UPDATE
  SET number = sessions.number + excluded.number, refused = sessions.refused + excluded.refused,
    asked = sessions.asked + excluded.asked, first_at = least(sessions.first_at, excluded.first_at),
    last_at = greatest(sessions.last_at, excluded.last_at),
    agents = ARRAY(SELECT DISTINCT unnest(sessions.agents || excluded.agents) ORDER BY 1 LIMIT ${MOST_AGENTS})`
const HOOKS = `
  INSERT INTO hook_tallies (hour, machine, project, hook, message, decision, number)
  SELECT hour, $1, $2, hook, message, decision, sum(number)
  FROM json_to_recordset($3::json) AS row (hour bigint, hook text, message text, decision text, number bigint)
  GROUP BY hour, hook, message, decision ORDER BY hour, hook, message, decision
  ON CONFLICT (hour, machine, project, hook, message, decision) DO UPDATE
  SET number = hook_tallies.number + excluded.number`
/** A row for each batch: one row for the hour would make all batches of the team wait for each other. */
const CHANGED = `
  INSERT INTO changed_hours (hour, at) SELECT hour, $2 FROM json_to_recordset($1::json) AS row (hour bigint)`

/**
 * Adds a batch's counts. Rows are grouped, because one statement may not change a row twice, and sorted, because two
 * batches that lock rows in different orders could wait for each other.
 * Hours that the predecessor of a restarted chain has counted are left out.
 */
export async function addTallies(
  sql: Sql,
  machine: string,
  project: string,
  { decisions, sessions, hooks }: Figures,
  countedAfter: number | undefined,
  now: number,
): Promise<void> {
  const first = countedAfter === undefined ? -Infinity : Math.floor(countedAfter / HOUR_MS) + 1
  const isNew = ({ hour }: { readonly hour: number }): boolean => hour >= first
  for (const [statement, rows] of [
    [DECISIONS, decisions],
    [SESSIONS, sessions],
    [HOOKS, hooks],
  ] as const) {
    const fresh = rows.filter(isNew)
    if (fresh.length > 0) await sql.query(statement, [machine, project, JSON.stringify(fresh)])
  }
  const hours = [...new Set(decisions.filter(isNew).map(({ hour }) => hour))].toSorted((a, b) => a - b)
  if (hours.length > 0) await sql.query(CHANGED, [JSON.stringify(hours.map((hour) => ({ hour }))), now])
}
