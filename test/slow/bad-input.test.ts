import { BUILD } from '../../packages/runtime/src/build.ts'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { openJudge } from '../../packages/runtime/src/daemon/judge.ts'
import { openSessions } from '../../packages/runtime/src/daemon/sessions.ts'
import { builtIn } from '../../packages/packs/src/registry.ts'
import { aSandbox, type Sandbox } from '../process/support/sandbox.ts'

/** The same attack in every form that reaches us: the verdict may not depend on it. Nothing here is run. */

type Json = Readonly<Record<string, unknown>>

const ATTACKS: readonly (readonly [tool: string, input: (sandbox: Sandbox) => Json, decision: string])[] = [
  ['Bash', () => ({ command: 'rm -rf ~' }), 'deny'],
  ['Bash', () => ({ command: `echo 'rm -rf ~' | head -1 | sh` }), 'deny'],
  ['Bash', () => ({ command: 'cat .env' }), 'deny'],
  ['Bash', () => ({ command: 'echo {} > .claude/settings.json' }), 'deny'],
  ['Read', ({ project }) => ({ file_path: `${project}/.env` }), 'deny'],
  ['Write', ({ home }) => ({ file_path: `${home}/.claude/settings.json `, content: '{}' }), 'deny'],
  ['Write', ({ project }) => ({ file_path: `${project}/.git/hooks/pre-commit`, content: 'x' }), 'ask'],
  ['MultiEdit', ({ project }) => ({ file_path: `${project}/.claude/settings.json`, edits: [] }), 'deny'],
  ['MultiEdit', ({ project }) => ({ file_path: `${project}/.mcp.json`, edits: [] }), 'ask'],
  ['NotebookEdit', ({ project }) => ({ notebook_path: `${project}/holdpoint.yml`, new_source: '' }), 'deny'],
  ['mcp__shell__run', () => ({ cmd: ['rm', '-rf', '/'] }), 'deny'],
  ['mcp__fs__write_file', ({ home }) => ({ path: `${home}/.claude/settings.json`, content: '{}' }), 'deny'],
]

/** Becomes bytes that are no UTF-8. */
const BROKEN = '@@broken@@'
const PADDING = 'x'.repeat(200_000)

const padded = (input: Json, text: string): Json =>
  typeof input['command'] === 'string'
    ? { ...input, command: `${input['command']} # ${text}` }
    : { ...input, description: text }

const FORMS: Readonly<Record<string, (payload: Json, input: Json) => Json>> = {
  'as it is': (payload, input) => ({ ...payload, tool_input: input }),
  'of a sub-agent': (payload, input) => ({
    ...payload,
    tool_input: input,
    agent_id: 'a1',
    agent_type: 'general-purpose',
  }),
  'with 200 KB of padding': (payload, input) => ({ ...payload, tool_input: padded(input, PADDING) }),
}

const bytesOf = (payload: Json): Uint8Array => {
  const [head = '', ...rest] = JSON.stringify(payload).split(BROKEN)
  return Buffer.concat([
    Buffer.from(head),
    ...rest.flatMap((part) => [Buffer.from([0xff, 0xc3, 0x28]), Buffer.from(part)]),
  ])
}

const decisionIn = (stdout: string): unknown =>
  stdout.trim() === ''
    ? 'pass'
    : (JSON.parse(stdout) as { hookSpecificOutput?: Json }).hookSpecificOutput?.['permissionDecision']

const env = ({ home, project }: Sandbox): Record<string, string | undefined> => ({
  HOME: home,
  PATH: process.env['PATH'],
  CLAUDE_PROJECT_DIR: project,
})

function warm(sandbox: Sandbox): (body: string) => Promise<unknown> {
  const sessions = openSessions(env(sandbox))
  sessions.attach({
    session: 's1',
    cwd: sandbox.project,
    env: { ...env(sandbox), CLAUDE_ENV_FILE: `${sandbox.home}/x` },
  })
  const judge = openJudge(sessions, {
    now: () => new Date(),
    registry: builtIn,
    build: BUILD,
    kept: new Map(),
    pluginRoot: () => '/',
  })
  return async (body) => {
    const judged = await judge({ event: 'PreToolUse', scope: 'user', body })
    if ('declined' in judged) throw new Error(judged.declined)
    judged.after()
    return decisionIn(judged.stdout)
  }
}

describe.each(Object.keys(FORMS))('%s', (form) => {
  it('every attack gets the same verdict from the daemon, from the library and from a process', async () => {
    const sandbox = aSandbox('presets: [recommended]\n')
    const byDaemon = warm(sandbox)
    for (const [tool, input, decision] of ATTACKS) {
      const base = { session_id: 's1', cwd: sandbox.project, hook_event_name: 'PreToolUse', tool_name: tool }
      const bytes = bytesOf(FORMS[form]?.(base, input(sandbox)) ?? {})
      const text = new TextDecoder().decode(bytes)
      const library = await dispatch(['PreToolUse', '--from', 'user'], JSON.parse(text) as Json, {
        env: env(sandbox),
        cwd: sandbox.project,
      })
      const cold = await sandbox.hookProcess(['PreToolUse', '--from', 'user'], bytes)
      expect(
        { tool, daemon: await byDaemon(text), library: decisionIn(library.stdout), process: decisionIn(cold.stdout) },
        JSON.stringify(input(sandbox)),
      ).toEqual({ tool, daemon: decision, library: decision, process: decision })
    }
  }, 120_000)
})

it('bytes that are no UTF-8: the daemon leaves them to a process, which asks', async () => {
  const sandbox = aSandbox('presets: [recommended]\n')
  const byDaemon = warm(sandbox)
  for (const [tool, input] of ATTACKS) {
    const base = { session_id: 's1', cwd: sandbox.project, hook_event_name: 'PreToolUse', tool_name: tool }
    const bytes = bytesOf({ ...base, tool_input: padded(input(sandbox), BROKEN) })
    await expect(byDaemon(new TextDecoder().decode(bytes))).rejects.toThrow('it is not UTF-8')
    expect(decisionIn((await sandbox.hookProcess(['PreToolUse', '--from', 'user'], bytes)).stdout), tool).toBe('ask')
  }
}, 120_000)
