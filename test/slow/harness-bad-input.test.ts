import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRunning, startNode, until } from '../process/support/process.ts'
import { HOLDPOINT, spoolIn } from '../process/support/sandbox.ts'
import { aDirectory, aRepository } from '../process/support/temporary.ts'

/** The packs of the harness, as they are shipped, in projects that nobody would wish for. */

// Ten thousand files take their time to be taken away again, too.
vi.setConfig({ hookTimeout: 120_000 })

type Json = Readonly<Record<string, unknown>>

interface Answer {
  readonly stdout: string
  readonly json: Json
  /** Hooks that could not do their work, as the audit has it. */
  readonly failures: readonly string[]
  /** How often git was started. */
  readonly gits: number
  /** The most memory that our own process used, in megabytes. */
  readonly megabytes: number
}

interface Place {
  readonly project: string
  write(files: Readonly<Record<string, string | Buffer>>): void
  git(...args: readonly string[]): string
  ask(event: string, payload?: Json): Promise<Answer>
}

const CONFIG = `presets: [harness]
hooks:
  quality/test-runner: off
`

/** Says at the end how much memory it was. */
const WATCH = `process.on('exit', () => require('fs').appendFileSync(process.env.HP_RSS, process.resourceUsage().maxRSS + '\\n'))`

function aPlace(config = CONFIG): Place {
  const home = aDirectory().path
  const { path: project, git } = aRepository({ branch: 'topic' })
  const write: Place['write'] = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, name)), { recursive: true })
      writeFileSync(join(project, name), text)
      if (text.toString('latin1').startsWith('#!')) chmodSync(join(project, name), 0o755)
    }
  }
  write({ 'holdpoint.yml': config, '.gitignore': '.claude/.*\nholdpoint.yml\n.gitignore\nnode_modules\n' })
  const bin = join(home, 'bin')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const [calls, rss, watch] = [join(home, 'calls'), join(home, 'rss'), join(home, 'watch.cjs')]
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${calls}\nexec ${real} "$@"\n`, { mode: 0o755 })
  writeFileSync(watch, WATCH)
  const env = {
    HOME: home,
    PATH: `${bin}:${process.env['PATH']}`,
    NODE_OPTIONS: `--require ${watch}`,
    HP_RSS: rss,
    CLAUDE_PID: String(process.pid),
  }
  return {
    project,
    write,
    git,
    async ask(event, payload = {}) {
      for (const file of [calls, rss]) rmSync(file, { force: true })
      const told = spoolIn(home).length
      const input = JSON.stringify({ session_id: 's1', cwd: project, hook_event_name: event, ...payload })
      const { ended } = startNode(HOLDPOINT, ['hook', event], { cwd: project, env, input })
      const { code, stdout, stderr } = await ended
      expect({ event, code, stderr }).toEqual({ event, code: 0, stderr: '' })
      const failures = spoolIn(home)
        .slice(told)
        .flatMap(({ hooks }) => hooks)
        .flatMap(({ id, failure }) => (failure === undefined ? [] : [[id, failure].join(' ')]))
      const lines = (file: string): readonly string[] =>
        existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
      return {
        stdout,
        json: stdout === '' || event === 'PreCompact' ? {} : (JSON.parse(stdout) as Json),
        failures,
        gits: lines(calls).length,
        megabytes: Number(lines(rss)[0]) / 1024,
      }
    },
  }
}

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `export const n${n} = ${n}\n`).join('')
const HEADER = '/**\n * @file x\n * @decision DEC-A-001\n * @rationale so\n */\n'

/** Every event that a hook of the harness listens to. */
function events({ project }: Place): readonly (readonly [event: string, payload: Json])[] {
  const file_path = join(project, 'src/d1/f1.ts')
  const writing = { tool_name: 'Write', tool_input: { file_path, content: HEADER + lines(60) } }
  const editing = { tool_name: 'Edit', tool_input: { file_path, old_string: '1', new_string: '2' } }
  const bash = (command: string): Json => ({ tool_name: 'Bash', tool_input: { command } })
  const done = { last_assistant_message: 'Phase 1 is done and merged. Shall I go on?' }
  return [
    ['SessionStart', { source: 'startup' }],
    ['UserPromptSubmit', { prompt: 'implement the plan in src/d1/f1.ts, then commit it' }],
    ['UserPromptSubmit', { prompt: 'what is the status of the plan? fix #12, commit later' }],
    ['PreToolUse', writing],
    ['PreToolUse', editing],
    ['PreToolUse', bash("sed -i 's/1/2/' src/*/*.ts")],
    ['PreToolUse', bash('git add -A && git commit -m everything')],
    ['PreToolUse', bash('git merge main')],
    ['PostToolUse', { ...writing, tool_response: {} }],
    ['PostToolUse', { ...editing, tool_response: {} }],
    ['PostToolUse', { ...bash("sed -i 's/1/2/' src/*/*.ts"), tool_response: {} }],
    ...['implementer', 'guardian', 'planner', 'Explore'].flatMap((agent_type) => [
      ['SubagentStart', { agent_id: 'a', agent_type }] as const,
      ['SubagentStop', { agent_id: 'a', agent_type, ...done }] as const,
    ]),
    ['Stop', done],
    ['PreCompact', { trigger: 'auto' }],
    ['SessionStart', { source: 'compact' }],
    ['SessionEnd', { reason: 'other' }],
  ]
}

/** Nobody needs more, however much there is to be seen. */
const MOST_GITS = 5
const MOST_MEGABYTES = 300

async function expectAllAnswered(place: Place, asked = events(place)): Promise<void> {
  for (const [event, payload] of asked) {
    const { failures, gits, megabytes } = await place.ask(event, payload)
    const what = `${event} ${JSON.stringify(payload).slice(0, 80)}`
    expect({ what, failures }).toEqual({ what, failures: [] })
    expect(gits, `${what}: git was started ${gits} times`).toBeLessThanOrEqual(MOST_GITS)
    expect(megabytes, `${what}: ${megabytes} MB`).toBeLessThan(MOST_MEGABYTES)
  }
}

const PLAN = `# Plan
## Original Intent
> x
## Phase 1: One
**Status:** in-progress
- DEC-A-001: so. Addresses: REQ-P0-001
- REQ-P0-001: x
`

function manyFiles({ write }: Place): void {
  const files = Array.from({ length: 10_000 }, (_, n) => [
    `src/d${n % 100}/f${n}.ts`,
    n % 10 === 0 ? `// @decision DEC-A-001\nexport const n = ${n}\n` : `export const n = ${n}\n`,
  ])
  write(Object.fromEntries(files) as Record<string, string>)
}

