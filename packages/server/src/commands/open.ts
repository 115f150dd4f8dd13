import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, UserError } from '@holdpoint/engine'
import { numberOf, type Database } from '../database/database.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { openPglite } from '../database/pglite.ts'
import { openPostgres } from '../database/postgres.ts'

export interface DatabaseLocation {
  readonly data: string
  readonly database?: string | undefined
}

export const keyFile = (data: string): string => join(data, 'signing-key.pem')

export async function openDatabase(
  { data, database }: DatabaseLocation,
  onProblem: (error: Error) => void = () => undefined,
): Promise<Database> {
  if (database !== undefined) return openPostgres(database, { onProblem })
  try {
    return await openPglite(data)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`cannot open the embedded database in ${data}: ${messageOf(error)}.`, { cause: error })
  }
}

/** For a command beside the server: it changes no table, so it needs the tables of its own version. */
export async function withDatabase<T>(place: DatabaseLocation, work: (database: Database) => Promise<T>): Promise<T> {
  if (place.database === undefined && !existsSync(place.data))
    throw new UserError(`there is no database in ${place.data}. Give its folder with --data, or --database <url>.`)
  const database = await openDatabase(place)
  try {
    const version = await database.query('SELECT max(version) AS version FROM migrations').then(
      ({ rows }) => numberOf(rows[0]?.['version']),
      () => 0,
    )
    if (version !== MIGRATIONS.length)
      throw new UserError(
        `the database has tables ${version}, this holdpoint-server knows ${MIGRATIONS.length}. Use the version of the server.`,
      )
    return await work(database)
  } finally {
    await database.close()
  }
}
