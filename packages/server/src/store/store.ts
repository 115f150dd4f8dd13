import type { Store } from '@holdpoint/runtime/audit'
import type { Database } from '../database/database.ts'
import { postgresLocks } from './locks.ts'
import { postgresLog } from './log.ts'
import { postgresValues } from './values.ts'

export interface PostgresStoreOptions {
  readonly database: Database
  /** Stores of one database are kept apart by name. */
  readonly name: string
  readonly now?: () => number
}

/**
 * The store of test/store/contract.ts on PostgreSQL, for state that machines or copies of the server share. Every
 * operation is one statement or one transaction, so it may go through PgBouncer in transaction mode.
 */
export function postgresStore({ database, name, now = Date.now }: PostgresStoreOptions): Store {
  return {
    ...postgresValues(database, name, now),
    ...postgresLocks(database, name, now),
    ...postgresLog(database, name),
    // The database belongs to the caller.
    async close() {},
  }
}
