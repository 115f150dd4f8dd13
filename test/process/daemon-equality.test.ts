import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { BUILD } from '../../packages/runtime/src/build.ts'
import { UNKNOWN_SESSION } from '../../packages/runtime/src/daemon/client/wire.ts'
import { openJudge } from '../../packages/runtime/src/daemon/judge.ts'
import { openSessions } from '../../packages/runtime/src/daemon/sessions.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { temporaryDirectory } from '../../packages/testing/src/repository.ts'
import { spoolIn } from './support/sandbox.ts'

/**
 * The daemon answers exactly as a process of its own would. Both are asked the same events in the same order, in a
 * home and a project that are made anew at the same place, so that not a letter of an answer may differ.
 */

type Json = Readonly<Record<string, unknown>>

interface Event {
  readonly name: string
  readonly label: string
  readonly input: Json
  /** Variables that the host sets for this event only. */
  readonly env: Readonly<Record<string, string>>
}

const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')
const CORPUS = resolve(import.meta.dirname, '../corpus/commands.jsonl')
const OF_ONE_EVENT = ['CLAUDE_EFFORT', 'CLAUDE_ENV_FILE', 'PWD']

const base = temporaryDirectory('hp-same-')
const [project, home] = [join(base.path, 'project'), join(base.path, 'home')]
afterAll(() => base.dispose())

const fixtures: readonly Event[] = readdirSync(FIXTURES)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(FIXTURES, file), 'utf8')
      .replaceAll('/home/user', home)
      .replaceAll(/"\/project(?=["/])/g, `"${project}`)
    const { input, env = {} } = JSON.parse(text) as { input: Json; env?: Record<string, string> }
    return {
      name: String(input['hook_event_name']),
      label: file,
      input: { ...input, session_id: 's1' },
      env: Object.fromEntries(Object.entries(env).filter(([name]) => OF_ONE_EVENT.includes(name))),
    }
  })

const event = (name: string, fields: Json): Event => ({
  name,
  label: `${name} ${JSON.stringify(fields).slice(0, 100)}`,
  input: { session_id: 's1', cwd: project, hook_event_name: name, permission_mode: 'default', ...fields },
  env: {},
})
const bash = (command: string): Event => event('PreToolUse', { tool_name: 'Bash', tool_input: { command } })

const start = event('SessionStart', { source: 'startup' })
const corpus = readFileSync(CORPUS, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => bash((JSON.parse(line) as { command: string }).command))

const file = join(project, 'src/a.ts')
const write = (content: string): Event =>
  event('PreToolUse', { tool_name: 'Write', tool_input: { file_path: file, content } })

/** One session that comes back to the same hooks: strikes, budgets, caps, things told once, carry-over. */
const day: readonly Event[] = [
  start,
  event('UserPromptSubmit', { prompt: 'Please implement the next phase' }),
  ...['one', 'two', 'three', 'four'].map((text) => write(`export const ${text} = 1\n`)),
  ...Array.from({ length: 4 }, () =>
    event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: file, content: 'x' },
      tool_response: { success: true },
    }),
  ),
  ...Array.from({ length: 3 }, () =>
    event('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'exit 1' }),
  ),
  ...Array.from({ length: 6 }, () =>
    event('PreToolUse', { tool_name: 'mcp__context7__query', tool_input: { query: 'x' } }),
  ),
  ...['planner', 'implementer', 'tester'].flatMap((type) => [
    event('SubagentStart', { agent_id: type, agent_type: type }),
    event('SubagentStop', { agent_id: type, agent_type: type, last_assistant_message: 'Done.' }),
  ]),
  ...[
    'git commit -m x',
    'git merge main',
    'git push --force',
    'git reset --hard',
    'rm -rf .',
    'cd .. && rm -rf project',
  ].map(bash),
  event('UserPromptSubmit', { prompt: 'verified' }),
  bash('git commit -m x'),
  ...Array.from({ length: 8 }, (_, n) =>
    event('Stop', { stop_hook_active: n > 0, last_assistant_message: 'It is done. Shall I go on?' }),
  ),
  event('PreCompact', { trigger: 'auto', custom_instructions: '' }),
  event('SessionStart', { source: 'compact' }),
  event('UserPromptSubmit', { prompt: 'Go on' }),
  event('Notification', { message: 'Waiting', notification_type: 'idle_prompt' }),
  event('SessionEnd', { reason: 'other' }),
]

