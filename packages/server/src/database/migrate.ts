import { UserError } from '@holdpoint/engine'
import { numberOf, type Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** Any number; the same for every copy of the server on one database. */
const LOCK = 4_867_531

/** Brings the tables up to date, forward only. Copies that start at the same time wait for each other. */
export async function migrate(database: Database, migrations: readonly string[] = MIGRATIONS): Promise<number> {
  await database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await sql.query('CREATE TABLE IF NOT EXISTS migrations (version int PRIMARY KEY, at bigint NOT NULL)')
    const { rows } = await sql.query('SELECT coalesce(max(version), 0) AS version FROM migrations')
    const version = numberOf(rows[0]?.['version'])
    if (version > migrations.length)
      throw new UserError(
        `the database was written by a newer holdpoint-server (tables ${version}, this one knows ${migrations.length}). Start that version.`,
      )
    for (const [index, script] of migrations.entries()) {
      if (index < version) continue
      for (const statement of statementsOf(script)) await sql.query(statement)
      await sql.query('INSERT INTO migrations (version, at) VALUES ($1, $2)', [index + 1, Date.now()])
    }
  })
  return migrations.length
}

/** A migration contains no text with a semicolon at the end of a line. */
const statementsOf = (script: string): readonly string[] =>
  script
    .split(/;\s*\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '')
