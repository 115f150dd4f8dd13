import type { Entry, NewEntry } from '../log.ts'
import type { Row } from './driver.ts'

export function entryOf(row: Row): Entry {
  const { at, session, agent, event, tool, decision, ms, trouble } = row
  return {
    sequence: Number(row['sequence']),
    id: String(row['id']),
    kind: row['kind'] as NewEntry['kind'],
    chainedAt: Number(row['chained_at']),
    hash: hexOf(row['hash']),
    encoding: row['encoding'] as NewEntry['encoding'],
    line: String(row['line']),
    ...(typeof at === 'number' && { at }),
    ...(typeof session === 'string' && { session }),
    ...(typeof agent === 'string' && { agent }),
    ...(typeof event === 'string' && { event }),
    ...(typeof tool === 'string' && { tool }),
    ...(typeof decision === 'string' && { decision }),
    ...(typeof ms === 'number' && { ms }),
    ...(trouble === 1 && { trouble: true as const }),
  }
}

/** One library returns bytes as an ArrayBuffer, the other as a view of one. */
export const hexOf = (bytes: unknown): string =>
  bytes instanceof ArrayBuffer || bytes instanceof Uint8Array ? Buffer.from(bytes as Uint8Array).toString('hex') : ''
