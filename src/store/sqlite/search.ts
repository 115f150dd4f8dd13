import type { Filter } from '../log.ts'
import type { SqlValue } from './driver.ts'

const DEFAULT_LIMIT = 1_000

interface Search {
  readonly statement: string
  readonly values: readonly SqlValue[]
}

/** The statement for a filter. Order and limit come from an index, however many entries there are. */
export function searchFor(filter: Filter): Search {
  const conditions = [
    ['entries.at >= ?', filter.since],
    ['entries.at < ?', filter.until],
    ['entries.session = ?', filter.session],
    ['entries.agent = ?', filter.agent],
    ['entries.decision = ?', filter.decision],
    ['entries.event = ?', filter.event],
    ['entries.tool = ?', filter.tool],
    ['entries.sequence > ?', filter.after],
    ['substr(entries.id, 1, length(?)) = ?', filter.idStart],
    ['substr(entries.id, -length(?)) = ?', filter.idEnd],
    ['hook_entries.hook = (SELECT number FROM hooks WHERE id = ?)', filter.hook],
  ] as const
  const given = conditions.filter(([, value]) => value !== undefined)
  const values = given.flatMap(([condition, value]) => Array.from(condition.matchAll(/\?/g), () => value ?? null))
  const where = [`entries.kind <> 'unreadable'`, ...given.map(([condition]) => condition)]
  // Most decisions are `pass`, so the index holds only the others; SQLite uses it when told that they are meant.
  if (filter.decision !== undefined && filter.decision !== 'pass') where.push(`entries.decision <> 'pass'`)
  // CROSS JOIN keeps the order of the tables: first the few entries of the hook, then each of them.
  const from =
    filter.hook === undefined
      ? 'entries'
      : 'hook_entries CROSS JOIN entries ON entries.sequence = hook_entries.sequence'
  const order = filter.hook === undefined ? 'entries.sequence' : 'hook_entries.sequence'
  return {
    statement: `SELECT entries.* FROM ${from} WHERE ${where.join(' AND ')} ORDER BY ${order} DESC LIMIT ?`,
    values: [...values, filter.limit ?? DEFAULT_LIMIT],
  }
}
