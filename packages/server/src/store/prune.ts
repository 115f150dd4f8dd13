import { numberOf, textOf, type Sql } from '../database/database.ts'
import { stateOf } from './append.ts'

/** See Log.prune: only from the old end, by the time of chaining. */
export async function prune(sql: Sql, store: string, before: number, upTo = Infinity): Promise<number> {
  await sql.query(`DELETE FROM store_values WHERE store = $1 AND scope LIKE 'session:%' AND changed_at < $2`, [
    store,
    before,
  ])
  const { anchor, head } = await stateOf(sql, store)
  const kept = await sql.query(
    'SELECT min(sequence) AS sequence FROM store_entries WHERE store = $1 AND chained_at >= $2',
    [store, before],
  )
  const first = kept.rows[0]?.['sequence'] ?? null
  const last = Math.min(upTo, first === null ? head.sequence : numberOf(first) - 1)
  if (last <= anchor.sequence) return 0
  const { rows } = await sql.query('SELECT hash FROM store_entries WHERE store = $1 AND sequence = $2', [store, last])
  if (rows[0] === undefined) return 0
  await sql.query('UPDATE store_logs SET anchor_sequence = $2, anchor_hash = $3 WHERE store = $1', [
    store,
    last,
    textOf(rows[0]['hash']),
  ])
  const { count } = await sql.query('DELETE FROM store_entries WHERE store = $1 AND sequence <= $2', [store, last])
  return count
}
