import { gzipSync } from 'node:zlib'
import type { Sql } from '../database/database.ts'
import { dayOf } from '../database/partitions.ts'
import type { Machine } from './authenticate.ts'
import { hooksOf, type NotableRow, type ReadBatch } from './batch.ts'
import type { CheckedBatch } from './shape.ts'

const MOST_AGENTS = 50

/**
 * Entries up to `counted_after` were counted in the chain that this one replaces. Rows are grouped, because one statement
 * may not change a row twice, and sorted, because two batches that lock rows in different orders could wait for each
 * other.
 */
const FRESH_HOUR = '(counted_after IS NULL OR hour > counted_after / 3600000)'

/** All of a batch in one statement, which happens only where it follows the chain's head. */
const APPEND = `
  WITH moved AS (
    UPDATE chains SET head_sequence = $4::bigint + $5 - 1, head_hash = $7,
      last_at = greatest(last_at, $8::bigint), shipped_at = $9
    WHERE machine = $1 AND project = $2 AND epoch = $3 AND head_sequence = $4::bigint - 1 AND head_hash = $6
    RETURNING id, counted_after
  ), segment AS (
    INSERT INTO segments (day, chain, first, number, level, previous, head, marks, body, received_at)
    SELECT $10::int, id, $4, $5, $11, $6, $7, $12::bytea, $13::bytea, $9 FROM moved
  ), noted AS (
    INSERT INTO notable (day, chain, sequence, machine, project, at, id, decision, event, tool, session, agent, hooks,
      trouble, line)
    SELECT $10::int, moved.id, sequence, $1, $2, at, row.id, decision, event, tool, session, agent, hooks, trouble, line
    FROM moved CROSS JOIN json_to_recordset($14::json) AS row (sequence bigint, at bigint, id text, decision text,
      event text, tool text, session text, agent text, hooks text, trouble boolean, line text)
    WHERE counted_after IS NULL OR at IS NULL OR at > counted_after
  ), decided AS (
    INSERT INTO decision_tallies (hour, machine, project, decision, event, tool, bucket, number, ms, max_ms)
    SELECT hour, $1, $2, decision, event, tool, bucket, sum(number), sum(ms), max("maxMs")
    FROM moved CROSS JOIN json_to_recordset($15::json) AS row (hour bigint, decision text, event text, tool text,
      bucket int, number bigint, ms double precision, "maxMs" double precision)
    WHERE ${FRESH_HOUR} GROUP BY hour, decision, event, tool, bucket ORDER BY hour, decision, event, tool, bucket
    ON CONFLICT (hour, machine, project, decision, event, tool, bucket) DO UPDATE
    SET number = decision_tallies.number + excluded.number, ms = decision_tallies.ms + excluded.ms,
      max_ms = greatest(decision_tallies.max_ms, excluded.max_ms)
  ), met AS (
    INSERT INTO sessions (machine, project, session, agents, number, refused, asked, first_at, last_at)
    SELECT $1, $2, session, coalesce(array_agg(DISTINCT agent) FILTER (WHERE agent <> ''), '{}'), sum(number),
      sum(refused), sum(asked), min("firstAt"), max("lastAt")
    FROM moved CROSS JOIN json_to_recordset($16::json) AS row (hour bigint, session text, agent text, number bigint,
      refused bigint, asked bigint, "firstAt" bigint, "lastAt" bigint)
    WHERE ${FRESH_HOUR} GROUP BY session ORDER BY session
    ON CONFLICT (machine, project, session) DO UPDATE
    SET number = sessions.number + excluded.number, refused = sessions.refused + excluded.refused,
      asked = sessions.asked + excluded.asked, first_at = least(sessions.first_at, excluded.first_at),
      last_at = greatest(sessions.last_at, excluded.last_at),
      agents = ARRAY(SELECT DISTINCT unnest(sessions.agents || excluded.agents) ORDER BY 1 LIMIT ${MOST_AGENTS})
  ), hooked AS (
    INSERT INTO hook_tallies (hour, machine, project, hook, message, decision, number)
    SELECT hour, $1, $2, hook, message, decision, sum(number)
    FROM moved CROSS JOIN json_to_recordset($17::json) AS row (hour bigint, hook text, message text, decision text,
      number bigint)
    WHERE ${FRESH_HOUR} GROUP BY hour, hook, message, decision ORDER BY hour, hook, message, decision
    ON CONFLICT (hour, machine, project, hook, message, decision) DO UPDATE
    SET number = hook_tallies.number + excluded.number
  ), changed AS (
    -- A row for each batch: one row for the hour would make all batches of the team wait for each other.
    INSERT INTO changed_hours (hour, at)
    SELECT DISTINCT hour, $9::bigint FROM moved CROSS JOIN json_to_recordset($15::json) AS row (hour bigint)
    WHERE ${FRESH_HOUR}
  )
  SELECT id FROM moved`

/** Appends a batch where it follows its chain's head; false when it does not, and then nothing has happened. */
export async function appendNext(
  sql: Sql,
  machine: Machine,
  batch: CheckedBatch,
  { marks, figures, notable }: ReadBatch,
  now: number,
): Promise<boolean> {
  const { chain, first, count, previous, head, level, lines } = batch
  const { count: appended } = await sql.query(APPEND, [
    machine.id,
    chain.project,
    chain.epoch,
    first,
    count,
    previous,
    head,
    figures.lastAt ?? null,
    now,
    dayOf(now),
    level,
    marks,
    lines === undefined ? null : gzipSync(JSON.stringify(lines)),
    JSON.stringify(notableRows(notable)),
    JSON.stringify(figures.decisions),
    JSON.stringify(figures.sessions),
    JSON.stringify(figures.hooks),
  ])
  return appended === 1
}

const notableRows = (notable: readonly NotableRow[]): readonly object[] =>
  notable
    .filter(({ entry }) => entry.encoding === 'utf8')
    .map(({ sequence, entry: { at, id, decision = '', event, tool, session, agent, trouble = false, line } }) => ({
      sequence,
      at,
      id,
      decision,
      event,
      tool,
      session,
      agent,
      hooks: ` ${hooksOf(line).join(' ')} `,
      trouble,
      line: line.replaceAll('\0', ''),
    }))
