import type { Entry, Filter, NewEntry } from '@holdpoint/runtime/audit'
import { numberIfAny, numberOf, textIfAny, textOf, type Row, type SqlValue } from '../database/database.ts'

const DEFAULT_LIMIT = 1_000
const [UPPER, LOWER] = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']
const lowered = (sql: string): string => `translate(${sql}, '${UPPER}', '${LOWER}')`

/** The statement for a filter; `?` stands for the value of its condition. */
export function searchFor(
  store: string,
  filter: Filter,
): { readonly statement: string; readonly values: readonly SqlValue[] } {
  const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
    ['store = ?', store],
    ['at >= ?', filter.since],
    ['at < ?', filter.until],
    ['session = ?', filter.session],
    ['agent = ?', filter.agent],
    ['decision = ?', filter.decision],
    ['event = ?', filter.event],
    ['tool = ?', filter.tool],
    ['sequence > ?', filter.after],
    ['sequence < ?', filter.before],
    [`position(${lowered('?::text')} in ${lowered('line')}) > 0`, filter.text],
    ['starts_with(id, ?)', filter.idStart],
    ['right(id, length(?::text)) = ?', filter.idEnd],
    [`starts_with(substring(id from '[^-]*$'), ?)`, filter.shortIdStart],
    ['?::text = ANY(hooks)', filter.hook],
  ]
  const values: SqlValue[] = []
  const where = conditions.flatMap(([condition, value]) => {
    if (value === undefined) return []
    values.push(value)
    return [condition.replaceAll('?', `$${values.length}`)]
  })
  if (filter.trouble === true) where.push('trouble')
  if (filter.notProbe === true) where.push(`(decision IS DISTINCT FROM 'probe' OR trouble)`)
  if (filter.notPass === true) where.push(`decision <> 'pass'`)
  values.push(filter.limit ?? DEFAULT_LIMIT)
  return {
    statement: `SELECT * FROM store_entries WHERE ${where.join(' AND ')} AND kind <> 'unreadable'
      ORDER BY sequence ${filter.oldestFirst === true ? 'ASC' : 'DESC'} LIMIT $${values.length}`,
    values,
  }
}

export function entryOf(row: Row): Entry {
  const [at, ms] = [numberIfAny(row['at']), numberIfAny(row['ms'])]
  const texts = ['session', 'agent', 'event', 'tool', 'decision'].flatMap((name) => {
    const text = textIfAny(row[name])
    return text === undefined ? [] : [[name, text] as const]
  })
  return {
    sequence: numberOf(row['sequence']),
    id: textOf(row['id']),
    kind: row['kind'] as NewEntry['kind'],
    chainedAt: numberOf(row['chained_at']),
    hash: textOf(row['hash']),
    encoding: row['encoding'] as NewEntry['encoding'],
    line: textOf(row['line']),
    ...(at !== undefined && { at }),
    ...(ms !== undefined && { ms }),
    ...(row['trouble'] === true && { trouble: true as const }),
    ...Object.fromEntries(texts),
  }
}
