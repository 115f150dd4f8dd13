import type { Database } from '../database/database.ts'

/** Its key counts no longer; what it has sent stays. */
export async function revokeMachine(database: Database, id: string, now: number): Promise<boolean> {
  const { count } = await database.query(
    'UPDATE machines SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
    [id, now],
  )
  return count === 1
}

/**
 * Removes what a machine has sent. The chain with its hashes stays, so that the rest of the record can still be checked,
 * and so does the fact that it was erased.
 */
export async function eraseMachine(database: Database, id: string, now: number): Promise<boolean> {
  return database.transaction(async (sql) => {
    const { count } = await sql.query(
      `UPDATE machines SET revoked_at = coalesce(revoked_at, $2), erased_at = $2, heartbeat = NULL, label = NULL,
         name = 'erased ' || left(id, 8) WHERE id = $1 AND erased_at IS NULL RETURNING id`,
      [id, now],
    )
    if (count !== 1) return false
    await sql.query('UPDATE segments SET body = NULL WHERE chain IN (SELECT id FROM chains WHERE machine = $1)', [id])
    await sql.query(
      `INSERT INTO changed_hours (hour, at) SELECT DISTINCT hour, $2::bigint FROM decision_tallies WHERE machine = $1`,
      [id, now],
    )
    for (const table of ['notable', 'decision_tallies', 'hook_tallies', 'sessions'])
      await sql.query(`DELETE FROM ${table} WHERE machine = $1`, [id])
    await sql.query(`UPDATE alarms SET text = 'erased' WHERE machine = $1`, [id])
    return true
  })
}
