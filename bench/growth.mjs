// How the cost of one event grows with what is around it: files in the repository, sessions of the daemon, and the lines
// of the audit. How it grows with the command is in guard.mjs, with rules in rules.mjs.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineServerIn } from './lib/bare.mjs'
import { coldCase } from './lib/clients.mjs'
import { daemonIn } from './lib/daemon.mjs'
import { aRepository, bin, eventsIn, harnessFiles, nodeCase, withPlace } from './lib/project.mjs'
import { measureRounds, millisecondsOf } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { fixed, thousands, times } from './lib/table.mjs'

const FILES = [10, 1_000, 10_000]
const SESSIONS = [1, 100, 1_000, 5_000]
const LINES = [0, 10_000, 100_000]
/** Both ask git about the whole work tree; the first is the one that asks for the least. */
const EVENTS = ['PreToolUse Bash, a pipe', 'UserPromptSubmit', 'PreToolUse Bash, a commit']

export const run = async ({ rounds = 5, note }) => {
  const tables = []
  for (const [name, measure] of Object.entries({ files, sessions, lines })) {
    note(`growth with ${name}`, true)
    tables.push(await withPlace((place) => measure(place, rounds)))
  }
  return {
    title: 'How an event grows with what is around it',
    text: [
      `Preset harness; ${rounds} interleaved rounds for processes, ${rounds * ASKED} for the daemon. Each table has its ` +
        'own baseline, measured in the same rounds: `git status` for files, the bare line server for sessions, a bare ' +
        'start of Node for the audit.',
    ],
    tables,
    data: Object.fromEntries(tables.map(({ title, rows }) => [title, rows])),
  }
}

const ASKED = 20

async function askedMs(count, ask) {
  const took = []
  for (let n = 0; n < count; n++) took.push(await millisecondsOf(() => ask(n)))
  return median(took)
}

/** A repository of the harness with this many further files, in folders of a hundred. */
const projectWith = (folder, count) =>
  aRepository(join(folder, `files-${count}`), {
    branch: 'feature/parser',
    files: {
      ...harnessFiles('harness'),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`data/${Math.floor(n / 100)}/${n}.txt`, `entry ${n}\n`]),
      ),
    },
  })

async function files(place, rounds) {
  const daemon = daemonIn(place, { client: 'shell' })
  const projects = FILES.map((count) => ({ count, path: projectWith(place.folder, count) }))
  try {
    const events = projects.map(({ path }) => eventsIn(path))
    daemon.start(events.map((all) => all.find(({ name }) => name === 'SessionStart')))
    const named = projects.flatMap(({ count, path }, at) => {
      const of = (label) => events[at].find((event) => event.label === label)
      return [
        { name: `git ${count}`, case: { cwd: path, program: ['git', 'status', '--porcelain'] } },
        ...EVENTS.flatMap((label) => [
          { name: `cold ${label} ${count}`, case: coldCase(of(label), bin), mayEndWith: [0, 2] },
          { name: `warm ${label} ${count}`, work: () => daemon.ask(of(label)) },
        ]),
      ]
    })
    const measured = new Map((await measureRounds(named, { rounds, place })).map((one) => [one.name, one.median]))
    const [first, last] = [FILES[0], FILES.at(-1)]
    const row = (label, name) => [
      label,
      ...FILES.map((count) => fixed(measured.get(`${name} ${count}`))),
      times(measured.get(`${name} ${last}`) / measured.get(`${name} ${first}`)),
    ]
    return {
      title: 'Files in the repository: ms',
      head: ['what', ...FILES.map((count) => `${thousands(count)} files`), `${thousands(last)} : ${thousands(first)}`],
      rows: [
        row('git status', 'git'),
        ...EVENTS.flatMap((label) => [row(`${label}, cold`, `cold ${label}`), row(`${label}, warm`, `warm ${label}`)]),
      ],
    }
  } finally {
    daemon.stop()
  }
}

/** A daemon that knows the session of one small project, and an event of it. */
async function withDaemon(place, work) {
  const daemon = daemonIn(place, { client: 'shell' })
  const project = projectWith(place.folder, FILES[0])
  const all = eventsIn(project)
  try {
    daemon.start([all.find(({ name }) => name === 'SessionStart')])
    return await work({ daemon, project, event: all.find(({ label }) => label === EVENTS[0]) })
  } finally {
    daemon.stop()
  }
}

const sessions = (place, rounds) =>
  withDaemon(place, async ({ daemon, project, event }) => {
    const of = (n) => ({ ...event, input: event.input.replace(/"session_id":"[^"]*"/, `"session_id":"many-${n}"`) })
    const bare = await lineServerIn(place)
    const rows = []
    let known = 0
    for (const count of SESSIONS) {
      for (; known < count; known++) await daemon.attach(`many-${known}`, project)
      const pick = (n) => of(Math.floor((n * count) / (rounds * ASKED)))
      await askedMs(ASKED, (n) => daemon.ask(pick(n)))
      const base = await askedMs(rounds * ASKED, (n) => bare.ask(pick(n)))
      const ms = await askedMs(rounds * ASKED, (n) => daemon.ask(pick(n)))
      const memory = fixed(daemon.status().memory / 1e6, 0)
      rows.push([thousands(count), fixed(base, 2), fixed(ms, 2), times(ms / base), memory])
    }
    bare.stop()
    return {
      title: 'Sessions that the daemon knows',
      head: ['sessions', 'bare line server, median ms', 'daemon, median ms', 'x bare', 'resident MB'],
      rows,
    }
  })

const lines = (place, rounds) =>
  withDaemon(place, async ({ daemon, project, event }) => {
    await daemon.ask(event)
    const found = readdirSync(daemon.stateHome, { recursive: true }).find((file) => /spool\/[^/]+\.jsonl$/.test(file))
    const spool = join(daemon.stateHome, found)
    const line = readFileSync(spool, 'utf8').split('\n')[0]
    const cold = { ...coldCase(event, bin), env: { ...daemon.env, CLAUDE_PROJECT_DIR: project } }
    const rows = []
    let known = 0
    for (const count of LINES) {
      appendFileSync(spool, `${line}\n`.repeat(count - known))
      known = count
      const named = [
        { name: 'node', case: nodeCase(place) },
        { name: 'cold', case: cold },
      ]
      const [node, process] = (await measureRounds(named, { rounds, place })).map((one) => one.median)
      const warm = await askedMs(rounds * ASKED, () => daemon.ask(event))
      rows.push([thousands(count), fixed(node), fixed(process), times(process / node), fixed(warm, 2)])
    }
    return {
      title: 'Lines of the audit that were written today',
      head: ['lines', 'node -e 0, ms', 'cold, ms', 'x node -e 0', 'warm, ms'],
      rows,
    }
  })
