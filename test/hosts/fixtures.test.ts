import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '../../packages/engine/src/event.ts'
import type { Verdict } from '../../packages/engine/src/verdict.ts'
import { degrade } from '../../packages/engine/src/run/degrade.ts'
import { loadHost } from '../../packages/hosts/src/hosts.ts'
import { patchedFiles } from '../../packages/hosts/src/shared/patch.ts'

/** What real agents sent, decoded; and the answers that they obey. */

const folder = join(import.meta.dirname, '../fixtures')
const payloadOf = (host: string, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, host, `${name}.json`), 'utf8')) as Record<string, unknown>

async function decode(host: string, payload: Record<string, unknown>, name: string): Promise<AgentEvent> {
  return (await loadHost(host)).decode(payload, {
    // Cline names the event only by the file that it starts.
    eventName: host === 'cline' ? name : undefined,
    env: {},
    cwd: '/elsewhere',
    now: new Date(0),
    id: 'e1',
    findRoot: (_, cwd) => cwd,
    lastAssistantText: () => undefined,
  })
}

const HOSTS = ['codex', 'gemini', 'copilot', 'cursor', 'cline', 'qwen', 'droid', 'kimi']
const all = HOSTS.flatMap((host) =>
  readdirSync(join(folder, host)).flatMap((file) => (file.startsWith('_') ? [] : [[host, file.replace('.json', '')]])),
)

