import type { Entry, Log } from '@holdpoint/runtime/audit'
import { numberOf, textOf, type Database, type Sql } from '../database/database.ts'
import { append, stateOf } from './append.ts'
import { activity, agents, figures, ticks } from './periods.ts'
import { prune } from './prune.ts'
import { entryOf, searchFor } from './search.ts'

const PAGE = 'SELECT * FROM store_entries WHERE store = $1 AND sequence > $2 ORDER BY sequence LIMIT $3'
const WALK_PAGE = 2_000

export function postgresLog(database: Database, store: string): Log {
  return {
    append: (entries, chainedAt, advance) =>
      database.transaction((sql) => append(sql, store, entries, chainedAt, advance)),
    async query(filter) {
      const { statement, values } = searchFor(store, filter)
      return (await database.query(statement, values)).rows.map(entryOf)
    },
    page: async (after, limit) => (await database.query(PAGE, [store, after, limit])).rows.map(entryOf),
    // A transaction, because a log that has no row yet gets one.
    state: () => database.transaction((sql) => stateOf(sql, store)),
    walk: (visit) => database.transaction((sql) => walk(sql, store, visit)),
    activity: (period) => activity(database, store, period),
    agents: (period) => agents(database, store, period),
    ticks: (period, each) => ticks(database, store, period, each),
    figures: (period) => figures(database, store, period),
    async counts() {
      const { rows } = await database.query(
        'SELECT kind, count(*) AS number FROM store_entries WHERE store = $1 GROUP BY kind',
        [store],
      )
      const of = (kind: string): number => numberOf(rows.find((row) => row['kind'] === kind)?.['number'] ?? 0)
      return { entry: of('entry'), newer: of('newer'), unreadable: of('unreadable') }
    },
    prune: (before, upTo) => database.transaction((sql) => prune(sql, store, before, upTo)),
    async forget(source) {
      await database.query('DELETE FROM store_cursors WHERE store = $1 AND source = $2', [store, source])
    },
    async note({ at, text }) {
      await database.query('INSERT INTO store_notes (store, at, text) VALUES ($1, $2, $3)', [store, at, text])
    },
    async notes() {
      const { rows } = await database.query('SELECT at, text FROM store_notes WHERE store = $1 ORDER BY at, id', [
        store,
      ])
      return rows.map((row) => ({ at: numberOf(row['at']), text: textOf(row['text']) }))
    },
  }
}

/** The log's row is locked by reading its state, so the entries belong to it. */
async function walk(sql: Sql, store: string, visit: (entry: Entry) => void): ReturnType<Log['walk']> {
  const state = await stateOf(sql, store)
  for (let after = 0; ;) {
    const { rows } = await sql.query(PAGE, [store, after, WALK_PAGE])
    for (const row of rows) visit(entryOf(row))
    if (rows.length < WALK_PAGE) return state
    after = numberOf(rows.at(-1)?.['sequence'])
  }
}
