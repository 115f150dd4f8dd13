import type { Entry, Link } from '../audit/store/log.ts'
import { figuresOf, isNotable } from './figures.ts'
import type { Batch, ChainName, Level } from './wire.ts'

const MARK_BYTES = 8
/** Of the lines in one batch; a batch is cut rather than refused. */
const MAX_BYTES = 8 << 20

/** The batch of consecutive entries that follow `previous`: all that will leave the machine. */
export function batchOf(chain: ChainName, level: Level, previous: Link, entries: readonly Entry[]): Batch {
  const last = entries.at(-1)
  const common = {
    chain,
    level,
    first: previous.sequence + 1,
    count: entries.length,
    previous: previous.hash,
    head: last?.hash ?? previous.hash,
  }
  if (level === 'full') return { ...common, lines: entries.map(({ line, encoding }) => ({ line, encoding })) }
  const befores = [previous.hash, ...entries.map(({ hash }) => hash)]
  return {
    ...common,
    marks: marksOf(entries),
    figures: figuresOf(entries, level === 'notable'),
    ...(level === 'notable' && {
      notable: entries.flatMap((entry, index) => {
        const { sequence, line, encoding } = entry
        return isNotable(entry) ? [{ sequence, previous: befores[index] ?? '', line, encoding }] : []
      }),
    }),
  }
}

/** The start of each hash: enough to find the first entry that differs. */
export const marksOf = (entries: readonly Pick<Entry, 'hash'>[]): string =>
  Buffer.concat(entries.map(({ hash }) => Buffer.from(hash, 'hex').subarray(0, MARK_BYTES))).toString('base64')

/** The mark at an index, in hex. */
export const markAt = (marks: Uint8Array, index: number): string =>
  Buffer.from(marks.subarray(index * MARK_BYTES, (index + 1) * MARK_BYTES)).toString('hex')

export const hasMarksFor = (marks: Uint8Array, count: number): boolean => marks.length === count * MARK_BYTES

/** As many of the first entries as fit into one request; at least one. */
export function fitting(entries: readonly Entry[]): readonly Entry[] {
  let size = 0
  const end = entries.findIndex(({ line }, index) => (size += line.length) > MAX_BYTES && index > 0)
  return end === -1 ? entries : entries.slice(0, end)
}
