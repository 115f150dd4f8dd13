import { chained, GENESIS } from '../../../packages/runtime/src/audit/store/chain.ts'
import type { Batch } from '../../../packages/runtime/src/fleet/index.ts'
import { line } from '../../store/support/spool.ts'

let serial = 0

/** The first batch of a new chain at level full, with one line for each of `given`. */
export function aBatch(given: number | readonly object[], project = 'github.com/a/b'): Batch {
  const fields = typeof given === 'number' ? Array.from({ length: given }, () => ({})) : given
  const lines = fields.map((one) => ({
    line: line(`batch-${process.pid}-${++serial}`, { at: new Date().toISOString(), ...one }),
    encoding: 'utf8' as const,
  }))
  const head = lines.reduce(chained, GENESIS.hash)
  const chain = { project, epoch: `e${process.pid}-${++serial}` }
  return { chain, level: 'full', first: 1, count: lines.length, previous: GENESIS.hash, head, lines }
}
