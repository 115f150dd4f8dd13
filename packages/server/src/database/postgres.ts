import pg from 'pg'
import { UserError } from '@holdpoint/engine'
import type { Database, Rows, Sql, SqlValue } from './database.ts'

const CONNECTIONS = 10
const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
const OLDEST_VERSION = 150_000

export interface PostgresOptions {
  readonly connections?: number
  readonly statementMs?: number
  /** Called when a connection that is idle breaks. */
  onProblem?(error: Error): void
}

/** Throws an error for the user when the address or the version of the database does not do. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: checked(url),
    max: options.connections ?? CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: options.statementMs ?? STATEMENT_MS,
    application_name: 'holdpoint-server',
  })
  pool.on('error', (error) => options.onProblem?.(error))
  const database: Database = {
    kind: 'postgres',
    query: (text, values) => asRows(pool.query(text, [...(values ?? [])])),
    async transaction(work) {
      const client = await pool.connect()
      // The pool listens only while a connection is idle; without a listener, a crash of the database ends the process.
      const lost = (error: Error): void => options.onProblem?.(error)
      client.on('error', lost)
      try {
        await client.query('BEGIN')
        const result = await work(sqlOn(client))
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        await client.query('ROLLBACK').then(
          () => client.release(),
          () => client.release(true),
        )
        throw error
      } finally {
        client.off('error', lost)
      }
    },
    async script(text) {
      await pool.query(text)
    },
    close: () => pool.end(),
  }
  try {
    const { rows } = await database.query("SELECT current_setting('server_version_num')::int AS version")
    const version = Number(rows[0]?.['version'])
    if (version < OLDEST_VERSION)
      throw new UserError(`this PostgreSQL is version ${Math.floor(version / 10_000)}; 15 or newer is needed.`)
    return database
  } catch (error) {
    await database.close()
    if (error instanceof UserError) throw error
    throw new UserError(`cannot use the database at ${withoutPassword(url)}: ${reason(error)}.`, { cause: error })
  }
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<pg.QueryResult>
}

const sqlOn = (queryable: Queryable): Sql => ({
  query: (text: string, values: readonly SqlValue[] = []) => asRows(queryable.query(text, [...values])),
})

async function asRows(answer: Promise<pg.QueryResult>): Promise<Rows> {
  const { rows, rowCount } = await answer
  return { rows: rows as Rows['rows'], count: rowCount ?? 0 }
}

function checked(url: string): string {
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) return url
  throw new UserError('--database needs an address such as postgres://user@host:5432/holdpoint.')
}

function withoutPassword(url: string): string {
  const clean = new URL(url)
  clean.password = ''
  clean.search = ''
  return clean.href
}

/** Node names several failed addresses in one error without a message. */
function reason(error: unknown): string {
  if (error instanceof AggregateError)
    return error.errors.map((one) => (one instanceof Error ? one.message : '')).join(', ')
  return error instanceof Error ? error.message : String(error)
}