describe('fixtures of real agents', () => {
  it.each(all as [string, string][])('%s %s is decoded', async (host, name) => {
    const event = await decode(host, payloadOf(host, name), name)
    expect(event).toMatchObject({ host, name: name.split('.')[0], cwd: '/project' })
    expect(event.session).toMatch(/^(?:(?:session_)?[0-9a-f-]{36}|conv[\w-]+)$/)
    if ('tool' in event) expect((await loadHost(host)).unreadable(event)).toBeUndefined()
  })

  it.each<[string, string, object]>([
    ['codex', 'PreToolUse.Bash', { kind: 'tool.before', tool: { kind: 'shell', command: 'echo hi > made.txt' } }],
    [
      'codex',
      'PreToolUse.apply_patch',
      { tool: { kind: 'edit', files: [{ path: '/project/new.txt', op: 'write', content: 'hello\n' }] } },
    ],
    ['codex', 'PreToolUse.Bash.in-subagent', { agent: { type: 'default' } }],
    ['codex', 'UserPromptSubmit.in-subagent', { fromUser: false }],
    ['gemini', 'BeforeTool.run_shell_command', { tool: { kind: 'shell', command: 'touch made.txt' } }],
    [
      'gemini',
      'BeforeTool.replace',
      { tool: { files: [{ path: '/project/a.txt', replacements: [{ from: 'hello', to: 'world', all: false }] }] } },
    ],
    ['copilot', 'PreToolUse.Write', { tool: { files: [{ path: '/project/new.txt', op: 'write', content: 'hello' }] } }],
    [
      'copilot',
      'PreToolUse.Edit',
      { tool: { files: [{ path: '/project/a.txt', replacements: [{ from: 'hello', to: 'world', all: false }] }] } },
    ],
    ['copilot', 'Stop.in-subagent', { kind: 'agent.stop' }],
    ['cursor', 'preToolUse.Shell', { session: 'conv-1', tool: { kind: 'shell', command: 'touch m01_deny' } }],
    ['cursor', 'sessionStart', { kind: 'session.start', session: 'conv-1', source: 'startup' }],
    ['cursor', 'stop', { kind: 'turn.stop', alreadyBlocked: false }],
    ['cline', 'PreToolUse', { kind: 'tool.before', tool: { kind: 'shell', command: 'touch m06_text' } }],
    ['cline', 'PostToolUse', { kind: 'tool.after', tool: { callId: 'call_1_0' } }],
    ['cline', 'TaskStart', { kind: 'session.start', source: 'startup' }],
    ['cline', 'TaskComplete', { kind: 'turn.stop' }],
    [
      'qwen',
      'PreToolUse.run_shell_command',
      { tool: { kind: 'shell', command: 'touch made.txt', callId: expect.any(String) } },
    ],
    ['qwen', 'PreToolUse.run_shell_command.in-subagent', { agent: { id: 'general-purpose-call_1_0' } }],
    [
      'qwen',
      'PreToolUse.write_file',
      { tool: { files: [{ path: '/project/new.txt', op: 'write', content: 'hello' }] } },
    ],
    ['qwen', 'Stop.active', { kind: 'turn.stop', alreadyBlocked: true, text: 'second end' }],
    ['droid', 'PreToolUse.Execute', { tool: { kind: 'shell', command: 'touch m01_deny; echo out_m01_deny' } }],
    ['droid', 'PreToolUse.Create', { tool: { files: [{ path: '/project/new2.txt', op: 'write', content: 'hello' }] } }],
    [
      'droid',
      'PreToolUse.Edit',
      { tool: { files: [{ path: '/project/new2.txt', replacements: [{ from: 'hello', to: 'bye', all: false }] }] } },
    ],
    ['droid', 'PreToolUse.Task', { tool: { kind: 'agent' } }],
    ['kimi', 'PreToolUse.Bash', { tool: { kind: 'shell', command: 'touch a.txt', callId: 'call_1' } }],
    ['kimi', 'PreToolUse.Write', { tool: { files: [{ path: '/project/new.txt', op: 'write', content: 'hello' }] } }],
    ['kimi', 'UserPromptSubmit', { prompt: 'Go', fromUser: true }],
    ['kimi', 'SubagentStop', { kind: 'agent.stop', agent: { type: 'coder' } }],
    ['kimi', 'PostToolUseFailure', { failed: true, output: { message: 'POLICY-R1' } }],
    ['droid', 'UserPromptSubmit', { prompt: 'Go on', fromUser: true }],
  ])('%s %s says what happens', async (host, name, expected) => {
    expect(await decode(host, payloadOf(host, name), name)).toMatchObject(expected)
  })

  it.each<[string, string, Verdict, object | undefined]>([
    [
      'codex',
      'PreToolUse.Bash',
      { decision: 'ask', reason: 'r' },
      {
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' },
      },
    ],
    [
      'codex',
      'PreToolUse.Bash',
      { decision: 'pass', rewrite: { command: 'x' } },
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { command: 'x' },
        },
      },
    ],
    ['codex', 'PreToolUse.Bash', { decision: 'allow', reason: 'r' }, undefined],
    ['codex', 'Stop', { decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ['gemini', 'BeforeTool.run_shell_command', { decision: 'deny', reason: 'r' }, { decision: 'deny', reason: 'r' }],
    [
      'gemini',
      'BeforeTool.run_shell_command',
      { decision: 'pass', rewrite: { command: 'x' } },
      { hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: 'x' } } },
    ],
    [
      'copilot',
      'PreToolUse.Bash',
      { decision: 'ask', reason: 'r' },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: 'r' } },
    ],
    ['copilot', 'SessionStart', { decision: 'pass', context: 'c' }, { additionalContext: 'c' }],
    ['cursor', 'preToolUse.Shell', { decision: 'pass' }, { permission: 'allow' }],
    [
      'cursor',
      'preToolUse.Shell',
      { decision: 'ask', reason: 'r' },
      { permission: 'deny', user_message: 'r', agent_message: 'r' },
    ],
    [
      'cursor',
      'preToolUse.Shell',
      { decision: 'pass', rewrite: { command: 'x' } },
      { permission: 'allow', updated_input: { command: 'x' } },
    ],
    ['cursor', 'beforeSubmitPrompt', { decision: 'block', reason: 'r' }, { continue: false, user_message: 'r' }],
    ['cursor', 'stop', { decision: 'block', reason: 'r' }, { followup_message: 'r' }],
    ['cursor', 'stop', { decision: 'pass' }, {}],
    ['cline', 'PreToolUse', { decision: 'ask', reason: 'r' }, { cancel: true, errorMessage: 'r' }],
    ['cline', 'PreToolUse', { decision: 'pass', context: 'c' }, { contextModification: 'c' }],
    ['cline', 'TaskStart', { decision: 'pass', context: 'c' }, undefined],
    ...(['ask', 'deny'] as const).map((decision): [string, string, Verdict, object] => [
      'qwen',
      'PreToolUse.run_shell_command',
      { decision, reason: 'r' },
      {
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' },
      },
    ]),
    ['qwen', 'UserPromptSubmit', { decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ['qwen', 'SubagentStop', { decision: 'block', reason: 'r' }, undefined],
    [
      'droid',
      'PreToolUse.Execute',
      { decision: 'ask', reason: 'r' },
      {
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' },
      },
    ],
    [
      'droid',
      'PreToolUse.Execute',
      { decision: 'pass', rewrite: { command: 'x' } },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'x' } } },
    ],
    ['droid', 'UserPromptSubmit', { decision: 'block', reason: 'r' }, { continue: false, stopReason: 'r' }],
    ['droid', 'Stop', { decision: 'block', reason: 'r' }, { decision: 'block', reason: 'r' }],
    ...(
      [
        ['PreToolUse.Bash', 'ask'],
        ['UserPromptSubmit', 'block'],
        ['Stop', 'block'],
      ] as const
    ).map(([name, decision]): [string, string, Verdict, object] => [
      'kimi',
      name,
      { decision, reason: 'r', notice: 'n' },
      {
        hookSpecificOutput: {
          hookEventName: name.split('.')[0],
          permissionDecision: 'deny',
          permissionDecisionReason: 'r',
        },
      },
    ]),
    ['kimi', 'UserPromptSubmit', { decision: 'pass', context: 'c', notice: 'n' }, { message: 'c' }],
    ['kimi', 'UserPromptSubmit', { decision: 'pass', notice: 'n' }, undefined],
  ])('%s %s: an answer has only what the agent knows', async (host, name, verdict, expected) => {
    const loaded = await loadHost(host)
    const event = await decode(host, payloadOf(host, name), name)
    const { stdout, exitCode } = loaded.encode(event, degrade(verdict, loaded.powers(event.name), event.kind).verdict)
    expect([stdout === '' ? undefined : JSON.parse(stdout), exitCode]).toEqual([expected, 0])
  })
})

