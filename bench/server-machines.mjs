// Many machines over HTTP: each ships and sends a heartbeat once a minute, while a person looks at the pages.
import { addMachines, atRate, costOf, heartbeatOf, nextBatch, withTeam } from './lib/team.mjs'
import { quantile } from './lib/statistics.mjs'
import { fixed, thousands } from './lib/table.mjs'

const LINES = 6
const PAGES = ['/api/overview', '/api/decisions', '/api/machines', '/api/sessions', '/api/alarms']
const LOOK_MS = 5_000

/** `seconds` in all; `machines`: how many. */
export const run = ({ seconds = 600, machines: count = 10_000, note }) =>
  withTeam(async (team) => {
    const { sources, server, ask } = team
    const machines = await addMachines(team, count, 'figures')
    const pages = new Map(PAGES.map((page) => [page, []]))
    let isOver = false
    const looking = look(ask, pages, () => isOver)
    const before = costOf(server.pid)
    const beats = { took: [], failed: 0 }
    note(`${thousands(count)} machines, ${seconds} s`)
    const ships = await atRate(count / 60, seconds, async (n) => {
      const machine = machines[n % count]
      const answer = await sources.call(machine, 'POST', sources.PATHS.ship, nextBatch(sources, machine, LINES))
      const from = performance.now()
      const beat = await sources.call(machine, 'POST', sources.PATHS.heartbeat, heartbeatOf(machine))
      beats.took.push(performance.now() - from)
      if (beat.kind !== 'ok') beats.failed += 1
      return answer.kind === 'ok' && beat.kind === 'ok'
    })
    isOver = true
    await looking
    const after = costOf(server.pid)
    const cells = (took) =>
      [quantile(took, 0.5), quantile(took, 0.99), Math.max(...took)].map((ms) => `${fixed(ms, 0)} ms`)
    return {
      title: 'Team server: ten thousand machines',
      text: [
        `${thousands(count)} machines ship ${LINES} lines and send a heartbeat once a minute for ${seconds} s, spread evenly, at level \`figures\`, while a person opens pages. One server, one PostgreSQL and the senders share the machine. A minute of a machine is measured from when it was due. The server used ${fixed(after.cpu - before.cpu, 0)} s of CPU and at most ${fixed(after.memory, 0)} MB.`,
      ],
      tables: [
        {
          head: ['what', 'number', 'failed', 'p50', 'p99', 'most'],
          rows: [
            ['minute of a machine', thousands(ships.total), thousands(ships.failed), ...cells(ships.took)],
            ['its heartbeat alone', thousands(beats.took.length), thousands(beats.failed), ...cells(beats.took)],
            ...[...pages].map(([page, took]) => [`page \`${page}\``, thousands(took.length), '0', ...cells(took)]),
          ],
        },
      ],
      data: { count, seconds, failed: ships.failed },
    }
  })

async function look(ask, pages, isOver) {
  while (!isOver()) {
    for (const [page, took] of pages) {
      const from = performance.now()
      await ask(page)
      took.push(performance.now() - from)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
