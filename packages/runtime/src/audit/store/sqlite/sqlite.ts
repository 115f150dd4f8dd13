import type { Scope, Store } from '../store.ts'
import { sqliteLocks } from './locks.ts'
import { sqliteLog } from './log.ts'
import type { Sql } from './driver.ts'
import { sqliteValues } from './values.ts'

export interface SqliteStoreOptions {
  /** Where a project and its sessions have their place. */
  readonly project: Sql
  /** What all projects of a user share; opened when first asked for. */
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
