// The measured comparison: every event, answered by Holdpoint with and without its daemon, and by what others use, in
// the same rounds.
import { coldClient, warmClients } from './lib/clients.mjs'
import { measureEvents, PRESETS, SCRIPTS } from './lib/events.mjs'
import { fixed, times } from './lib/table.mjs'

export async function run({ rounds = 8, note }) {
  const clientsOf = (place) => [coldClient(), ...warmClients(place)]
  const measured = await measureEvents({ rounds, note, clientsOf })
  const { node, nothing, git, events, remarks } = measured
  const there = new Set(events.flatMap(({ ways }) => Object.keys(ways)))
  const withPreset = (preset) => [...there].filter((way) => way.endsWith(`, ${preset}`))
  const warm = PRESETS.flatMap(withPreset).filter((way) => way.startsWith('warm'))
  const compared = [
    ...PRESETS.map((preset) => `cold, ${preset}`),
    ...warm.filter((way) => way.endsWith('harness')),
    ...[...there].filter((way) => way === SCRIPTS),
  ]
  const table = (title, ways, cell) => ({
    title,
    head: ['event', ...ways],
    rows: events.map((event) => [event.label, ...ways.map((way) => event.ways[way] && cell(event.ways[way]))]),
  })
  const processes = table('Processes started', compared, (figure) => figure.processes)
  return {
    title: 'Every event, in every way',
    picture: '![CPU time for each event: shell scripts, Holdpoint without and with its daemon](performance.svg)',
    text: [
      `${rounds} interleaved rounds; \`/bin/true\` takes ${fixed(nothing.median)} ms (${fixed(nothing.cpu)} ms CPU), ` +
        `\`node -e 0\` ${fixed(node.median)} ms (${fixed(node.cpu)} ms CPU), \`git status\` in such a project ` +
        `${fixed(git.median)} ms (${fixed(git.cpu)} ms CPU). ${METHOD}`,
      ...ABOUT,
      ...remarks,
    ],
    tables: [
      table('CPU time, as a multiple of `node -e 0`', compared, ({ cpu }) => times(cpu / node.cpu)),
      table('Wall time in milliseconds: the median, and what 95 of 100 stay below', compared, both),
      {
        ...processes,
        head: [...processes.head, 'scripts registered'],
        rows: processes.rows.map((row, index) => [...row, events[index].scripts]),
      },
      table('Warm, every preset: wall time as above, and the median as a multiple of `/bin/true`', warm, (figure) => {
        return `${both(figure)}, ${times(figure.median / nothing.median)}`
      }),
      guards(measured, [
        ...withPreset('recommended'),
        ...[...there].filter((way) => !way.includes(', ') && way !== SCRIPTS),
      ]),
    ],
    data: measured,
  }
}

const METHOD =
  'Wall time is what the whole process took, started from a small shell; CPU is user and system time of the process ' +
  'and all it waited for, the mean of the middle half of the rounds; processes are counted in a run of their own, with ' +
  'strace. The bare starts are measured several times in each round.'

const ABOUT = [
  'The shell scripts have the shape that the harness document describes: one bash for each hook it registers, jq for ' +
    'each field, git for each question. A host starts the hooks of an event at once, so their CPU time is the figure ' +
    'to compare; their wall time is the sum of all, one after another. How long jq takes to start differs much ' +
    'between its versions.',
  'Cold is the program alone, and so are the scripts: the shell that a host puts around every command comes on top, ' +
    'once for each registered hook. Warm is all that a host starts, or a request over a connection that is kept open; ' +
    'its CPU time contains what the daemon itself used, but not a git that the daemon started.',
  'The warm ways are those of `holdpoint init --client`: bash is a script that the host starts, line is a line for a ' +
    'shell that becomes that script, nc the same line on a machine without bash, http a call by the host itself.',
]

const both = ({ median, p95 }) => `${fixed(median)} / ${fixed(p95)}`

/** Compared with other guards for commands. */
const guards = ({ events, node, nothing }, ways) => ({
  title: 'A guard for commands, next to others',
  head: ['command', 'what', 'median ms', 'p95 ms', 'CPU ms', 'CPU x node -e 0', 'wall x /bin/true', 'processes'],
  rows: events
    .filter(({ label }) => label.includes('Bash'))
    .flatMap((event) =>
      ways.map((way) => {
        const { median, p95, cpu, processes } = event.ways[way]
        const ratios = [times(cpu / node.cpu), times(median / nothing.median)]
        return [
          event.label.replace('PreToolUse Bash, ', ''),
          way,
          fixed(median),
          fixed(p95),
          fixed(cpu),
          ...ratios,
          processes,
        ]
      }),
    ),
})
