import type { Sql } from './driver.ts'
import { hexOf } from './rows.ts'
import { readState } from './state.ts'
import { hoursUpTo, tallyAgain } from './tallies.ts'
import { inTransaction } from './transaction.ts'

/**
 * Removes only from the old end: the rest of the chain stays valid, and the anchor records its start. The time of
 * chaining counts, not the one in the line: a line with a wrong old date must not be pruned when it is ingested.
 */
export function prune(sql: Sql, before: number, upTo = Infinity): number {
  const removed = inTransaction(sql, () => {
    sql.run(`DELETE FROM kv WHERE scope LIKE 'session:%' AND changed_at < ?`, [before])
    const { anchor, head } = readState(sql)
    const [kept] = sql.all('SELECT sequence FROM entries WHERE chained_at >= ? ORDER BY sequence LIMIT 1', [before])
    const last = Math.min(upTo, kept === undefined ? head.sequence : Number(kept['sequence']) - 1)
    const [link] = last > anchor.sequence ? sql.all('SELECT hash FROM entries WHERE sequence = ?', [last]) : []
    // Without this entry the chain has no anchor; verify will report it.
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
