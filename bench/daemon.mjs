// The daemon's load limit: requests per second from several clients at once, each answer after its line in the audit,
// and how its memory grows.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'
import { lineServerIn } from './lib/bare.mjs'
import { barRow, BARS_HEAD } from './lib/bars.mjs'
import { daemonIn } from './lib/daemon.mjs'
import { load, loads } from './lib/load.mjs'
import { mixIn, mixProject, withinSession } from './lib/mix.mjs'
import { bin, withPlace } from './lib/project.mjs'
import { millisecondsOf } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { fixed, thousands, times } from './lib/table.mjs'

const CLIENTS = [1, 8, 64]
const PRESETS = ['recommended', 'harness']
const SESSIONS = 500
const LARGE_KILOBYTES = 256
const COMMANDS = 'git status --short | grep -v foo > out.txt; cp -r src/a build/b && echo "done" || true\n'

/** `rounds`: thousands of events for the memory; each rate takes fifteen for one of them. */
export const run = ({ rounds = 100, note, builds }) =>
  withPlace(async (place) => {
    const daemon = daemonIn(place, { client: 'shell' })
    let calls = 0
    // An event that concerns no hook leaves no line in the audit; a tool call always concerns one.
    const ask = async (event) => {
      await daemon.ask(event)
      if (event.name === 'PreToolUse') calls++
    }
    const projects = PRESETS.map((preset) => {
      const [start, ...others] = mixIn(mixProject(place.folder, preset, preset), place.env)
      return { preset, start, events: withinSession(others) }
    })
    const bare = await lineServerIn(place)
    // Another build, to compare with in the same run.
    const others = builds.slice(1).map((build) => daemonIn(place, { client: 'shell', build }))
    try {
      daemon.start(projects.map(({ start }) => start))
      for (const other of others) other.start(projects.map(({ start }) => start))
      const rates = []
      for (const { preset, events } of projects) {
        const ways = [...others.map((other) => [`${preset}, other build`, other.ask]), [preset, ask]]
        const asks = ways.map(([, asked]) => asked)
        await loads(events, 8, events.length, asks, 1)
        for (const clients of CLIENTS) {
          note(`${preset}, ${clients} clients`, true)
          const line = await load(events, clients, rounds * 15, bare.ask)
          const measured = await loads(events, clients, rounds * 15, asks)
          for (const [index, [way]] of ways.entries()) rates.push({ way, clients, line, ...measured[index] })
        }
      }
      note('a large command among others', true)
      const [{ events }] = projects
      const held = await besideLarge(events, ask)
      note('many sessions', true)
      const cold = await manySessions(projects.at(-1), daemon)
      const blocked = await blockedByGit()
      const memory = [{ events: daemon.status().requests, bytes: daemon.status().memory }]
      for (const wanted of [200, 500, 1000].map((factor) => factor * rounds)) {
        const missing = wanted - memory.at(-1).events
        if (missing <= 0) continue
        note(`memory, ${wanted} events`, true)
        for (const project of projects) await load(project.events, 8, missing / projects.length, ask)
        memory.push({ events: daemon.status().requests, bytes: daemon.status().memory })
      }
      const kept = linesIn(daemon.stateHome)
      if (kept < calls) throw new Error(`${calls} calls of tools, but only ${kept} lines in the audit`)
      return report({ rates, memory, calls, held, cold, blocked })
    } finally {
      daemon.stop()
      for (const other of others) other.stop()
      bare.stop()
    }
  })

/** 64 clients, while one asks about a very long command: how long the others wait at most. */
async function besideLarge(events, ask) {
  const large = events.find(({ label }) => label === 'PreToolUse Bash')
  const command = COMMANDS.repeat(Math.ceil((LARGE_KILOBYTES * 1024) / COMMANDS.length))
  const input = `${JSON.stringify({ ...JSON.parse(large.input), tool_input: { command } })}\n`
  const [first, others] = await Promise.all([
    millisecondsOf(() => ask({ ...large, input })),
    new Promise((resolve) => setTimeout(resolve, 5)).then(() => load(events, 63, 630, ask)),
  ])
  return { large: first, median: others.median, longest: others.longest }
}

/** Each session starts and is asked in turn, twice. Returns how many events the daemon left to a process. */
async function manySessions({ start, events }, daemon) {
  const of = (event, n) => ({
    ...event,
    input: event.input.replace(/"session_id":"[^"]*"/, `"session_id":"many-${n}"`),
  })
  const numbers = Array.from({ length: SESSIONS }, (_, n) => n)
  for (const n of numbers) await daemon.ask(of(start, n))
  let left = 0
  for (let round = 0; round < 2; round++) {
    for (const n of numbers) await daemon.ask(of(events[1], n)).catch(() => left++)
  }
  return left
}

