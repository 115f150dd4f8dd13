// Cost of judging a command: reading it, and every guard hook of the preset `recommended`, warm. Baseline, measured in
// the same rounds: JSON.parse of the event that carries it. Then how the cost grows with the command.
import { importSource } from '../scripts/bundle.mjs'
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
const shapes = {
  '20,000 arguments': `ls ${Array.from({ length: 20_000 }, (_, at) => `f${at}`).join(' ')}`,
  'a sequence of 1,000,000': 'echo {1..1000000}',
  'twelve sequences of ten in a row': `echo ${'{0..9}'.repeat(12)}`,
  'a here-document of 1 MB': `cat <<E\n${'hello $x world\n'.repeat(70_000)}E\n`,
  '100,000 open substitutions': `echo ${'$('.repeat(100_000)}ls`,
}
const unit = 'git status --short | grep -v foo > out.txt; cp -r src/a build/b && echo "done" || true\n'

export async function run({ rounds = 2000 }) {
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
  for (const kilobytes of [1, 10, 100, 1000]) {
    const text = unit.repeat(Math.ceil((kilobytes * 1024) / unit.length))
    const runs = []
    for (let n = kilobytes > 100 ? 3 : 15; n > 0; n--)
      runs.push(await millisecondsOf(() => readCommand(text, '/workspace/project', world)))
    growth.push({ kilobytes, ms: median(runs) })
  }
  const large = []
  for (const [name, text] of Object.entries(shapes)) {
    const runs = []
    let steps = 0
    for (let n = 5; n > 0; n--)
      runs.push(await millisecondsOf(() => ({ steps } = readCommand(text, '/workspace/project', world))))
    large.push({ name, ms: median(runs), steps: Math.round(steps) })
  }
  return {
    title: 'Judging one command, in a process that is warm',
    text: [
      `A command of ${command.length} characters, ${rounds} interleaved rounds; then how reading grows with the command.`,
    ],
    tables: [
      {
        head: ['what', 'median us', 'x JSON.parse'],
        rows: medians.map(([name, ms]) => [name, fixed(ms * 1000), times(ms / base)]),
      },
      {
        head: ['command of', 'ms', 'us per KB'],
        rows: growth.map(({ kilobytes, ms }) => [`${kilobytes} KB`, fixed(ms), fixed((1000 * ms) / kilobytes, 0)]),
      },
      {
        head: ['made to be large', 'ms', 'steps'],
        rows: large.map(({ name, ms, steps }) => [name, fixed(ms), String(steps)]),
      },
    ],
    data: { medians: Object.fromEntries(medians), growth, large },
  }
}
