// What a large audit costs: writing the spool, chaining it, searching it, checking it, and the space it takes.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'
import { DAY_MS, DAYS, entry, session } from './lib/past.mjs'
import { withPlace } from './lib/project.mjs'
import { millisecondsOf } from './lib/rounds.mjs'
import { thousands } from './lib/table.mjs'

/** `rounds`: thousands of entries. */
export const run = ({ rounds = 200, note }) =>
  withPlace(async ({ folder }) => {
    const entries = rounds * 1000
    const rows = await measure(join(folder, 'project'), entries, note)
    return {
      title: 'A large audit',
      text: [`${thousands(entries)} entries over ${DAYS} days, three hooks each, one in twenty refused.`],
      tables: [{ head: ['what', 'takes', 'that is'], rows }],
      data: { entries, rows },
    }
  })

async function measure(directory, entries, note) {
  const { reportOn, withAudit, verify, writeSpool } = await importSource(`
    export { withAudit } from './packages/runtime/src/audit/audit.ts'
    export { reportOn } from './packages/runtime/src/audit/report.ts'
    export { verify } from './packages/runtime/src/audit/verify.ts'
    export { writeSpool } from './packages/runtime/src/audit/spool.ts'
  `)
  const now = new Date()
  const rows = []
  const rate = (took) => `${thousands((entries * 1000) / took)} /s`
  /** Measures one function; its return value is shown as the result. */
  async function row(name, work) {
    note(name, true)
    let result
    const took = await millisecondsOf(async () => {
      result = await work()
    })
    rows.push([name, took < 1000 ? `${took.toFixed(0)} ms` : `${(took / 1000).toFixed(1)} s`, result ?? rate(took)])
  }
  const inStore = (query) => () => withAudit(directory, { now }, ({ store }) => query(store))

  await row('append to the spool', () => {
    for (let n = 0; n < entries; n++) writeSpool(directory, entry(n, entries, now))
  })
  await row(
    'chain the spool',
    inStore(() => Promise.resolve()),
  )
  for (const [name, filter] of Object.entries(searches(now)))
    await row(
      name,
      inStore(async (store) => `${(await store.query({ ...filter, limit: 51 })).length} shown`),
    )
  for (const [name, query] of Object.entries(overviews(now, reportOn)))
    await row(
      name,
      inStore(async (store) => {
        const found = await query(store)
        return thousands(Array.isArray(found) ? found.length : found.decisions)
      }),
    )
  await row(
    'audit verify',
    inStore(async (store) => {
      const found = await verify(store, directory)
      if (!found.ok || found.entries !== entries) throw new Error(`the chain does not verify: ${JSON.stringify(found)}`)
    }),
  )
  const [spool, database] = [sizeOf(join(directory, 'spool')), statSync(join(directory, 'audit.db')).size]
  for (const [name, bytes] of [
    ['spool on disk', spool],
    ['database on disk', database],
  ])
    rows.push([name, `${(bytes / 1e6).toFixed(0)} MB`, `${Math.round(bytes / entries)} bytes each`])
  return rows
}

const sizeOf = (path) => readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)

/** The queries of `holdpoint log` and `holdpoint why`. */
const searches = (now) => ({
  log: {},
  'log --decision deny': { decision: 'deny' },
  'log --session <old>': { session: session(3) },
  'log --hook <id>': { hook: 'pack/hook-7' },
  'log --agent writer --since 1d': { agent: 'writer', since: now.getTime() - DAY_MS },
  'log --event Stop': { event: 'Stop' },
  'log --event <none>': { event: 'Nothing' },
  'log --until 19d': { until: now.getTime() - 19 * DAY_MS },
  'log --decision ask (none)': { decision: 'ask' },
  'log --tool Bash --decision ask': { tool: 'Bash', decision: 'ask' },
  'log --session <old> --hook <id>': { session: session(3), hook: 'pack/hook-7' },
  'why <end of an id>': { idEnd: (77).toString(36).padStart(6, '0') },
})

/** The sums behind `holdpoint report` and `holdpoint status`. */
function overviews(now, reportOn) {
  const day = now.getTime() + DAY_MS
  return {
    'overview of all (figures)': (store) => store.figures({ since: 0, until: day }),
    'overview of 7 days': (store) => store.figures({ since: now.getTime() - 7 * DAY_MS, until: day }),
    'sessions of all': (store) => store.activity({ since: 0 }),
    'sessions of 1 day': (store) => store.activity({ since: now.getTime() - DAY_MS }),
    'report --since 7d': (store) => reportOn(store, { since: now.getTime() - 7 * DAY_MS, until: day }),
    'report on all': (store) => reportOn(store, { since: 0, until: day }),
    'log --since 2d --decision deny': (store) =>
      store.query({ since: now.getTime() - 2 * DAY_MS, decision: 'deny', limit: 51 }),
    'log --tool Bash --since 2d': (store) =>
      store.query({ since: now.getTime() - 2 * DAY_MS, tool: 'Bash', limit: 51 }),
    'what went wrong (trouble)': (store) => store.query({ trouble: true, limit: 51 }),
  }
}
