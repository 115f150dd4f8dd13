import type { Figures } from '@holdpoint/runtime/fleet'
import type { Sql } from '../database/database.ts'

const HOUR_MS = 3_600_000

const DECISIONS = `
  INSERT INTO decision_tallies (hour, machine, project, decision, event, tool, bucket, number, ms, max_ms)
  SELECT hour, $1, $2, decision, event, tool, bucket, sum(number), sum(ms), max("maxMs")
  FROM json_to_recordset($3::json) AS row (hour bigint, decision text, event text, tool text, bucket int, number bigint,
    ms double precision, "maxMs" double precision)
  GROUP BY hour, decision, event, tool, bucket ORDER BY hour, decision, event, tool, bucket
  ON CONFLICT (hour, machine, project, decision, event, tool, bucket) DO UPDATE
  SET number = decision_tallies.number + excluded.number, ms = decision_tallies.ms + excluded.ms,
    max_ms = greatest(decision_tallies.max_ms, excluded.max_ms)`
const SESSIONS = `
  INSERT INTO session_tallies (hour, machine, project, session, agent, number, refused, asked, first_at, last_at)
  SELECT hour, $1, $2, session, agent, sum(number), sum(refused), sum(asked), min("firstAt"), max("lastAt")
  FROM json_to_recordset($3::json) AS row (hour bigint, session text, agent text, number bigint, refused bigint,
    asked bigint, "firstAt" bigint, "lastAt" bigint)
  GROUP BY hour, session, agent ORDER BY hour, session, agent
  ON CONFLICT (hour, machine, project, session, agent) DO UPDATE
  SET number = session_tallies.number + excluded.number, refused = session_tallies.refused + excluded.refused,
    asked = session_tallies.asked + excluded.asked, first_at = least(session_tallies.first_at, excluded.first_at),
    last_at = greatest(session_tallies.last_at, excluded.last_at)`
const HOOKS = `
  INSERT INTO hook_tallies (hour, machine, project, hook, message, decision, number)
  SELECT hour, $1, $2, hook, message, decision, sum(number)
  FROM json_to_recordset($3::json) AS row (hour bigint, hook text, message text, decision text, number bigint)
  GROUP BY hour, hook, message, decision ORDER BY hour, hook, message, decision
  ON CONFLICT (hour, machine, project, hook, message, decision) DO UPDATE
  SET number = hook_tallies.number + excluded.number`
const CHANGED = `
  INSERT INTO changed_hours (hour, at) SELECT hour, $2 FROM json_to_recordset($1::json) AS row (hour bigint)
  ON CONFLICT (hour) DO UPDATE SET at = excluded.at`

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
