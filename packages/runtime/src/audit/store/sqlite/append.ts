import { chained, idBeside } from '../chain.ts'
import type { Advance, NewEntry } from '../log.ts'
import type { Sql, SqlValue } from './driver.ts'
import { readState } from './state.ts'
import { tally, type Counted } from '../tally.ts'
import { addTallies } from './tallies.ts'
import { inTransaction } from './transaction.ts'

const ADD = `
  INSERT INTO entries
    (sequence, id, kind, at, chained_at, session, agent, event, tool, decision, ms, trouble, hash, encoding, line)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
/** In one statement: an entry has several hooks, and each statement has a fixed cost. */
const ADD_HOOKS = `
  INSERT INTO hook_entries (hook, sequence)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`
const MOVE = `
  INSERT INTO cursors (source, offset, sequence) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET offset = excluded.offset, sequence = excluded.sequence`

type Append = (entries: readonly NewEntry[], chainedAt: number, advance?: Advance) => number | undefined

export function sqliteAppend(sql: Sql): Append {
  return (entries, chainedAt, advance) =>
    inTransaction(sql, () => {
      const { head, cursors } = readState(sql)
      const known = cursors.find(({ source }) => source === advance?.source)?.offset ?? 0
      if (advance !== undefined && known !== advance.from) return undefined

      const numberOf = hookNumbers(sql)
      const hooks: (readonly [hook: number, sequence: number])[] = []
      const counted: Counted[] = []
      let { sequence, hash } = head
      for (const entry of entries) {
        const next = chained(hash, entry)
        if (!add(sql, entry, sequence + 1, next, chainedAt)) continue
        sequence += 1
        hash = next
        for (const hook of new Set(entry.hooks)) hooks.push([numberOf(hook), sequence])
        counted.push({ ...entry, sequence })
      }
      sql.run(ADD_HOOKS, [JSON.stringify(hooks)])
      addTallies(sql, tally(counted))
      sql.run('UPDATE chain SET head_sequence = ?, head_hash = ?', [sequence, hash])
      if (advance !== undefined) sql.run(MOVE, [advance.source, advance.to, sequence])
      return sequence - head.sequence
    })
}

/** Returns whether it was new. */
function add(sql: Sql, entry: NewEntry, sequence: number, hash: string, chainedAt: number): boolean {
  const { id, kind, at = null, session = null, agent = null, event = null, tool = null, decision = null } = entry
  const costs: SqlValue[] = [entry.ms ?? null, entry.trouble === true ? 1 : null]
  const details: SqlValue[] = [kind, at, chainedAt, session, agent, event, tool, decision, ...costs]
  details.push(Buffer.from(hash, 'hex'))
  const insert = (name: string): boolean => sql.run(ADD, [sequence, name, ...details, entry.encoding, entry.line]) === 1
  if (insert(id)) return true
  const [taken] = sql.all('SELECT line FROM entries WHERE id = ?', [id])
  return taken?.['line'] !== entry.line && insert(idBeside(entry))
}

/** There are few hooks and many entries, so an entry refers to its hooks by number. */
function hookNumbers(sql: Sql): (id: string) => number {
  const known = new Map<string, number>()
  return (id) => {
    const number = known.get(id) ?? findOrAdd(sql, id)
    known.set(id, number)
    return number
  }
}

function findOrAdd(sql: Sql, id: string): number {
  sql.run('INSERT INTO hooks (id) VALUES (?) ON CONFLICT DO NOTHING', [id])
  return Number(sql.all('SELECT number FROM hooks WHERE id = ?', [id])[0]?.['number'])
}
