import type { Database, Sql } from './database.ts'

const DAY_MS = 86_400_000
const TABLES = ['segments', 'notable'] as const
/** Made ahead, so that no request has to make one at midnight. */
const DAYS_AHEAD = 3
const LOCK = 4_867_532

/** Days since 1970, in UTC. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)

export async function makePartitions(database: Database, now: number): Promise<void> {
  const today = dayOf(now)
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    for (const table of TABLES)
      for (let day = today - 1; day <= today + DAYS_AHEAD; day++)
        await sql.query(
          `CREATE TABLE IF NOT EXISTS ${table}_${day} PARTITION OF ${table} FOR VALUES FROM (${day}) TO (${day + 1})`,
        )
  })
}

/** Removes the days before, with everything in them; returns how many partitions that were. */
export async function dropPartitions(database: Database, now: number, days: number): Promise<number> {
  const first = dayOf(now) - days
  return database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const old = (await partitions(sql)).filter(({ day }) => day < first)
    for (const { name } of old) await sql.query(`DROP TABLE ${name}`)
    return old.length
  })
}

/** Names come from the catalogue and have the form that is made above, so they are safe in a statement. */
async function partitions(sql: Sql): Promise<readonly { readonly name: string; readonly day: number }[]> {
  const { rows } = await sql.query(
    `SELECT child.relname::text AS name FROM pg_inherits
     JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE parent.relname = ANY($1)`,
    [TABLES],
  )
  return rows.flatMap(({ name }) => {
    const [, day] = /^(?:segments|notable)_(\d+)$/.exec(String(name)) ?? []
    return day === undefined ? [] : [{ name: String(name), day: Number(day) }]
  })
}