describe('a repository of ten thousand files', () => {
  it('all of them committed', async () => {
    const place = aPlace()
    manyFiles(place)
    place.write({ 'MASTER_PLAN.md': PLAN })
    place.git('add', '.')
    place.git('commit', '-q', '-m', 'many')
    await expectAllAnswered(place)
  })

  it('all of them changed since, and in the list of the session', async () => {
    const place = aPlace()
    manyFiles(place)
    place.write({ 'MASTER_PLAN.md': PLAN })
    place.git('add', '.')
    place.git('commit', '-q', '-m', 'many')
    for (let n = 0; n < 10_000; n++) appendFileSync(join(place.project, `src/d${n % 100}/f${n}.ts`), '// changed\n')
    const changed = Array.from({ length: 10_000 }, (_, n) => `${place.project}/src/d${n % 100}/f${n}.ts\n`)
    place.write({ '.claude/.session-changes-s1': changed.join('') })
    await expectAllAnswered(place)
  })

  it('none of them known to git', async () => {
    const place = aPlace()
    manyFiles(place)
    await expectAllAnswered(place)
  })
})

const MB = 1 << 20
const repeated = (text: string, size = 5 * MB): string => text.repeat(Math.ceil(size / text.length))

/** A whole plan in each round, with ids of its own. */
const hugePlan = (): string => {
  const phase = (n: number): string => `## Phase ${n}: Number ${n}
**Status:** ${n % 3 === 0 ? 'completed' : 'planned'}
**Requirements:** REQ-P0-001
- DEC-P${n}-001: Something was decided. Addresses: REQ-P0-001
### Decision Log
- It held.
`
  let plan = PLAN
  for (let n = 2; plan.length < 5 * MB; n++) plan += phase(n)
  return plan
}

/** One event of each kind that looks into the plan. */
const readsPlan = ([event, payload]: readonly [string, Json]): boolean =>
  event === 'Stop' ||
  payload['source'] === 'startup' ||
  (event === 'SubagentStop' && payload['agent_type'] === 'planner') ||
  (event === 'PreToolUse' && payload['tool_name'] === 'Write')

