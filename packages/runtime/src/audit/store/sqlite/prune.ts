import type { Sql } from './driver.ts'
import { hexOf } from './rows.ts'
import { readState } from './state.ts'
import { hoursUpTo, tallyAgain } from './tallies.ts'
import { inTransaction } from './transaction.ts'

/**
 * Removes from the old end only: what is left still hangs together, and the anchor says on what. The time of chaining
 * counts, not the one in the line: what a wrong clock dated long ago must not vanish the moment it is taken in.
 */
export function prune(sql: Sql, before: number): number {
  const removed = inTransaction(sql, () => {
    sql.run(`DELETE FROM kv WHERE scope LIKE 'session:%' AND changed_at < ?`, [before])
    const { anchor, head } = readState(sql)
    const [kept] = sql.all('SELECT sequence FROM entries WHERE chained_at >= ? ORDER BY sequence LIMIT 1', [before])
    const last = kept === undefined ? head.sequence : Number(kept['sequence']) - 1
    const [link] = last > anchor.sequence ? sql.all('SELECT hash FROM entries WHERE sequence = ?', [last]) : []
    // Without the entry there is nothing to hang the rest on; verifying will tell.
    if (link === undefined) return 0
    sql.run('UPDATE chain SET anchor_sequence = ?, anchor_hash = ?', [last, hexOf(link['hash'])])
    sql.run('DELETE FROM hook_entries WHERE sequence <= ?', [last])
    const hours = hoursUpTo(sql, last)
    const count = sql.run('DELETE FROM entries WHERE sequence <= ?', [last])
    tallyAgain(sql, hours)
    return count
  })
  if (removed > 0) sql.exec('PRAGMA incremental_vacuum')
  return removed
}
