import { scopeName, whole, type Locks } from '@holdpoint/runtime/audit'
import { numberOf, textOf, type Database } from '../database/database.ts'

/** A lock with a time in the future has expired too: the clock was set back. */
const TAKE = `
  INSERT INTO store_locks (store, scope, name, owner, taken_at, life_ms) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (store, scope, name) DO UPDATE
  SET owner = excluded.owner, taken_at = excluded.taken_at, life_ms = excluded.life_ms
  WHERE store_locks.owner = excluded.owner OR abs(excluded.taken_at - store_locks.taken_at) >= store_locks.life_ms
  RETURNING owner`
const PLACE = 'WHERE store = $1 AND scope = $2 AND name = $3'

export const postgresLocks = (database: Database, store: string, now: () => number): Locks => ({
  async lock(scope, name, owner, lifeMs) {
    const place = [store, whole(scopeName(scope)), whole(name)]
    for (;;) {
      const taken = await database.query(TAKE, [...place, whole(owner), now(), lifeMs])
      if (taken.rows.length === 1) return { held: true }
      const { rows } = await database.query(`SELECT owner, taken_at + life_ms AS ends FROM store_locks ${PLACE}`, place)
      // The lock was released in between: try again.
      if (rows[0] !== undefined)
        return { held: false, owner: textOf(rows[0]['owner']), expiresAt: numberOf(rows[0]['ends']) }
    }
  },
  async unlock(scope, name, owner) {
    const { count } = await database.query(`DELETE FROM store_locks ${PLACE} AND owner = $4`, [
      store,
      whole(scopeName(scope)),
      whole(name),
      owner,
    ])
    return count === 1
  },
})
