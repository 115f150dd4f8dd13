// Signed batches at the rate of 10,000 machines that send once a minute.
import { addMachines, atRate, costOf, nextBatch, withTeam } from './lib/team.mjs'
import { quantile } from './lib/statistics.mjs'
import { fixed, thousands } from './lib/table.mjs'

const RATE = 170
const LINES = 6
const MACHINES = 1_000
const TABLES = ['segments', 'notable', 'decision_tallies', 'hook_tallies', 'sessions']

/** `seconds`: for each level. */
export const run = ({ seconds = 60, note }) =>
  withTeam(async (team) => {
    const rows = []
    for (const level of ['figures', 'notable', 'full']) rows.push(await measure(team, level, seconds, note))
    return {
      title: 'Team server: signed batches',
      text: [
        `${RATE} batches a second for ${seconds} s at each level, ${LINES} lines each, from ${thousands(MACHINES)} machines, one server and one PostgreSQL with its own settings on the same machine as the senders. Times are from when a batch was due to its answer. The bytes are of tables and indexes.`,
      ],
      tables: [
        {
          head: ['level', 'batches', 'refused', 'p50', 'p99', 'most', 'server CPU', 'server memory', 'bytes a line'],
          rows,
        },
      ],
      data: { rows },
    }
  })

async function measure(team, level, seconds, note) {
  const { sources, database, server } = team
  const machines = await addMachines(team, MACHINES, level)
  const [before, bytes] = [costOf(server.pid), await sizeOf(database)]
  note(`${level}: ${seconds} s`)
  const { took, failed, total } = await atRate(RATE, seconds, async (n) => {
    const machine = machines[n % machines.length]
    const answer = await sources.call(machine, 'POST', sources.PATHS.ship, nextBatch(sources, machine, LINES))
    return answer.kind === 'ok'
  })
  const [after, grown] = [costOf(server.pid), (await sizeOf(database)) - bytes]
  return [
    level,
    thousands(total),
    thousands(failed),
    `${fixed(quantile(took, 0.5))} ms`,
    `${fixed(quantile(took, 0.99))} ms`,
    `${fixed(Math.max(...took), 0)} ms`,
    `${fixed(((after.cpu - before.cpu) / total) * 1000)} ms a batch`,
    `${fixed(after.memory, 0)} MB`,
    thousands(grown / (total * LINES)),
  ]
}

async function sizeOf(database) {
  const { rows } = await database.query(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relname ~ ('^(' || $1 || ')(_\\d+)?$')`,
    [TABLES.join('|')],
  )
  return Number(rows[0].bytes)
}
