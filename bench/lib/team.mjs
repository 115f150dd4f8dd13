// A team server as it is shipped, on a PostgreSQL of its own on loopback, and machines that send to it.
import { readFileSync } from 'node:fs'
import { importSource, root } from '../../scripts/bundle.mjs'
import { execFileSync } from 'node:child_process'

/** The sources that these measurements use beside the built server. */
const SOURCES = `
  export { startPostgres } from './test/slow/support/postgres.ts'
  export { startServer } from './test/slow/support/fleet/server-process.ts'
  export { faultRun } from './test/slow/support/fleet/fault-run.ts'
  export { openPostgres } from './packages/server/src/database/postgres.ts'
  export { makePartitions, dropPartitions, dayOf } from './packages/server/src/database/partitions.ts'
  export { rollUp } from './packages/server/src/jobs/jobs.ts'
  export { batchOf, call, newKeyPair, PATHS } from './packages/runtime/src/fleet/index.ts'
  export { entryOf } from './packages/runtime/src/audit/entries.ts'
  export { chained, GENESIS } from './packages/runtime/src/audit/store/chain.ts'
`

export async function teamSources() {
  execFileSync(process.execPath, ['scripts/need.mjs', 'postgres', 'pgbouncer'], { cwd: root, stdio: 'inherit' })
  return importSource(SOURCES)
}

/** `work` gets the server, its database, a way to ask for pages as its administrator, and the sources. */
export async function withTeam(work) {
  const sources = await teamSources()
  const postgres = await sources.startPostgres()
  let [server, database] = []
  try {
    server = await sources.startServer(root, { database: postgres.url })
    database = await sources.openPostgres(postgres.url, { statementMs: 600_000 })
    return await work({ sources, postgres, server, database, ask: await administrator(server) })
  } finally {
    await database?.close()
    await server?.stop()
    await postgres.stop()
  }
}

async function administrator({ url, greeting }) {
  const key = /open#(\S+)/.exec(greeting)[1]
  const answer = await fetch(`${url}/api/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  const cookie = answer.headers.get('set-cookie').replace(/;.*/, '')
  return async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { cookie } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
    return { text, json: () => JSON.parse(text) }
  }
}

/** Machines of the team, without the ceremony of enrolment. */
export async function addMachines({ sources, database, server }, count, level) {
  const machines = Array.from({ length: count }, (_, index) => {
    const { publicKey, privateKey } = sources.newKeyPair()
    return {
      server: server.url,
      machine: `${level}-${index}`,
      publicKey,
      privateKey,
      level,
      last: undefined,
      serial: 0,
    }
  })
  for (let from = 0; from < count; from += 1_000) {
    const rows = machines.slice(from, from + 1_000).map(({ machine, publicKey }) => ({ machine, publicKey }))
    await database.query(
      `INSERT INTO machines (id, name, public_key, fingerprint, level, enrolled_at, seen_at, version)
       SELECT machine, 'laptop ' || machine, "publicKey", md5(machine), $2, $3, $3, '0.1.0'
       FROM json_to_recordset($1::json) AS row (machine text, "publicKey" text)`,
      [JSON.stringify(rows), level, Date.now()],
    )
  }
  return machines
}

/** The next batch of a machine: lines as an ordinary day leaves them, one in twenty refused. */
export function nextBatch({ batchOf, chained, entryOf, GENESIS }, machine, lines) {
  const previous = machine.last ?? GENESIS
  const entries = []
  let { sequence, hash } = previous
  for (let index = 0; index < lines; index++) {
    const { hooks: _, ...entry } = entryOf(lineOf(machine, machine.serial++), '')
    hash = chained(hash, entry)
    entries.push({ ...entry, sequence: ++sequence, hash, chainedAt: 0 })
  }
  machine.last = { sequence, hash }
  const chain = { project: `github.com/example/project-${machine.machine.length % 7}`, epoch: machine.machine }
  return batchOf(chain, machine.level, previous, entries)
}

const TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Agent', 'WebFetch']

function lineOf({ machine }, n) {
  const refused = n % 20 === 7
  return JSON.stringify({
    v: 1,
    id: `${Date.now().toString(36)}-${machine}-${n.toString(36)}`,
    at: new Date().toISOString(),
    host: 'claude-code',
    event: 'PreToolUse',
    tool: TOOLS[n % TOOLS.length],
    session: `${machine}-session-${Math.floor(n / 200)}`,
    subject: `git push --force origin topic-${n % 977}`,
    digest: '0123456789abcdef',
    decision: refused ? 'deny' : 'pass',
    ms: (n % 100) / 10,
    hooks: ['guard/no-catastrophe', 'guard/self-protection', `pack/hook-${n % 40}`].map((id, index) => ({
      id,
      decision: refused && index === 2 ? 'deny' : 'pass',
      ...(refused &&
        index === 2 && { messageId: 'shared', reason: 'Force push to `main` stopped. Push a new branch.' }),
      ms: (n % 100) / 10,
    })),
  })
}

export const heartbeatOf = ({ level, last, machine }) => ({
  version: '0.1.0',
  build: '0123456789abcdef',
  level,
  at: Date.now(),
  daemon: 'running',
  lost: 0,
  projects: [
    {
      chain: { project: `github.com/example/project-${machine.length % 7}`, epoch: machine },
      anchor: { sequence: 0, hash: '0'.repeat(64) },
      head: last ?? { sequence: 0, hash: '0'.repeat(64) },
      shipped: last?.sequence ?? 0,
      lastEventAt: Date.now(),
      lastWorkAt: Date.now(),
      hosts: ['claude-code'],
      hooks: Array.from({ length: 60 }, (_, index) => `pack/hook-${index}`),
      policy: '0123456789abcdef',
      drift: false,
    },
  ],
})

/** Of a process: CPU seconds so far, and the most memory it has had, in MB. */
export function costOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory: Number(peak) / 1024 }
}

/**
 * Starts `start(n)` at an even rate for so many seconds, whether or not earlier ones have ended, and measures each from
 * the time it was due, so that a stall counts for all that it delays.
 */
export async function atRate(rate, seconds, start, most = 2_000) {
  const begin = performance.now()
  const took = []
  let [failed, next] = [0, 0]
  const total = Math.round(rate * seconds)
  const running = new Set()
  while (next < total) {
    const due = begin + (next * 1000) / rate
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 50)))
    if (due > performance.now()) continue
    // A server that stands still must not fill the memory of this process.
    if (running.size >= most) await Promise.race(running)
    const one = timed(start, next++, due).then((ms) => {
      running.delete(one)
      if (ms === undefined) failed += 1
      else took.push(ms)
      return ms
    })
    running.add(one)
  }
  await Promise.all(running)
  return { took, failed, total, seconds: (performance.now() - begin) / 1000 }
}

/** Milliseconds from when it was due to its end; undefined when it failed. */
async function timed(start, n, due) {
  try {
    return (await start(n)) ? performance.now() - due : undefined
  } catch {
    return undefined
  }
}