describe('a plan of five megabytes', () => {
  it.each<[string, () => string | Buffer]>([
    ['that is in order', hugePlan],
    ['that was cut in the middle of a character', () => Buffer.from(`${hugePlan()}é`).subarray(0, -1)],
    ['in one line', () => `${PLAN}${repeated('DEC-A-001 REQ-P0-001 ~~ ')}`],
    ['of headings', () => `${PLAN}${repeated('## Phase 2: x\n')}`],
    ['of headings, each inside the one before', () => `${PLAN}${repeated('# a\n## b\n### c\n#### d\n##### e\n')}`],
    ['of ids that are none', () => `${PLAN}${repeated('DEC-A-1 DEC--1 REQ_x-001 DEC-A-B-C-0001\n')}`],
    ['of status lines', () => `${PLAN}${repeated('**Status:** completed\n* * * status : : : x\n')}`],
    ['in a code block that never ends', () => `${PLAN}\`\`\`\n${repeated('## Phase 3: x\n')}`],
    ['in a comment that never ends', () => `${PLAN}<!--\n${repeated('## Phase 3: x\n')}`],
    ['of struck-out words', () => `${PLAN}${repeated('~~~~ ~~DEC-A-001 superseded deprecated\n')}`],
    ['of blanks', () => `${PLAN}${repeated(' \t')}`],
    ['of zeros', () => Buffer.concat([Buffer.from(PLAN), Buffer.alloc(5 * MB)])],
    ['of random bytes', () => randomBytes(5 * MB)],
  ])('%s', async (_, make) => {
    const place = aPlace()
    const plan = make()
    place.write({ 'src/d1/f1.ts': HEADER + lines(60), 'MASTER_PLAN.md': plan })
    place.git('add', '.')
    place.git('commit', '-q', '-m', 'plan')
    const written = { file_path: join(place.project, 'MASTER_PLAN.md'), content: plan.toString('utf8') }
    const said = await place.ask('PostToolUse', { tool_name: 'Write', tool_input: written, tool_response: {} })
    expect(said.failures).toEqual([])
    // However much is wrong with it, the model is told what it can read.
    expect(said.stdout.length).toBeLessThan(32 << 10)
    await expectAllAnswered(place, events(place).filter(readsPlan))
  })

  it('that is in order is read to its end', async () => {
    const place = aPlace()
    place.write({ 'MASTER_PLAN.md': hugePlan() })
    const { stdout } = await place.ask('SessionStart', { source: 'startup' })
    expect(stdout).toMatch(/Plan: \d{4,}\/\d{5,} phases \| active: Phase 1: One/)
  })
})

describe('files that are not what they are called', () => {
  it('binary files with the endings of source', async () => {
    const place = aPlace()
    const endings = ['ts', 'py', 'go', 'rs', 'sh', 'c', 'php', 'rb']
    const names = endings.flatMap((ending) => [`src/d1/f1.${ending}`, `test/f1.test.${ending}`])
    place.write(Object.fromEntries(names.map((name) => [name, randomBytes(MB)])))
    place.write({ 'MASTER_PLAN.md': PLAN, 'src/d1/nul.ts': Buffer.alloc(MB), '.claude/.test-status': randomBytes(100) })
    place.write({ '.claude/.plan-drift': randomBytes(MB), '.claude/.agent-findings': randomBytes(MB) })
    place.write({ '.claude/.session-changes-s1': names.map((name) => `${place.project}/${name}\n`).join('') })
    for (const name of names) {
      const file_path = join(place.project, name)
      const content = readFileSync(file_path, 'utf8')
      for (const event of ['PreToolUse', 'PostToolUse']) {
        const { failures } = await place.ask(event, { tool_name: 'Write', tool_input: { file_path, content } })
        expect({ name, failures }).toEqual({ name, failures: [] })
      }
    }
    await expectAllAnswered(place)
  })

  it('files, directories and links that come and go while they are read', async () => {
    const place = aPlace()
    place.write({ 'MASTER_PLAN.md': PLAN, 'src/d1/f1.ts': HEADER + lines(60) })
    const restless = spawn(process.execPath, ['-e', RESTLESS, place.project], { stdio: 'ignore' })
    try {
      const failures: string[] = []
      for (const [event, payload] of [...events(place), ...events(place)]) {
        failures.push(...(await place.ask(event, payload)).failures)
      }
      // What cannot be read says nothing. What cannot be written, where a directory or a link stands, is told.
      const isTold = (failure: string): boolean => /^\S+ error: E[A-Z]+: .*\/\.claude\/\./.test(failure)
      expect(failures.filter((failure) => !isTold(failure))).toEqual([])
      expect(restless.exitCode).toBeNull()
    } finally {
      restless.kill('SIGKILL')
    }
  })
})