describe('commands of Cline', () => {
  const command = async (input: unknown): Promise<unknown> => {
    const event = await decode('cline', { tool_call: { name: 'run_commands', input } }, 'PreToolUse')
    const unread = (await loadHost('cline')).unreadable(event)
    return 'tool' in event ? (event.tool.command ?? unread) : undefined
  }

  it.each<[unknown, string]>([
    [{ commands: ['a', 'cd b && c'] }, '(a\n)\n(cd b && c\n)'],
    [{ commands: [{ command: 'rm', args: ['-rf', "it's"] }] }, String.raw`'rm' '-rf' 'it'\''s'`],
    [{ commands: 'a' }, 'a'],
    [{ commands: { command: 'ls' } }, "'ls'"],
    [{ command: 'a' }, 'a'],
    [{ cmd: 'a' }, 'a'],
    [{ commands: ['a', 7] }, 'its commands cannot be read'],
    [{ commands: [] }, 'its commands cannot be read'],
    [{ commands: [{ command: 'a', args: [1] }] }, 'its commands cannot be read'],
    [{}, 'its commands cannot be read'],
    ['rm -rf x', 'its input is not an object'],
    [['rm -rf x'], 'its input is not an object'],
  ])('%j', async (input, expected) => expect(await command(input)).toBe(expected))

  it.each<[unknown, readonly string[]]>([
    [{ files: [{ path: '/a' }, '/b'] }, ['/a', '/b']],
    [{ file_paths: ['/a'] }, ['/a']],
    [{ path: '/a', start_line: 1 }, ['/a']],
  ])('reads %j', async (input, expected) => {
    const event = await decode('cline', { tool_call: { name: 'read_files', input } }, 'PreToolUse')
    expect('tool' in event && event.tool.files.map(({ path }) => path)).toEqual(expected)
  })
})

it('Qwen reports each round of tool calls as a prompt of nobody', async () => {
  const payload = { ...payloadOf('qwen', 'UserPromptSubmit'), prompt: '' }
  expect(await decode('qwen', payload, 'UserPromptSubmit')).toMatchObject({ kind: 'prompt.submit', fromUser: false })
})

describe('a patch', () => {
  const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

  it('names every file', () => {
    const text = patch(
      '*** Add File: a',
      '+x',
      '*** Update File: b',
      '*** Move to: c',
      '@@',
      '-o',
      '+n',
      '*** Delete File: /d',
    )
    expect(patchedFiles(text, '/p')?.map(({ op, path }) => `${op} ${path}`)).toEqual([
      'write /p/a',
      'delete /p/b',
      'edit /p/c',
      'delete /d',
    ])
  })

  it('has the lines of each hunk', () => {
    const text = patch('*** Update File: b', '@@ f', ' same', '-old', '+new', '@@', '-x', '*** End of File')
    expect(patchedFiles(text, '/p')?.[0]?.replacements).toEqual([
      { from: 'same\nold', to: 'same\nnew', all: false },
      { from: 'x', to: '', all: false },
    ])
  })

  it.each(['', 'rm -rf x', '*** Begin Patch\n*** End Patch', patch('+no file'), '*** Begin Patch\n*** Add File: a'])(
    'that cannot be read names none: %j',
    (text) => expect(patchedFiles(text, '/p')).toBeUndefined(),
  )
})
