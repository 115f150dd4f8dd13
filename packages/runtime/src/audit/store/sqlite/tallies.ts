import { HOUR_MS, tally, type Counted, type Tallies } from '../tally.ts'
import type { Sql } from './driver.ts'

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