/** For how long starting git holds up a process of the daemon's size: by itself, and through the runner. */
async function blockedByGit() {
  const { run: direct, openRunner } = await importSource(`
    export { run } from './packages/runtime/src/system/process/run.ts'
    export { openRunner } from './packages/runtime/src/daemon/runner/runner.ts'`)
  const size = Buffer.alloc(150 << 20, 1)
  const runner = openRunner(join(dirname(bin), 'runner.cjs'))
  const held = { direct: [], runner: [] }
  for (let round = -5; round < 40; round++) {
    for (const [name, start] of Object.entries({ direct, runner })) {
      const began = performance.now()
      const asked = start('git', ['--version'], { cwd: '/', signal: AbortSignal.timeout(10_000), dropsErrors: true })
      const ms = performance.now() - began
      await asked
      if (round >= 0) held[name].push(ms)
    }
  }
  return { direct: median(held.direct), runner: median(held.runner), size: size.length }
}

function linesIn(stateHome) {
  const files = readdirSync(stateHome, { recursive: true }).filter((file) => /spool\/[^/]+\.jsonl$/.test(file))
  return files.reduce((sum, file) => sum + readFileSync(join(stateHome, file), 'utf8').split('\n').length - 1, 0)
}

const TITLE = 'The daemon under load'

const report = ({ rates, memory, calls, held, cold, blocked }) => {
  const many = rates.find(({ way, clients }) => way === 'harness' && clients === 64)
  const other = rates.find(({ way, clients }) => way === 'harness, other build' && clients === 64)
  // The first figure is that of a daemon that has not loaded everything yet.
  const [, settled = memory[0]] = memory
  return {
    title: TITLE,
    text: [
      'Every client waits for its answer before it asks again; all run in one process on the same machine as the daemon. ' +
        `A call of a tool is answered after its line of the audit is written: ${thousands(calls)} calls, at least as many ` +
        'lines. The bare line server reads the same requests and answers at once; it does nothing else.',
    ],
    tables: [
      {
        title: 'Aims for the daemon',
        head: BARS_HEAD,
        rows: [
          barRow('64 clients, harness, x bare line server', many.perSecond / many.line.perSecond, { atLeast: 0.13 }),
          barRow(
            '64 clients, harness, x the other build (--against)',
            many.perSecond / (other?.perSecond ?? Number.NaN),
            {
              atLeast: 1.5,
            },
          ),
          barRow('loop blocked by starting git, ms', blocked.runner, { atMost: 0.5, show: (n) => fixed(n, 2) }),
          barRow(`${SESSIONS} live sessions asked in turn: events left to a process`, cold, {
            atMost: 0,
            show: (n) => fixed(n, 0),
          }),
          barRow(
            `memory after ${thousands(memory.at(-1).events)} events, x after ${thousands(settled.events)}`,
            memory.at(-1).bytes / settled.bytes,
            {
              atMost: 1.2,
            },
          ),
          barRow(
            `63 clients beside a command of ${LARGE_KILOBYTES} KB: longest wait, x that command`,
            held.longest / held.large,
            {
              atMost: 0.25,
            },
          ),
        ],
      },
      {
        title: 'The mix of a session, all events but start and end',
        head: [
          'preset',
          'clients',
          'requests per second',
          'median ms',
          'p95 ms',
          'bare line server per second',
          'x bare',
        ],
        rows: rates.map((rate) => [
          rate.way,
          rate.clients,
          thousands(rate.perSecond),
          fixed(rate.median, 2),
          fixed(rate.p95, 2),
          thousands(rate.line.perSecond),
          times(rate.perSecond / rate.line.perSecond),
        ]),
      },
      {
        title: 'Starting git from a process of 150 MB: how long it can do nothing else',
        head: ['way', 'median ms'],
        rows: [
          ['directly', fixed(blocked.direct, 2)],
          ['through the runner', fixed(blocked.runner, 2)],
        ],
      },
      {
        title: `A command of ${LARGE_KILOBYTES} KB, and 63 clients beside it`,
        head: ['what', 'ms'],
        rows: [
          ['the command', fixed(held.large)],
          ['others, median', fixed(held.median)],
          ['others, longest', fixed(held.longest)],
        ],
      },
      {
        title: 'Memory',
        head: ['events answered', 'resident MB'],
        rows: memory.map(({ events, bytes }) => [thousands(events), fixed(bytes / 1e6, 0)]),
      },
    ],
    data: { rates, memory, held, cold, blocked },
  }
}
