// What the dashboard takes over a large audit: the real server, asked over loopback by one page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { importSource } from '../scripts/bundle.mjs'
import { DAYS, entry, session } from './lib/past.mjs'
import { aRepository, bin, withPlace } from './lib/project.mjs'
import { millisecondsOf } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { thousands } from './lib/table.mjs'

const TIMES = 5

/** `rounds`: thousands of entries. */
export const run = ({ rounds = 200, note }) =>
  withPlace(async ({ folder, env }) => {
    const entries = rounds * 1000
    const project = aRepository(`${folder}/project`, { branch: 'main', files: { 'README.md': '# Bench\n' } })
    await fill(project, env, entries, note)
    const rows = await withServer(project, env, (server) => measure(server, note))
    return {
      title: 'The dashboard over a large audit',
      text: [
        `${thousands(entries)} entries over ${DAYS} days; the median of ${TIMES} answers of a running server, over loopback. A search for words stops after half a second and offers to go on.`,
      ],
      tables: [{ head: ['what', 'takes', 'at most', 'that is'], rows }],
      data: { entries, rows },
    }
  })

async function fill(project, env, entries, note) {
  const { placeOf, preparePlace, withAudit, writeSpool } = await importSource(`
    export { withAudit } from './packages/runtime/src/audit/audit.ts'
    export { writeSpool } from './packages/runtime/src/audit/spool.ts'
    export { placeOf, preparePlace } from './packages/runtime/src/system/state/place.ts'
  `)
  const now = new Date()
  const place = placeOf(project, env)
  preparePlace(place, env)
  note('append to the spool', true)
  for (let n = 0; n < entries; n++) writeSpool(place.directory, entry(n, entries, now))
  note('chain the spool', true)
  await withAudit(place.directory, { now }, () => Promise.resolve())
}

/** A server as it is shipped, and a page that has opened its link. */
async function withServer(cwd, env, work) {
  const server = spawn(process.execPath, [bin, 'dashboard', '--json', '--no-open'], { cwd, env })
  try {
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
    const { address, open } = JSON.parse(line)
    const { headers } = await fetch(open, { redirect: 'manual' })
    const cookie = headers.get('set-cookie').replace(/;.*/, '')
    return await work(async (name) => (await fetch(`${address}api/${name}`, { headers: { cookie } })).json())
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
}

async function measure(ask, note) {
  const rows = []
  const [old] = (await ask('decisions?cursor=1000&limit=1')).rows
  for (const { name, path, result } of questions(old.id)) {
    note(name, true)
    let found
    const took = []
    for (let round = 0; round < TIMES; round++) {
      took.push(
        await millisecondsOf(async () => {
          found = await ask(path)
        }),
      )
    }
    if (found.error !== undefined) throw new Error(`${name}: ${found.error.what}`)
    rows.push([name, `${median(took).toFixed(0)} ms`, `${Math.max(...took).toFixed(0)} ms`, result(found)])
  }
  return rows
}

const decided = ({ decisions }) => `${thousands(decisions)} decisions`
const shown = ({ rows }) => `${rows.length} shown`
const searched = ({ rows, searched: { entries, done } }) =>
  `${rows.length} shown, ${thousands(entries)} searched${done ? ', all' : ''}`

const questions = (id) => [
  { name: 'overview of 7 days', path: 'overview', result: decided },
  { name: 'overview of an hour', path: 'overview?since=1h', result: decided },
  { name: 'overview of all', path: 'overview?since=90d', result: decided },
  { name: 'timeline', path: 'decisions', result: shown },
  { name: 'timeline, everything but pass', path: 'decisions?notPass=1', result: shown },
  { name: 'timeline, refusals of a week', path: 'decisions?since=7d&decision=deny', result: shown },
  { name: 'timeline of a session', path: `decisions?session=${session(500)}`, result: shown },
  { name: 'timeline of a hook', path: 'decisions?hook=pack/hook-7', result: shown },
  { name: 'timeline of a tool in two days', path: 'decisions?tool=Bash&since=2d', result: shown },
  { name: 'timeline, a long way back', path: 'decisions?cursor=1000&limit=200', result: shown },
  { name: 'timeline of an event that never was', path: 'decisions?event=Nothing', result: shown },
  { name: 'words that are everywhere', path: 'decisions?q=force+push', result: searched },
  { name: 'words that are nowhere', path: 'decisions?q=nobody+said+this', result: searched },
  { name: 'words of a session', path: `decisions?q=topic&session=${session(500)}`, result: searched },
  { name: 'story of a decision', path: 'decisions/last', result: ({ hooks }) => `${hooks.length} hooks` },
  { name: 'story of an old one', path: `decisions/${id}`, result: ({ hooks }) => `${hooks.length} hooks` },
  { name: 'sessions', path: 'sessions', result: ({ total }) => `${thousands(total)} in all` },
  { name: 'hooks', path: 'hooks', result: ({ hooks }) => `${hooks.length} hooks` },
  { name: 'configuration', path: 'config', result: ({ hooks }) => `${hooks.length} hooks` },
  { name: 'state', path: 'state', result: ({ audit }) => decided(audit) },
]
