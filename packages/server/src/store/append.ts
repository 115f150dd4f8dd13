import { randomUUID } from 'node:crypto'
import { chained, GENESIS, idBeside, type Advance, type LogState, type NewEntry } from '@holdpoint/runtime/audit'
import { numberOf, textOf, type Sql } from '../database/database.ts'

const NEW_LOG = `
  INSERT INTO store_logs (store, epoch, anchor_sequence, anchor_hash, head_sequence, head_hash)
  VALUES ($1, $2, $3, $4, $3, $4) ON CONFLICT DO NOTHING`
const LOCKED = 'SELECT * FROM store_logs WHERE store = $1 FOR UPDATE'

/** Where a log stands. Its row stays locked until the transaction ends. */
export async function stateOf(sql: Sql, store: string): Promise<LogState> {
  let { rows } = await sql.query(LOCKED, [store])
  if (rows[0] === undefined) {
    await sql.query(NEW_LOG, [store, randomUUID(), GENESIS.sequence, GENESIS.hash])
    rows = (await sql.query(LOCKED, [store])).rows
  }
  const row = rows[0] ?? {}
  const cursors = await sql.query(
    'SELECT source, offset_bytes, sequence FROM store_cursors WHERE store = $1 ORDER BY source',
    [store],
  )
  return {
    epoch: textOf(row['epoch']),
    anchor: { sequence: numberOf(row['anchor_sequence']), hash: textOf(row['anchor_hash']) },
    head: { sequence: numberOf(row['head_sequence']), hash: textOf(row['head_hash']) },
    cursors: cursors.rows.map((cursor) => ({
      source: textOf(cursor['source']),
      offset: numberOf(cursor['offset_bytes']),
      sequence: numberOf(cursor['sequence']),
    })),
  }
}

/** As one JSON text: a line that is no text, or has a zero byte, comes as base64, so PostgreSQL can take it. */
const ADD = `
  INSERT INTO store_entries (store, sequence, id, kind, at, chained_at, session, agent, event, tool, decision, ms,
    trouble, hooks, hash, encoding, line)
  SELECT $1, sequence, id, kind, at, $2, session, agent, event, tool, decision, ms, trouble, hooks, hash, encoding, line
  FROM json_to_recordset($3::json) AS row (sequence bigint, id text, kind text, at bigint, session text, agent text,
    event text, tool text, decision text, ms double precision, trouble boolean, hooks text[], hash text,
    encoding text, line text)`
const MOVE = `
  INSERT INTO store_cursors (store, source, offset_bytes, sequence) VALUES ($1, $2, $3, $4)
  ON CONFLICT (store, source) DO UPDATE SET offset_bytes = excluded.offset_bytes, sequence = excluded.sequence`

/** See Log.append. */
export async function append(
  sql: Sql,
  store: string,
  entries: readonly NewEntry[],
  chainedAt: number,
  advance?: Advance,
): Promise<number | undefined> {
  const { head, cursors } = await stateOf(sql, store)
  const known = cursors.find(({ source }) => source === advance?.source)?.offset ?? 0
  if (advance !== undefined && known !== advance.from) return undefined

  const lines = await linesOf(sql, store, entries)
  let { sequence, hash } = head
  const added = entries.flatMap((entry) => {
    const isTaken = lines.has(entry.id)
    const id = isTaken ? idBeside(entry) : entry.id
    if (isTaken && (lines.get(entry.id) === entry.line || lines.has(id))) return []
    lines.set(id, entry.line)
    hash = chained(hash, entry)
    return [{ ...entry, id, hash, sequence: ++sequence }]
  })
  if (added.length > 0) await sql.query(ADD, [store, chainedAt, JSON.stringify(added)])
  await sql.query('UPDATE store_logs SET head_sequence = $2, head_hash = $3 WHERE store = $1', [store, sequence, hash])
  if (advance !== undefined) await sql.query(MOVE, [store, advance.source, advance.to, sequence])
  return sequence - head.sequence
}

/** The lines that have one of the ids already. */
async function linesOf(sql: Sql, store: string, entries: readonly NewEntry[]): Promise<Map<string, string>> {
  const ids = JSON.stringify(entries.flatMap((entry) => [entry.id, idBeside(entry)]))
  const { rows } = await sql.query(
    `SELECT id, line FROM store_entries WHERE store = $1 AND id IN (SELECT json_array_elements_text($2::json))`,
    [store, ids],
  )
  return new Map(rows.map((row) => [textOf(row['id']), textOf(row['line'])]))
}
