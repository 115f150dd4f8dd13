import { raise, settle } from '../alarms.ts'
import { CLOCK_MS } from '../machines/authenticate.ts'
import { numberOf, textOf, type Database } from '../database/database.ts'
import { dropPartitions, makePartitions } from '../database/partitions.ts'

const HOUR_MS = 3_600_000
const LATE_MS = 24 * HOUR_MS
const LOCK = 4_867_533

/** Each table of the team's hours, and how it comes from those of the machines. */
const ROLL_UPS = [
  [
    'team_tallies',
    `(hour, decision, event, tool, bucket, number, ms, max_ms)
     SELECT hour, decision, event, tool, bucket, sum(number), sum(ms), max(max_ms) FROM decision_tallies
     WHERE hour = ANY($1::bigint[]) GROUP BY hour, decision, event, tool, bucket`,
  ],
  [
    'team_projects',
    `(hour, project, number) SELECT hour, project, sum(number) FROM decision_tallies
     WHERE hour = ANY($1::bigint[]) GROUP BY hour, project`,
  ],
  [
    'team_hooks',
    `(hour, hook, message, decision, number) SELECT hour, hook, message, decision, sum(number) FROM hook_tallies
     WHERE hour = ANY($1::bigint[]) GROUP BY hour, hook, message, decision`,
  ],
] as const

/** Of one transaction, so that a team's whole past does not run into the time limit of a statement. */
const HOURS_AT_ONCE = 24
const TAKE = `
  DELETE FROM changed_hours WHERE hour IN (SELECT DISTINCT hour FROM changed_hours ORDER BY hour DESC LIMIT ${HOURS_AT_ONCE})
  RETURNING hour`

/** Brings the counts of the whole team up to date, latest hours first. */
export async function rollUp(database: Database): Promise<number> {
  let hours = 0
  for (;;) {
    const done = await rollUpSome(database)
    hours += done
    if (done < HOURS_AT_ONCE) return hours
  }
}

async function rollUpSome(database: Database): Promise<number> {
  return database.transaction(async (sql) => {
    // One copy at a time; another one has nothing to do meanwhile.
    const { rows } = await sql.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK])
    if (rows[0]?.['mine'] !== true) return 0
    const changed = await sql.query(TAKE)
    const hours = [...new Set(changed.rows.map(({ hour }) => numberOf(hour)))]
    if (hours.length === 0) return 0
    for (const [table, sums] of ROLL_UPS) {
      await sql.query(`DELETE FROM ${table} WHERE hour = ANY($1::bigint[])`, [hours])
      await sql.query(`INSERT INTO ${table} ${sums}`, [hours])
    }
    return hours.length
  })
}

/** What has to happen once an hour. */
export async function keepHouse(database: Database, now: number, days: number): Promise<void> {
  await makePartitions(database, now)
  await dropPartitions(database, now, days)
  const oldest = Math.floor((now - days * 86_400_000) / HOUR_MS)
  for (const table of ['decision_tallies', 'hook_tallies', ...ROLL_UPS.map(([table]) => table)])
    await database.query(`DELETE FROM ${table} WHERE hour < $1`, [oldest])
  await database.query('DELETE FROM sessions WHERE last_at < $1', [oldest * HOUR_MS])
  await database.query('DELETE FROM nonces WHERE at < $1', [now - 3 * CLOCK_MS])
  await database.query('DELETE FROM sign_ins WHERE expires_at < $1', [now])
  await database.query('DELETE FROM links WHERE expires_at < $1', [now - 86_400_000])
  await watchMachines(database, now)
}

/** A machine that belongs to the team and has not been heard from for a day. */
async function watchMachines(database: Database, now: number): Promise<void> {
  const { rows } = await database.query('SELECT id, name, seen_at FROM machines WHERE revoked_at IS NULL')
  for (const row of rows) {
    const [id, name] = [textOf(row['id']), textOf(row['name'])]
    if (now - numberOf(row['seen_at']) < LATE_MS) await settle(database, 'late', id, now)
    else
      await raise(
        database,
        { kind: 'late', subject: id, machine: id, text: `${name} has not been heard from for more than a day.` },
        now,
      )
  }
}
