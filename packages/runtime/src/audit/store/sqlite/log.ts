import type { Entry, Log, LogState } from '../log.ts'
import { sqliteAppend } from './append.ts'
import type { Sql } from './driver.ts'
import { activity, agents, figures } from './overview.ts'
import { prune } from './prune.ts'
import { entryOf } from './rows.ts'
import { searchFor } from './search.ts'
import { readState } from './state.ts'
import { ticks } from './ticks.ts'
import { inSnapshot } from './transaction.ts'

const PAGE = 'SELECT * FROM entries WHERE sequence > ? ORDER BY sequence LIMIT ?'
const WALK_PAGE = 2_000

export function sqliteLog(sql: Sql): Log {
  const append = sqliteAppend(sql)
  return {
    append: async (entries, chainedAt, advance) => append(entries, chainedAt, advance),
    async query(filter) {
      const { statement, values } = searchFor(filter)
      return sql.all(statement, values).map(entryOf)
    },
    page: async (after, limit) => sql.all(PAGE, [after, limit]).map(entryOf),
    state: async () => inSnapshot(sql, () => readState(sql)),
    walk: async (visit) => inSnapshot(sql, () => walk(sql, visit)),
    activity: async (period) => activity(sql, period),
    agents: async (period) => agents(sql, period),
    ticks: async (period, each) => ticks(sql, period, each),
    figures: async (period) => figures(sql, period),
    counts: async () => inSnapshot(sql, () => counts(sql)),
    prune: async (before, upTo) => prune(sql, before, upTo),
    forget: async (source) => void sql.run('DELETE FROM cursors WHERE source = ?', [source]),
    note: async ({ at, text }) => void sql.run('INSERT INTO notes (at, text) VALUES (?, ?)', [at, text]),
    async notes() {
      const rows = sql.all('SELECT at, text FROM notes ORDER BY at, rowid')
      return rows.map((row) => ({ at: Number(row['at']), text: String(row['text']) }))
    },
  }
}

function walk(sql: Sql, visit: (entry: Entry) => void): LogState {
  for (let after = 0; ;) {
    const rows = sql.all(PAGE, [after, WALK_PAGE])
    for (const row of rows) visit(entryOf(row))
    if (rows.length < WALK_PAGE) break
    after = Number(rows.at(-1)?.['sequence'])
  }
  return readState(sql)
}

function counts(sql: Sql): Awaited<ReturnType<Log['counts']>> {
  const odd = sql.all(`SELECT kind, count(*) AS number FROM entries WHERE kind <> 'entry' GROUP BY kind`)
  const [all] = sql.all('SELECT count(*) AS number FROM entries')
  const of = (kind: string): number => Number(odd.find((row) => row['kind'] === kind)?.['number'] ?? 0)
  const [newer, unreadable] = [of('newer'), of('unreadable')]
  return { entry: Number(all?.['number']) - newer - unreadable, newer, unreadable }
}
