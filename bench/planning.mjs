// Cost of one cold event of the planning pack, next to shell scripts that do the same with bash, jq and yq: the same
// files, the same answers, measured round by round in the same run. Only the ratios mean anything on another machine.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scripts } from './planning-baseline.mjs'

const rounds = Number(process.argv[2] ?? 50)
const bin = resolve(dirname(fileURLToPath(import.meta.url)), '../dist/bin/holdpoint.cjs')
const tools = Object.fromEntries(['bash', 'jq', 'yq', 'git'].map((name) => [name, versionOf(name)]))
for (const name of ['bash', 'jq', 'git']) {
  if (tools[name] !== undefined) continue
  console.error(`The baseline needs ${name}, which is not on this machine. Install it, for example:`)
  console.error(`  Debian, Ubuntu: sudo apt-get install ${name}\n  macOS: brew install ${name}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'holdpoint-bench-'))
const [home, project, tmp, baseline] = ['home', 'project', 'tmp', 'baseline'].map((name) => join(folder, name))
const feature = join(project, 'specs/demo')
for (const path of [home, tmp, baseline, join(feature, 'x'), join(project, 'config')])
  mkdirSync(path, { recursive: true })
const sh = (args, options = {}) =>
  spawnSync(args[0], args.slice(1), { env, cwd: project, encoding: 'utf8', ...options })
// A clean environment: a certificate bundle in NODE_EXTRA_CA_CERTS alone would double every figure.
const env = { PATH: process.env.PATH, HOME: home, TMPDIR: tmp, CLAUDE_PROJECT_DIR: project, BASELINE: baseline }
prepare()

const event = (name, fields) =>
  `${JSON.stringify({ session_id: 'bench', cwd: project, hook_event_name: name, ...fields })}\n`
const write = { tool_name: 'Write', tool_input: { file_path: join(feature, 'design.md'), content: 'x' } }
const lead = { agent_id: 'a', agent_type: 'product-planning:tech-lead', last_assistant_message: 'x' }
const question = { questions: [{ question: 'What color for the button?' }] }
/** What happens, and the scripts a host would start for it. */
const cases = [
  { name: 'Write in the plan', on: 'PreToolUse', fields: write, hooks: ['H02', 'H04'] },
  {
    name: 'a question',
    on: 'PreToolUse',
    fields: { tool_name: 'AskUserQuestion', tool_input: question },
    hooks: ['H01'],
  },
  {
    name: 'a research call',
    on: 'PreToolUse',
    fields: { tool_name: 'mcp__context7__q', tool_input: { q: 'a' } },
    hooks: ['H03'],
  },
  { name: 'after a Write', on: 'PostToolUse', fields: { ...write, tool_response: {} }, hooks: ['H05'] },
  { name: 'a prompt', on: 'UserPromptSubmit', fields: { prompt: 'Go on' }, hooks: ['H06'] },
  { name: 'the tech lead stops', on: 'SubagentStop', fields: lead, hooks: ['H07', 'H10'] },
  { name: 'a stop', on: 'Stop', fields: { stop_hook_active: true }, hooks: ['H11a'] },
  { name: 'a compaction', on: 'PreCompact', fields: { trigger: 'auto' }, hooks: ['H12'] },
  { name: 'a session', on: 'SessionStart', fields: { source: 'resume' }, hooks: ['H13'] },
]

const times = new Map()
const measure = (name, args, input, round) => {
  const start = process.hrtime.bigint()
  const { status } = sh(args, { input })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  // The first rounds fill the disk cache, compile the configuration and parse the YAML.
  if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
}
try {
  for (let round = -3; round < rounds; round++) {
    measure('node -e 0', [process.execPath, '-e', '0'], '', round)
    for (const { name, on, fields, hooks } of cases) {
      const input = event(on, fields)
      measure(`${name}: holdpoint`, [process.execPath, bin, 'hook', on], input, round)
      measure(`${name}: scripts`, ['bash', join(baseline, 'together.sh'), ...hooks], input, round)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report()

function prepare() {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid']
  sh(['git', 'init', '-q', '-b', 'feature/demo', project], { cwd: folder })
  sh(['git', ...who, 'commit', '-q', '--allow-empty', '-m', 'start'])
  const files = {
    'holdpoint.yml': 'presets: [planning]\n',
    'config/planning-config.yaml':
      'research_mcp:\n  budget: { total_calls_per_session: 25, total_calls_per_phase: 10, warn_at_percentage: 80 }\n' +
      'feature_flags:\n  hooks_immutable_guard: { keyword_overlap_threshold: 0.6 }\n',
    'specs/demo/.planning-state.local.md':
      '---\nphase: ARCHITECTURE\nmode: complete\nuser_decisions:\n' +
      Array.from({ length: 8 }, (_, n) => `  "Should we use library ${n} for part ${n}?": "Yes"\n`).join('') +
      'gate_results:\n  - { phase: 1, verdict: PASS, score: 4.2 }\n---\n\n# Notes\n',
    'specs/demo/.planning.lock': '{"session_id":"bench"}\n',
    'specs/demo/tasks.md':
      '## Phase 1\n## Phase 2\n' + Array.from({ length: 20 }, (_, n) => `- [ ] [T${100 + n}] Task, UT-${n}\n`).join(''),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text)
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(baseline, name), text)
    chmodSync(join(baseline, name), 0o755)
  }
}

function versionOf(name) {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' })
  return status === 0 ? (stdout.split('\n')[0] ?? '').trim() : undefined
}

function report() {
  const at = (name, share) => times.get(name).toSorted((a, b) => a - b)[Math.floor(times.get(name).length * share)]
  const base = at('node -e 0', 0.5)
  console.log(`${rounds} interleaved rounds, Node ${process.version}, ${process.platform} ${process.arch}`)
  console.log(
    `baseline: ${tools.bash}; ${tools.jq}; ${tools.yq === undefined ? 'no yq, its fallback with sed' : `yq: ${tools.yq}`}\n`,
  )
  console.log('event                  holdpoint p50   p95   scripts p50   p95   scripts / holdpoint   x node -e 0')
  for (const { name, hooks } of cases) {
    const [own, other] = [`${name}: holdpoint`, `${name}: scripts`]
    const cell = (value, width, digits = 1) => value.toFixed(digits).padStart(width)
    const row = [
      `${name} (${hooks.length})`.padEnd(24),
      cell(at(own, 0.5), 11),
      cell(at(own, 0.95), 5),
      cell(at(other, 0.5), 13),
      cell(at(other, 0.95), 5),
      cell(at(other, 0.5) / at(own, 0.5), 21, 2),
      cell(at(own, 0.5) / base, 13, 2),
    ]
    console.log(row.join(' '))
  }
  console.log(
    `node -e 0                ${base.toFixed(1)} ms. In brackets: how many scripts the host starts at once for it.`,
  )
}
