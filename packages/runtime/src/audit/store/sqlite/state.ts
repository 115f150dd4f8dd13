import type { LogState } from '../log.ts'
import type { Sql } from './driver.ts'
import { Damaged } from './problems.ts'

export function readState(sql: Sql): LogState {
  const [row] = sql.all('SELECT * FROM chain')
  if (row === undefined) throw new Damaged('the chain has lost its ends')
  const cursors = sql.all('SELECT source, offset, sequence FROM cursors ORDER BY source')
  return {
    epoch: String(row['epoch']),
    anchor: { sequence: Number(row['anchor_sequence']), hash: String(row['anchor_hash']) },
    head: { sequence: Number(row['head_sequence']), hash: String(row['head_hash']) },
    cursors: cursors.map((cursor) => ({
      source: String(cursor['source']),
      offset: Number(cursor['offset']),
      sequence: Number(cursor['sequence']),
    })),
  }
}
