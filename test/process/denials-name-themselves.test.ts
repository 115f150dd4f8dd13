import { dispatch, registryOf } from '../../packages/runtime/src/dispatch.ts'
import type { EventKind } from '../../packages/engine/src/event.ts'
import type { Hook } from '../../packages/engine/src/hook.ts'
import { fakeHook, NO_OTHERS } from './support/in-process.ts'
import { spoolIn } from './support/sandbox.ts'
import { aDirectory } from './support/temporary.ts'

type Json = Readonly<Record<string, unknown>>

const EXACT = { messages: { said: { exact: 'EXACT {text}' } } }
const says = (
  id: `${string}/${string}`,
  decision: 'deny' | 'ask' | 'block' | 'feedback' | 'allow',
  more: object = {},
) =>
  fakeHook(
    {
      id,
      on: ['tool.before', 'tool.after', 'turn.stop', 'prompt.submit', 'task.created', 'permission'] as EventKind[],
      ...more,
    },
    (context) => context[decision]('said', { text: 'No.' }),
  )

async function sent(hooks: readonly Hook[], words: readonly string[], input: Json = {}, config = '') {
  const [home, project] = [aDirectory().path, aDirectory()]
  if (config !== '') project.write({ 'holdpoint.yml': config })
  const answer = await dispatch(
    words,
    { session_id: 's1', cwd: project.path, tool_name: 'Bash', tool_input: { command: 'x' }, ...input },
    { env: { HOME: home }, cwd: project.path, registry: registryOf(hooks, NO_OTHERS) },
  )
  const [line] = spoolIn(home) as readonly unknown[] as readonly {
    readonly id: string
    readonly hooks: readonly Json[]
  }[]
  return { ...answer, line, short: line?.id.slice(-6) ?? '' }
}

const reasonIn = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string => {
  if (stdout === '') return stderr
  const said = JSON.parse(stdout) as { reason?: string; hookSpecificOutput?: Record<string, unknown> }
  const { permissionDecisionReason, decision } = said.hookSpecificOutput ?? {}
  const message = (decision as { message?: string } | undefined)?.message
  return (permissionDecisionReason as string | undefined) ?? message ?? said.reason ?? ''
}

const wayOut = (id = ''): string => `To allow this call once, the user runs \`holdpoint allow ${id}\` in a terminal.`

describe('a denial names its hook and the decision as the audit knows it', () => {
  it.each([
    ['a tool call that is denied', 'PreToolUse', 'deny'],
    ['one that is asked about', 'PreToolUse', 'ask'],
    ['a permission request', 'PermissionRequest', 'deny'],
    ['a stop', 'Stop', 'block'],
    ['a prompt', 'UserPromptSubmit', 'block'],
    ['a task, by exit code', 'TaskCreated', 'block'],
    ['feedback after the fact', 'PostToolUse', 'feedback'],
  ] as const)('%s', async (_, event, decision) => {
    const got = await sent([says('guard/x', decision)], [event])
    expect(got.short).toMatch(/^[a-z0-9]{6}$/)
    const said = `No. (guard/x, holdpoint why ${got.short})`
    expect(reasonIn(got)).toBe(event === 'PreToolUse' ? `${said}\n${wayOut(got.short)}` : said)
    expect(got.line?.hooks[0]).toMatchObject({ id: 'guard/x', reason: 'No.' })
  })

  it('an exact text keeps its text, and the ids follow on a new line', async () => {
    const got = await sent([says('guard/x', 'deny', EXACT)], ['PreToolUse'])
    expect(reasonIn(got)).toBe(`EXACT No.\n(guard/x, holdpoint why ${got.short})\n${wayOut(got.short)}`)
  })

  it('two hooks: each is named with what it said', async () => {
    const got = await sent([says('guard/x', 'deny'), says('planning/y', 'ask', EXACT)], ['PreToolUse'])
    expect(reasonIn(got)).toBe(
      `No. (guard/x, holdpoint why ${got.short})\nEXACT No.\n(planning/y, holdpoint why ${got.short})\n${wayOut(got.short)}`,
    )
  })

  it('a rule of the project is named by its own name', async () => {
    const rules = 'rules:\n  no-x:\n    when: { runs: x }\n    then: deny\n    message: Not x.\n'
    const got = await sent([], ['PreToolUse'], {}, rules)
    expect(reasonIn(got)).toBe(`Not x. (rules/no-x, holdpoint why ${got.short})\n${wayOut(got.short)}`)
  })

  it('an approval says nothing about itself', async () => {
    expect(reasonIn(await sent([says('guard/x', 'allow')], ['PreToolUse']))).toBe('No.')
  })

  it.each([
    ['hook run', ['run', 'guard/x']],
    ['hook run in the form of its document', ['run', 'guard/x', '--protocol', 'seed']],
    ['an event in the form of its document', ['PreToolUse', '--protocol', 'seed']],
  ])('%s prints the text alone', async (_, words) => {
    expect(reasonIn(await sent([says('guard/x', 'deny', EXACT)], words))).toBe('EXACT No.')
  })

  it('a failure of the engine itself names the decision', async () => {
    const broken: Hook = { ...says('guard/x', 'deny'), meta: { ...says('guard/x', 'deny').meta, onError: 'closed' } }
    const got = await sent([{ ...broken, run: () => Promise.reject(new Error('boom')) }], ['PreToolUse'])
    expect(reasonIn(got)).toContain(`(guard/x, holdpoint why ${got.short})`)
  })
})
