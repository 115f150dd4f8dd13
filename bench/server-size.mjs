// What the pages take over a month of a team, how large it is, and what dropping a day takes.
import { fillPast, PAST } from './lib/past-team.mjs'
import { millisecondsOf } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { fixed, thousands } from './lib/table.mjs'
import { withTeam } from './lib/team.mjs'

const TIMES = 5
const DAY_MS = 24 * 3_600_000

/** `lines`: about how many. */
export const run = ({ lines: wanted = 10_000_000, note }) =>
  withTeam(async (team) => {
    const { ask, database, sources } = team
    let lines = 0
    const filled = await millisecondsOf(async () => {
      lines = await fillPast(team, wanted, note)
    })
    note(`${thousands(lines)} lines in ${fixed(filled / 1000, 0)} s`)
    const rows = []
    for (const [name, path] of questions(Date.now())) {
      const took = []
      let size = 0
      for (let time = 0; time < TIMES; time++)
        took.push(await millisecondsOf(async () => (size = (await ask(path)).text.length)))
      rows.push([
        name,
        `${fixed(median(took), 0)} ms`,
        `${fixed(Math.max(...took), 0)} ms`,
        `${thousands(size / 1024)} KB`,
      ])
      note(`${name} ${fixed(median(took), 0)}`, true)
    }
    const sizes = await sizesOf(database)
    const bytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    // Only the oldest of the days is older than that.
    const dropped = await millisecondsOf(() => sources.dropPartitions(database, Date.now(), PAST.days - 1))
    return {
      title: 'Team server: a month of a team',
      text: [
        `${thousands(lines)} lines of ${thousands(PAST.machines)} machines over ${PAST.days} days at level \`notable\`, ${PAST.lines} lines a batch, one in twenty notable; written by SQL, then rolled up. PostgreSQL with its own settings. The first answer of ${TIMES} is usually the slowest. A line takes ${thousands(bytes / lines)} bytes with indexes: ${sizes.map(({ name, bytes }) => `${name} ${thousands(bytes / lines)}`).join(', ')}. Dropping a day took ${fixed(dropped, 0)} ms.`,
      ],
      tables: [{ head: ['page', 'takes', 'at most', 'size'], rows }],
      data: { lines, bytes, dropped, filled, rows },
    }
  })

const questions = (now) => {
  const since = (days) => `since=${now - days * DAY_MS}`
  return [
    ['overview of 7 days', '/api/overview'],
    ['overview of a day', `/api/overview?${since(1)}`],
    ['overview of 30 days', `/api/overview?${since(30)}`],
    ['decisions', '/api/decisions'],
    ['decisions of 30 days', `/api/decisions?${since(30)}`],
    ['decisions of a machine', `/api/decisions?machine=machine-77&${since(30)}`],
    ['decisions of a project', `/api/decisions?project=github.com/example/project-7&${since(30)}`],
    ['decisions of a hook', `/api/decisions?hook=pack/hook-7&${since(30)}`],
    [
      'decisions of a session',
      `/api/decisions?session=machine-77-session-${Math.floor(now / DAY_MS) - 3}-1&${since(30)}`,
    ],
    ['words that are in some lines', `/api/decisions?q=topic-77&${since(30)}`],
    ['words that are in no line', `/api/decisions?q=nobody+said+this&${since(30)}`],
    ['machines', '/api/machines'],
    ['a machine', '/api/machines/machine-77'],
    ['sessions of 7 days', '/api/sessions'],
    ['sessions of 30 days', `/api/sessions?${since(30)}`],
    ['sessions of a machine', `/api/sessions?machine=machine-77&${since(30)}`],
    ['alarms', '/api/alarms'],
  ]
}

async function sizesOf(database) {
  const tables = ['segments', 'notable', 'decision_tallies', 'hook_tallies', 'sessions', 'team_tallies']
  const sizes = []
  for (const name of tables) {
    const { rows } = await database.query(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
       WHERE relkind = 'r' AND relname ~ ('^' || $1 || '(_\\d+)?$')`,
      [name],
    )
    sizes.push({ name: `\`${name}\``, bytes: Number(rows[0].bytes) })
  }
  return sizes
}
