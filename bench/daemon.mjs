// The daemon's load limit: requests per second from several clients at once, each answer after its line in the audit,
// and how its memory grows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemonIn } from './lib/daemon.mjs'
import { load } from './lib/load.mjs'
import { mixIn, mixProject, withinSession } from './lib/mix.mjs'
import { withPlace } from './lib/project.mjs'
import { fixed, thousands } from './lib/table.mjs'

const CLIENTS = [1, 8, 64]
const PRESETS = ['recommended', 'all']

/** `rounds`: thousands of events for the memory; each rate takes thirty for one of them. */
export const run = ({ rounds = 100, note }) =>
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
    try {
      daemon.start(projects.map(({ start }) => start))
      const rates = []
      for (const { preset, events } of projects) {
        for (const clients of CLIENTS) {
          note(`${preset}, ${clients} clients`, true)
          rates.push({ preset, clients, ...(await load(events, clients, rounds * 30, ask)) })
        }
      }
      const memory = [{ events: daemon.status().requests, bytes: daemon.status().memory }]
      for (const wanted of [10, 100, 1000].map((factor) => factor * rounds)) {
        const missing = wanted - memory.at(-1).events
        if (missing <= 0) continue
        note(`memory, ${wanted} events`, true)
        for (const { events } of projects) await load(events, 8, missing / projects.length, ask)
        memory.push({ events: daemon.status().requests, bytes: daemon.status().memory })
      }
      const kept = linesIn(daemon.stateHome)
      if (kept < calls) throw new Error(`${calls} calls of tools, but only ${kept} lines in the audit`)
      return report(rates, memory, calls)
    } finally {
      daemon.stop()
    }
  })

function linesIn(stateHome) {
  const files = readdirSync(stateHome, { recursive: true }).filter((file) => /spool\/[^/]+\.jsonl$/.test(file))
  return files.reduce((sum, file) => sum + readFileSync(join(stateHome, file), 'utf8').split('\n').length - 1, 0)
}

const TITLE = 'The daemon under load'

const report = (rates, memory, calls) => ({
  title: TITLE,
  text: [
    'Every client waits for its answer before it asks again; all run in one process on the same machine as the daemon. ' +
      `A call of a tool is answered after its line of the audit is written: ${thousands(calls)} calls, at least as many lines.`,
  ],
  tables: [
    {
      title: 'The mix of a session',
      head: ['preset', 'clients', 'requests per second', 'median ms', 'p95 ms'],
      rows: rates.map((rate) => [
        rate.preset,
        rate.clients,
        thousands(rate.perSecond),
        fixed(rate.median, 2),
        fixed(rate.p95, 2),
      ]),
    },
    {
      title: 'Memory',
      head: ['events answered', 'resident MB'],
      rows: memory.map(({ events, bytes }) => [thousands(events), fixed(bytes / 1e6, 0)]),
    },
  ],
  data: { rates, memory },
})
