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
    ['entries.sequence < ?', filter.before],
    [`entries.line LIKE ? ESCAPE '!'`, filter.text === undefined ? undefined : somewhere(filter.text)],
    // The highest character: unlike a substring, a range can use an index.
    ['entries.id >= ? AND entries.id < ? || char(1114111)', filter.idStart],
    ['substr(entries.id, -length(?)) = ?', filter.idEnd],
    // rtrim removes everything but `-` from the right, so the rest ends with the last one.
    [
      `substr(entries.id, length(rtrim(entries.id, replace(entries.id, '-', ''))) + 1, length(?)) = ?`,
      filter.shortIdStart,
    ],
    ['hook_entries.hook = (SELECT number FROM hooks WHERE id = ?)', filter.hook],
  ] as const
  const given = conditions.filter(([, value]) => value !== undefined)
  const values = given.flatMap(([condition, value]) => Array.from(condition.matchAll(/\?/g), () => value ?? null))
  const where = given.map(([condition]) => condition as string)
  if (filter.trouble === true) where.push('entries.trouble = 1')
  if (filter.notProbe === true) where.push(`(entries.decision IS NOT 'probe' OR entries.trouble = 1)`)
  // Most decisions are `pass`, so the index covers only the others; SQLite uses it when the query has this condition.
  const isNotPass = filter.notPass === true || (filter.decision !== undefined && filter.decision !== 'pass')
  if (isNotPass) where.push(`entries.decision <> 'pass'`)
  // CROSS JOIN fixes the order of the tables: first the few entries of the hook, then each of them.
  // A session is a small part of all entries; without this SQLite may scan all later entries instead.
  const from =
    filter.hook === undefined
      ? `entries${filter.session === undefined ? '' : ' INDEXED BY entries_session'}`
      : 'hook_entries CROSS JOIN entries ON entries.sequence = hook_entries.sequence'
  // The sign stops SQLite from scanning all entries in their existing order: few entries match an id.
  const sign = filter.idStart === undefined ? '' : '+'
  const order = filter.hook === undefined ? `${sign}entries.sequence` : 'hook_entries.sequence'
  const direction = filter.oldestFirst === true ? 'ASC' : 'DESC'
  const rest = `ORDER BY ${order} ${direction} LIMIT ?`
  const all = [...values, filter.limit ?? DEFAULT_LIMIT]
  const index = filter.hook === undefined ? timeIndexFor(filter, given.length) : undefined
  if (index === undefined) {
    where.push(READABLE)
    return { statement: `SELECT entries.* FROM ${from} WHERE ${where.join(' AND ')} ${rest}`, values: all }
  }
  // These indexes have the time but not the order, and sorting whole lines is slow; so numbers are sorted first.
  const found = `SELECT sequence FROM entries INDEXED BY ${index} WHERE ${where.join(' AND ')} ${rest}`
  return {
    statement: `SELECT * FROM entries WHERE sequence IN (${found}) AND ${READABLE} ORDER BY sequence ${direction}`,
    values: all,
  }
}

/** The index to use when only the time narrows the search. */
function timeIndexFor(filter: Filter, conditions: number): string | undefined {
  const { notPass, trouble, since, until, after, before } = filter
  if (trouble === true) return undefined
  if (notPass === true) return 'entries_notable'
  const given = (...values: readonly unknown[]): number => values.filter((value) => value !== undefined).length
  const ofTime = given(since, until)
  return ofTime > 0 && conditions === ofTime + given(after, before) ? 'entries_at' : undefined
}

const somewhere = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`

const READABLE = `entries.kind <> 'unreadable'`
