// Cost of one cold hook event, as a multiple of a bare Node start measured in the same run, round by round.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const rounds = Number(process.argv[2] ?? 100)
const bin = resolve(dirname(fileURLToPath(import.meta.url)), '../dist/bin/holdpoint.cjs')
const folder = mkdtempSync(join(tmpdir(), 'holdpoint-bench-'))
const home = join(folder, 'home')
mkdirSync(home)
const recommended = aProject('recommended')
const everything = aProject('all')

// A clean environment: a certificate bundle in NODE_EXTRA_CA_CERTS alone would double every figure.
const env = { PATH: process.env.PATH, HOME: home }
const event = (project, name, fields) => ({
  args: [bin, 'hook', name],
  input: `${JSON.stringify({ session_id: 'bench', cwd: project, hook_event_name: name, ...fields })}\n`,
  cwd: project,
})
const command = { tool_name: 'Bash', tool_input: { command: 'ls -la' } }
const cases = {
  'node -e 0': { args: ['-e', '0'], input: '', cwd: recommended },
  'PreToolUse ls, recommended': event(recommended, 'PreToolUse', command),
  'PreToolUse Write, recommended': event(recommended, 'PreToolUse', {
    tool_name: 'Write',
    tool_input: { file_path: join(recommended, 'a.txt'), content: 'x' },
  }),
  'Stop, recommended': event(recommended, 'Stop', {}),
  'PreToolUse ls, all': event(everything, 'PreToolUse', command),
  'SubagentStart, all': event(everything, 'SubagentStart', { agent_type: 'writer' }),
  'Stop, all': event(everything, 'Stop', {}),
}

const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]))
try {
  for (let round = -3; round < rounds; round++) {
    for (const [name, { args, input, cwd }] of Object.entries(cases)) {
      const start = process.hrtime.bigint()
      const { status } = spawnSync(process.execPath, args, { input, env: { ...env, CLAUDE_PROJECT_DIR: cwd }, cwd })
      const ms = Number(process.hrtime.bigint() - start) / 1e6
      if (status !== 0) throw new Error(`${name} ended with ${status}`)
      // The first rounds fill the disk cache and compile the configuration.
      if (round >= 0) times[name].push(ms)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]
const base = at(times['node -e 0'], 0.5)
console.log(`${rounds} interleaved rounds, Node ${process.version}, ${process.platform} ${process.arch}\n`)
console.log('event                          median ms   p95 ms   x node -e 0')
for (const [name, values] of Object.entries(times)) {
  const median = at(values, 0.5)
  const row = [name.padEnd(29), median.toFixed(1).padStart(10), at(values, 0.95).toFixed(1).padStart(8)]
  console.log(`${row.join(' ')} ${(median / base).toFixed(2).padStart(13)}`)
}

function aProject(preset) {
  const path = join(folder, preset)
  mkdirSync(path)
  spawnSync('git', ['init', '-q', path])
  writeFileSync(join(path, 'holdpoint.yml'), `presets: [${preset}]\n`)
  return path
}