type Ask = (event: Event, now: Date) => Promise<string>

interface Played {
  readonly answers: readonly string[]
  readonly files: readonly string[]
  readonly audit: readonly unknown[]
}

async function play(config: string, events: readonly Event[], way: 'cold' | 'warm'): Promise<Played> {
  for (const folder of [project, home]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
  base.git('-C', project, 'init', '--quiet', '--initial-branch=main')
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'holdpoint.yml'), config)
  writeFileSync(file, 'export const one = 1\n')
  base.git('-C', project, 'add', '--all')
  base.git('-C', project, 'commit', '--quiet', '-m', 'first')

  const env = { HOME: home, TMPDIR: home, PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: project, CLAUDECODE: '1' }
  const ask = way === 'cold' ? cold(env) : warm(env)
  const answers: string[] = []
  let at = Date.parse('2026-03-02T12:00:00Z')
  for (const one of events) answers.push(`${one.label}: ${withoutId(await ask(one, new Date((at += 1_000))))}`)
  return { answers, files: filesIn(project), audit: spoolIn(home).map(worthComparing) }
}

/** Each decision has an id of its own, and every reason names it. */
const withoutId = (answer: string): string =>
  answer.replaceAll(/holdpoint (why|allow) [a-z0-9]{6}(?=[)`])/g, 'holdpoint $1 ID')

const cold =
  (env: Readonly<Record<string, string | undefined>>): Ask =>
  async (asked, now) => {
    const { stdout, stderr, exitCode } = await dispatch([asked.name, '--from', 'user'], asked.input, {
      env: { ...env, ...asked.env },
      cwd: project,
      now: () => now,
    })
    return `${exitCode} ${stderr} ${stdout}`
  }

function warm(env: Readonly<Record<string, string | undefined>>): Ask {
  const sessions = openSessions(env)
  const clock = { now: new Date() }
  const judge = openJudge(sessions, {
    now: () => clock.now,
    registry: builtIn,
    build: BUILD,
    kept: new Map(),
    pluginRoot: () => '/',
  })
  return async (asked, now) => {
    clock.now = now
    // As a client does: the environment comes with the first event of a session, or when the daemon asks for it.
    const request = { event: asked.name, scope: 'user', body: JSON.stringify(asked.input) }
    const without = asked.name === 'SessionStart' ? { declined: UNKNOWN_SESSION } : await judge(request)
    const isUnknown = 'declined' in without && without.declined === UNKNOWN_SESSION
    const surroundings = { cwd: project, env: { ...env, ...asked.env } }
    const judged = isUnknown ? await judge({ ...request, surroundings }) : without
    if ('declined' in judged) throw new Error(`${asked.label}: ${judged.declined}`)
    judged.after()
    return `${judged.exitCode} ${judged.stderr} ${judged.stdout}`
  }
}

const worthComparing = (line: Json | object): unknown => {
  const { event: name, decision, hooks, error } = line as Readonly<Record<string, unknown>>
  return { name, decision, error, hooks: (hooks as readonly Json[]).map(({ ms: _, ...rest }) => rest) }
}

/** Every file of the project with its rights and its content. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/') && name !== '.git')
    .toSorted()
    .map((name) => {
      const stat = statSync(join(folder, name))
      return `${name} ${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(join(folder, name), 'utf8') : ''}`
    })

describe.each(['recommended', 'all'])('with the preset %s', (preset) => {
  const config = `presets: [${preset}]\n`
  it.each([
    ['every event of the host', [start, ...fixtures]],
    ['a day of one session', day],
    ['commands of every kind', [start, ...corpus]],
  ])(
    '%s: the daemon says what a process of its own says, and leaves the same behind',
    async (_, events) => {
      const one = await play(config, events, 'cold')
      const other = await play(config, events, 'warm')
      expect(other.answers).toEqual(one.answers)
      expect(other.files).toEqual(one.files)
      expect(other.audit).toEqual(one.audit)
      expect(one.audit.length).toBeGreaterThan(10)
    },
    240_000,
  )
})
