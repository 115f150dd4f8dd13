// What rules cost: 10, 100 and 1,000 of them in one project, in a process for each event and in one that stays.
import { join } from 'node:path'
import { importSource } from '../scripts/bundle.mjs'
import { aRepository, bin, withPlace } from './lib/project.mjs'
import { measureRounds, timeRounds } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { fixed, times } from './lib/table.mjs'

const COUNTS = [10, 100, 1000]

/** Rules as people write them, each about something else; of any number of them, one in ten is of each kind. */
const KINDS = [
  (n) => `{ runs: 'tool-${n} deploy' }`,
  (n) => `{ runs: [program-${n}, 'npm run step-${n}'], branch: main }`,
  (n) => `{ writes: 'packages/part-${n}/**' }`,
  (n) => `{ touches: ['**/generated-${n}.ts', '!**/keep/**'] }`,
  (n) => `{ deletes: 'data/set-${n}', agent: main }`,
  (n) => `{ content: 'secret_${n}\\s*=' , writes: 'src/**' }`,
  (n) => `{ fetches: '*.host-${n}.example.com' }`,
  (n) => `{ git: push, branch: 'release/${n}' }`,
  (n) => `{ command: '--flag-${n}\\b' }`,
  (n) => `{ tool: 'mcp__server-${n}__*' }`,
]

const rulesOf = (count) =>
  Array.from({ length: count }, (_, n) => `  rule-${n}: { when: ${KINDS[n % KINDS.length](n)}, then: deny }\n`).join('')

const EVENTS = [
  {
    label: 'Bash `git commit`',
    fields: { tool_name: 'Bash', tool_input: { command: 'git add -A && git commit -m "parser: tell the line"' } },
  },
  {
    label: 'Write',
    fields: {
      tool_name: 'Write',
      tool_input: { file_path: 'src/part.ts', content: 'export const value = 1\n'.repeat(200) },
    },
  },
  {
    label: 'MCP',
    fields: { tool_name: 'mcp__tracker__create', tool_input: { title: 'A task', body: 'What is to be done.' } },
  },
]

const payloadIn = (project, fields) => ({
  session_id: '0192-bench',
  cwd: project,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_use_id: 'toolu_bench',
  ...fields,
})

export async function run({ rounds = 30, note }) {
  return withPlace(async (place) => {
    const projects = [0, ...COUNTS].map((count) => ({
      count,
      path: aRepository(join(place.folder, `rules-${count}`), {
        branch: 'topic',
        files: {
          'holdpoint.yml': count === 0 ? '{}\n' : `rules:\n${rulesOf(count)}`,
          'src/part.ts': 'export const value = 0\n',
        },
      }),
    }))
    const cold = await inProcessesOfTheirOwn(projects, place, rounds, note)
    const warm = await inOneProcess(projects, place, rounds * 20)
    const table = (title, figures, digits) => ({
      title,
      head: ['event', 'no rules', ...COUNTS.map((count) => `${count.toLocaleString('en')} rules`), '1,000 : 10'],
      rows: EVENTS.map(({ label }) => {
        const of = (count) => figures.find((figure) => figure.name === `${label} ${count}`).ms
        return [label, ...[0, ...COUNTS].map((count) => fixed(of(count), digits)), times(of(1000) / of(10))]
      }),
    })
    return {
      title: 'Rules of your own',
      text: [
        'One in ten rules of each kind: programs, paths, texts, machines, git, tools. None of them matches, so all of ' +
          'them have to be ruled out. The configuration does not change during the run; compiling it is paid once.',
      ],
      tables: [
        table(`A process for each event: CPU time in ms, ${rounds} interleaved rounds`, cold, 1),
        table(`In a process that stays: ms, the median of ${rounds * 20} interleaved rounds`, warm, 3),
      ],
      data: { cold, warm },
    }
  })
}

async function inProcessesOfTheirOwn(projects, place, rounds, note) {
  const cases = projects.flatMap(({ count, path }) =>
    EVENTS.map(({ label, fields }) => ({
      name: `${label} ${count}`,
      case: {
        cwd: path,
        program: [process.execPath, '--v8-pool-size=0', bin, 'hook', 'PreToolUse'],
        input: JSON.stringify(payloadIn(path, fields)),
      },
    })),
  )
  const progress = (round, all) => note(`rules, round ${round + 1} of ${all}`, true)
  const measured = await measureRounds(cases, { rounds, place, progress })
  return measured.map(({ name, cpu }) => ({ name, ms: cpu }))
}

/** Like the daemon: settings are cached, everything else is read again. */
async function inOneProcess(projects, { env }, rounds) {
  const { hookCommand, builtIn } = await importSource(`
    export { hookCommand } from './packages/runtime/src/hook-command.ts'
    export { builtIn } from './packages/packs/src/registry.ts'`)
  const kept = new Map()
  const works = Object.fromEntries(
    projects.flatMap(({ count, path }) =>
      EVENTS.map(({ label, fields }) => {
        const world = {
          env,
          cwd: path,
          now: () => new Date(),
          registry: builtIn,
          build: 'bench',
          kept,
          pluginRoot: () => '/',
        }
        return [`${label} ${count}`, () => hookCommand(['PreToolUse'], () => payloadIn(path, fields), world)]
      }),
    ),
  )
  const samples = await timeRounds(works, { rounds, uncounted: 50 })
  return Object.entries(samples).map(([name, ms]) => ({ name, ms: median(ms) }))
}
