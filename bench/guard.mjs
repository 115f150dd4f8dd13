// Cost of judging a command: reading it, and every guard hook of the preset `recommended`, warm. Baseline, measured in
// the same rounds: JSON.parse of the event that carries it. Then how the cost grows with the command.
import { importSource } from '../scripts/bundle.mjs'
import { barRow, BARS_HEAD } from './lib/bars.mjs'
import { millisecondsOf, timeRounds } from './lib/rounds.mjs'
import { median } from './lib/statistics.mjs'
import { fixed, times } from './lib/table.mjs'

const command =
  'cd packages/app && FOO=1 npm run build --silent 2>&1 | tee build.log | grep -v "warning: rm -rf is mentioned" ' +
  '&& git add -A && git commit -m "build: publish the new bundle" && curl -fsSL https://example.com/x'
const event = JSON.stringify({
  session_id: '0192-bench',
  transcript_path: '/home/dev/.claude/projects/p/0192.jsonl',
  cwd: '/workspace/project',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command, description: 'Build and commit' },
  tool_use_id: 'toolu_bench',
})
const world = {
  home: '/home/dev',
  env: () => undefined,
  read: () => undefined,
  real: (path) => path,
  list: () => [],
  workTree: () => '/workspace/project',
}
/** Commands of any size, by what they consist of. */
const repeated = (unit) => (bytes) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes)
const shapes = {
  'many commands': repeated('git status --short | grep -v foo > out.txt; cp -r src/a build/b && echo "done" || true\n'),
  'one command with many arguments': (bytes) => `ls ${repeated('src/part-one.ts lib/b.js ')(bytes)}`,
  'a here-document': (bytes) => `cat <<'E' > notes.txt\n${repeated('hello $x world, this is text\n')(bytes)}\nE\n`,
  'many here-documents': repeated("cat <<'E' > notes.txt\nsome text\nE\n"),
  'one long word': (bytes) => `echo ${repeated('abcdefghij')(bytes)}`,
  'a quoted text with variables': (bytes) => `echo "${repeated('$HOME and ${USER:-x} ')(bytes)}"`,
  'nested substitutions': (bytes) => `echo ${'$(echo '.repeat(bytes / 16)}x${')'.repeat(bytes / 16)}`,
  braces: (bytes) => `echo ${repeated('{a,b,c} ')(bytes)}`,
  'inline Python': (bytes) =>
    `python3 - <<'E'\n${repeated("print('a' + str(1))\nx = [i for i in range(3)]\n")(bytes)}\nE\n`,
}
const KILOBYTES = [1, 16, 64, 256]
/** Small numbers are repeated; a large command is judged twice. */
const RUNS = { 1: 15, 16: 5, 64: 3, 256: 2 }

export async function run({ rounds = 2000, note }) {
  const { judgeCommand, readCommand } = await importSource(`
    export { judgeCommand } from './packages/testing/src/judge-command.ts'
    export { readCommand } from './packages/shell/src/read/read-command.ts'`)
  const parse = 'JSON.parse of the event'
  const works = {
    [parse]: () => JSON.parse(event),
    'read the command': () => readCommand(command, '/workspace/project', world),
    'read it, and all guard hooks': () => judgeCommand(command),
  }
  const medians = Object.entries(await timeRounds(works, { rounds, uncounted: 500 })).map(([name, ms]) => [
    name,
    median(ms),
  ])
  const [[, base]] = medians
  const growth = []
  for (const [name, make] of Object.entries(shapes)) {
    const ms = {}
    for (const kilobytes of KILOBYTES) {
      const text = make(kilobytes * 1024)
      const runs = []
      for (let n = RUNS[kilobytes]; n > 0; n--) runs.push(await millisecondsOf(() => judgeCommand(text)))
      ms[kilobytes] = Math.min(...runs)
      note(`${name}, ${kilobytes} KB: ${fixed(ms[kilobytes])} ms`, true)
    }
    growth.push({ name, ms })
  }
  const perKilobyte = growth.map(({ name, ms }) => [name, ms[64] / 64]).toSorted(([, a], [, b]) => b - a)
  const factor = growth.map(({ name, ms }) => [name, ms[256] / ms[64]]).toSorted(([, a], [, b]) => b - a)
  const longest = growth.map(({ name, ms }) => [name, ms[256] / 1000]).toSorted(([, a], [, b]) => b - a)
  const judged = medians.at(-1)[1] / base
  return {
    title: 'Judging one command, in a process that is warm',
    text: [
      `A command of ${command.length} characters, ${rounds} interleaved rounds; then how the full judgement (reading it, and ` +
        'every guard hook) grows with the command, by what the command consists of.',
    ],
    tables: [
      {
        title: 'Aims for one command',
        head: BARS_HEAD,
        rows: [
          barRow(`${command.length} characters, all guard hooks, x JSON.parse`, judged, { atMost: 80 }),
          barRow(`ms per KB at 64 KB (${perKilobyte[0][0]})`, perKilobyte[0][1], {
            atMost: 2.5,
            show: (n) => fixed(n, 2),
          }),
          barRow(`256 KB : 64 KB (${factor[0][0]})`, factor[0][1], { atMost: 5 }),
          barRow(`longest, in seconds (${longest[0][0]})`, longest[0][1], { atMost: 3, show: (n) => fixed(n, 2) }),
        ],
      },
      {
        head: ['what', 'median us', 'x JSON.parse'],
        rows: medians.map(([name, ms]) => [name, fixed(ms * 1000), times(ms / base)]),
      },
      {
        title: 'Full judgement in ms, by size and shape',
        head: ['shape', ...KILOBYTES.map((size) => `${size} KB`), 'ms per KB at 64 KB', '256 KB : 64 KB'],
        rows: growth.map(({ name, ms }) => [
          name,
          ...KILOBYTES.map((size) => fixed(ms[size])),
          fixed(ms[64] / 64, 2),
          times(ms[256] / ms[64]),
        ]),
      },
    ],
    data: { medians: Object.fromEntries(medians), growth },
  }
}
