// What a large audit costs: writing the spool, chaining it, searching it, checking it, and the space it takes.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'

const entries = Number(process.argv[2] ?? 1_000_000)
const { withAudit, verify, writeSpool } = await importSource(`
  export { withAudit } from './audit/audit.ts'
  export { verify } from './audit/verify.ts'
  export { writeSpool } from './audit/spool.ts'
`)

const folder = mkdtempSync(join(tmpdir(), 'holdpoint-bench-'))
const directory = join(folder, 'project')
const DAYS = 20
const DAY_MS = 24 * 3600 * 1000
const now = new Date()
const tools = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Agent', 'WebFetch', undefined]
const session = (n) => `5e55${String(n).padStart(4, '0')}-4ab9-4070-b017-d4997432589b`

/** As an ordinary week leaves them: three hooks each, one in twenty refused with a reason. */
function entry(n) {
  const tool = tools[n % tools.length]
  const refused = n % 20 === 7
  const hooks = ['guard/no-catastrophe', 'guard/self-protection', `pack/hook-${n % 40}`].map((id, index) => ({
    id,
    decision: refused && index === 2 ? 'deny' : 'pass',
    ...(refused && index === 2 && { messageId: 'shared', reason: 'Force push to `main` stopped. Push a new branch.' }),
    ms: (n % 100) / 10,
  }))
  const at = new Date(now.getTime() - DAYS * DAY_MS + (n / entries) * DAYS * DAY_MS)
  return {
    event: {
      id: `${at.getTime().toString(36)}-${(n % 30_000).toString(36)}-${n.toString(36).padStart(6, '0')}`,
      at,
      host: 'claude-code',
      name: tool === undefined ? 'Stop' : 'PreToolUse',
      session: session(Math.floor((n / entries) * 1000)),
      ...(n % 10 === 0 && { agent: { type: 'writer' } }),
    },
    ...(tool !== undefined && { tool }),
    digest: '0123456789abcdef',
    decision: refused ? 'deny' : 'pass',
    ms: 3.2,
    hooks,
  }
}

const seconds = async (work) => {
  const start = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - start) / 1e9
}
const sizeOf = (path) => readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0)
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`
const rate = (took) => `${Math.round(entries / took).toLocaleString('en')} /s`
const rows = [['', 'time', ''].map(String)]
const row = (name, took, note = '') =>
  rows.push([name, took < 1 ? `${(took * 1000).toFixed(0)} ms` : `${took.toFixed(1)} s`, note])

try {
  const appended = await seconds(() => {
    for (let n = 0; n < entries; n++) writeSpool(directory, entry(n))
  })
  row('append to the spool', appended, rate(appended))
  const chained = await seconds(() => withAudit(directory, { now }, async () => undefined))
  row('chain the spool', chained, rate(chained))

  const searches = {
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
  }
  for (const [name, filter] of Object.entries(searches)) {
    let found = 0
    const took = await seconds(() =>
      withAudit(directory, { now }, async ({ store }) => {
        found = (await store.query({ ...filter, limit: 51 })).length
      }),
    )
    row(name, took, `${found} shown`)
  }
  const verified = await seconds(() =>
    withAudit(directory, { now }, async ({ store }) => {
      const { ok, entries: count } = await verify(store, directory)
      if (!ok || count !== entries) throw new Error('the chain does not verify')
    }),
  )
  row('audit verify', verified, rate(verified))
  const [spool, database] = [sizeOf(join(directory, 'spool')), statSync(join(directory, 'audit.db')).size]
  rows.push(['spool on disk', megabytes(spool), `${Math.round(spool / entries)} bytes each`])
  rows.push(['database on disk', megabytes(database), `${Math.round(database / entries)} bytes each`])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(
  `${entries.toLocaleString('en')} entries over ${DAYS} days, Node ${process.version}, ${process.platform} ${process.arch}`,
)
for (const [name, value, note] of rows) console.log(`${name.padEnd(36)}${value.padStart(10)}   ${note}`)
