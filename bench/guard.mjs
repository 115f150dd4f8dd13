// Cost of judging a command: reading it, and every guard hook of the preset `recommended`, warm. Baseline, measured in
// the same rounds: JSON.parse of the event that carries it. Then how the cost grows with the command.
import { importSource } from '../scripts/bundle.mjs'

const rounds = Number(process.argv[2] ?? 2000)
const { judgeCommand, readCommand } = await importSource(`
  export { judgeCommand } from './testing/judge-command.ts'
  export { readCommand } from './shell/read-command.ts'`)

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

const cases = {
  'JSON.parse of the event': () => JSON.parse(event),
  'read the command': () => readCommand(command, '/workspace/project', world),
  'read it, and all guard hooks': () => judgeCommand(command),
}
const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
for (let round = -500; round < rounds; round++) {
  for (const [name, run] of Object.entries(cases)) {
    const start = process.hrtime.bigint()
    await run()
    if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / 1e3)
  }
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const base = median(times['JSON.parse of the event'])
console.log(`a command of ${command.length} characters, ${rounds} interleaved rounds, Node ${process.version}\n`)
console.log('                                median us   x JSON.parse')
for (const [name, values] of Object.entries(times)) {
  console.log(
    `${name.padEnd(30)} ${median(values).toFixed(1).padStart(10)} ${(median(values) / base).toFixed(1).padStart(14)}`,
  )
}

console.log('\ncommand of      ms      us per KB')
const unit = 'git status --short | grep -v foo > out.txt; cp -r src/a build/b && echo "done" || true\n'
for (const kilobytes of [1, 10, 100, 1000]) {
  const text = unit.repeat(Math.ceil((kilobytes * 1024) / unit.length))
  const runs = Array.from({ length: kilobytes > 100 ? 3 : 15 }, () => {
    const start = process.hrtime.bigint()
    readCommand(text, '/workspace/project', world)
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  const ms = median(runs)
  console.log(
    `${`${kilobytes} KB`.padEnd(10)} ${ms.toFixed(1).padStart(8)} ${((1000 * ms) / kilobytes).toFixed(0).padStart(12)}`,
  )
}
