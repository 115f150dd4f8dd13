import type { Scope, Store } from '../store.ts'
import { sqliteLocks } from './locks.ts'
import { sqliteLog } from './log.ts'
import type { Sql } from './driver.ts'
import { sqliteValues } from './values.ts'

export interface SqliteStoreOptions {
  /** The database of a project and its sessions. */
  readonly project: Sql
  /** The database shared by all projects of a user; opened on first use. */
  user(): Sql
  readonly now?: () => number
}

export function sqliteStore({ project, user, now = Date.now }: SqliteStoreOptions): Store {
  let shared: Sql | undefined
  const sqlOf = (scope: Scope): Sql => (scope.kind === 'user' ? (shared ??= user()) : project)
  return {
    ...sqliteValues(sqlOf, now),
    ...sqliteLocks(sqlOf, now),
    ...sqliteLog(project),
    async close() {
      project.close()
      shared?.close()
    },
  }
}