/** Makes and takes away what the hooks read, as fast as it can. */
const RESTLESS = `
const fs = require('node:fs')
const project = process.argv[1]
const names = ['MASTER_PLAN.md', 'src/d1/f1.ts', 'src/d1/f2.ts', 'RESEARCH_LOG.md', '.git/index.lock',
  ...['test-status', 'plan-drift', 'agent-findings', 'session-changes-s1', 'preserved-context', 'prompt-count-s1',
    'audit-log', 'todo-claims', 'update-status', 'test-runner.lock'].map((name) => '.claude/.' + name)]
const tries = [
  (path) => fs.writeFileSync(path, 'x|1|2\\n'.repeat(1000)),
  (path) => fs.rmSync(path, { recursive: true, force: true }),
  (path) => fs.mkdirSync(path),
  (path) => fs.symlinkSync('/etc/passwd', path),
  (path) => fs.symlinkSync(path, path),
  (path) => fs.writeFileSync(path, ''),
]
const oneOf = (list) => list[Math.floor(Math.random() * list.length)]
fs.mkdirSync(project + '/.claude', { recursive: true })
setInterval(() => {
  for (const name of names) try { oneOf(tries)(project + '/' + name) } catch {}
}, 1)
`

/** As long as a hook that hangs takes the test does, too. */
const IMPATIENT = `${CONFIG}  quality/lint: { level: on, timeout_ms: 3000 }\n`

/** A project whose linter is a script of ours. */
function withLinter(script: string, config?: string): Place {
  const place = aPlace(config)
  place.write({
    'eslint.config.js': '',
    'node_modules/.bin/eslint': `#!/bin/sh\necho $$ >> "${place.project}/pids"\n${script}\n`,
    'src/a.ts': 'x\n',
  })
  return place
}

async function linted(place: Place): Promise<Answer & { readonly pids: readonly number[] }> {
  const file_path = join(place.project, 'src/a.ts')
  const answer = await place.ask('PostToolUse', { tool_name: 'Write', tool_input: { file_path, content: 'x\n' } })
  const pids = readFileSync(join(place.project, 'pids'), 'utf8').trim().split('\n').map(Number)
  return { ...answer, pids }
}

describe('a linter', () => {
  it.each<[string, string, RegExp]>([
    ['that hangs', 'sleep 600', /^quality\/lint timeout/],
    [
      'that hangs and does not want to end',
      'trap "" TERM INT HUP; while :; do sleep 1; done',
      /^quality\/lint timeout/,
    ],
    [
      'that starts twenty others and waits for them',
      'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 600 & echo $! >> pids; done; wait',
      /^quality\/lint timeout/,
    ],
    ['that crashes', 'kill -SEGV $$', /^quality\/lint error/],
    ['that prints without end', 'exec yes', /^quality\/lint timeout/],
  ])('%s is given up on, and nothing of it is left', async (_, script, failure) => {
    const { failures, pids, megabytes } = await linted(withLinter(script, IMPATIENT))
    expect(failures).toEqual([expect.stringMatching(failure)])
    expect(pids.length).toBeGreaterThan(0)
    await until(() => !pids.some(isRunning), 'all of it is gone')
    expect(megabytes).toBeLessThan(MOST_MEGABYTES)
  })

  it('that leaves others behind is heard, and they are ended', async () => {
    const script =
      'sleep 600 & echo $! >> pids; sleep 600 >/dev/null 2>&1 & echo $! >> pids; echo "a.ts:1 no x"; exit 1'
    const { failures, json, pids } = await linted(withLinter(script))
    expect(failures).toEqual([])
    expect(JSON.stringify(json)).toContain('a.ts:1 no x')
    expect(pids).toHaveLength(3)
    await until(() => !pids.some(isRunning), 'all of it is gone')
  })

  it('that prints fifty megabytes says as much as can be read', async () => {
    const script = 'yes "src/a.ts:1:1 something is wrong with this line" | head -c 52428800; exit 1'
    const { failures, stdout, megabytes } = await linted(withLinter(script))
    expect(failures).toEqual([])
    expect(stdout).toContain('something is wrong with this line')
    expect(stdout.length).toBeLessThan(16 << 10)
    expect(megabytes).toBeLessThan(MOST_MEGABYTES)
  })
})
