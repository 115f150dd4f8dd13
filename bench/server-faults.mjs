// Machines that ship through faults: nothing may be lost, nothing taken twice.
import { root } from '../scripts/bundle.mjs'
import { teamSources } from './lib/team.mjs'
import { thousands } from './lib/table.mjs'

/** `sends`: how many requests. */
export async function run({ sends = 100_000, note }) {
  const { faultRun } = await teamSources()
  const scale = sends / 100_000
  const report = await faultRun({
    root,
    sends,
    machines: Math.max(10, Math.round(100 * scale)),
    kills: Math.max(2, Math.round(20 * scale)),
    crashes: Math.max(1, Math.round(5 * scale)),
    note: (text) => note(text),
  })
  const { counts, kills, crashes, lines, wrong, seconds } = report
  if (wrong.length > 0) throw new Error(`${wrong.length} differences:\n${wrong.slice(0, 20).join('\n')}`)
  const row = (what, count) => [what, thousands(count)]
  return {
    title: 'Team server: shipping through faults',
    text: [
      'Machines ship over HTTP to two copies of the server on one PostgreSQL, at all three levels, sometimes by two processes at once and without their cursor. A proxy between them disturbs a quarter of the requests. At the end the heads, segments, counts, notable lines and, at level `full`, all lines of every machine are compared with its own.',
    ],
    tables: [
      {
        head: ['what', 'number'],
        rows: [
          row('requests', counts.sent),
          row('connection cut before the server saw the request', counts['cut before']),
          row('connection cut after the commit', counts['cut after']),
          row('request delivered twice', counts.twice),
          row('request delivered after it was sent again', counts.late),
          row('no server to deliver to', counts.unreachable),
          row('server killed and started', kills),
          row('database crashed and started', crashes),
          row('lines', lines),
          row('lines lost, taken twice or changed; heads that differ', wrong.length),
          ['minutes', (seconds / 60).toFixed(1)],
        ],
      },
    ],
    data: report,
  }
}
