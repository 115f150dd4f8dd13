import { scopeName, whole } from '../json.ts'
import type { Locks, Scope } from '../store.ts'
import type { Sql } from './driver.ts'

/** A lock with a time in the future has expired too: the clock was set back. */
const TAKE = `
  INSERT INTO locks (scope, name, owner, taken_at, life_ms) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET owner = excluded.owner, taken_at = excluded.taken_at, life_ms = excluded.life_ms
  WHERE owner = excluded.owner OR abs(excluded.taken_at - taken_at) >= life_ms
  RETURNING owner`

export const sqliteLocks = (sqlOf: (scope: Scope) => Sql, now: () => number): Locks => ({
  async lock(scope, name, owner, lifeMs) {
    const place = [whole(scopeName(scope)), whole(name)]
    const sql = sqlOf(scope)
    for (;;) {
      if (sql.all(TAKE, [...place, whole(owner), now(), lifeMs]).length === 1) return { held: true }
      const [row] = sql.all('SELECT owner, taken_at + life_ms AS ends FROM locks WHERE scope = ? AND name = ?', place)
      // The lock was released in between: try again.
      if (row !== undefined) return { held: false, owner: String(row['owner']), expiresAt: Number(row['ends']) }
    }
  },
  async unlock(scope, name, owner) {
    const statement = 'DELETE FROM locks WHERE scope = ? AND name = ? AND owner = ?'
    return sqlOf(scope).run(statement, [whole(scopeName(scope)), whole(name), owner]) === 1
  },
})
