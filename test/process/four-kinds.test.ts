import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dispatch } from '../../packages/runtime/src/dispatch.ts'
import { unsigned } from '../../packages/engine/src/lib/signature.ts'
import { llmServer, type Behaviour, type ReceivedCall } from './support/llm-servers.ts'
import { startNode } from './support/process.ts'
import { aSandbox, HOLDPOINT, type HookAnswer, type Sandbox } from './support/sandbox.ts'

/** One policy in four languages: a rule, a module, a program, and a question to a model. All say the same. */

const MESSAGE = 'A deployment names its ticket. Run `deploy <where> --ticket ABC-123`.'

type Files = Readonly<Record<string, string>>

const RULE: Files = {
  'holdpoint.yml': `presets: []
rules:
  ticket:
    when: { runs: deploy }
    unless: { command: { matches: '[A-Z]+-[0-9]+' } }
    then: deny
    message: ${MESSAGE}
`,
}

const MODULE: Files = {
  'holdpoint.yml': 'presets: []\n',
  '.holdpoint/hooks/ticket.ts': `import { defineHook } from 'holdpoint'

const TICKET: RegExp = /[A-Z]+-[0-9]+/

export default defineHook({
  meta: { on: ['tool.before'], tools: ['shell'], messages: { ticket: ${JSON.stringify(MESSAGE)} } },
  async run({ event, services, deny, pass }) {
    const { runs } = await services.effects(event)
    const deploys = runs.some(({ program }) => program === 'deploy')
    return deploys && !TICKET.test(event.tool.command ?? '') ? deny('ticket') : pass
  },
})
`,
}

const COMMAND: Files = {
  'holdpoint.yml': `presets: []
own:
  ticket: { on: PreToolUse, matcher: Bash, command: sh scripts/ticket.sh }
`,
  'scripts/ticket.sh': `command=$(sed -n 's/.*"command":"\\([^"]*\\)".*/\\1/p')
echo "$command" | grep -Eq '(^|[;&|] *|[A-Z]+=[^ ]* )deploy( |$)' || exit 0
echo "$command" | grep -Eq '[A-Z]+-[0-9]+' && exit 0
echo '${MESSAGE}' >&2
exit 2
`,
}

const question = (baseUrl: string): Files => ({
  'holdpoint.yml': `presets: []
own:
  ticket:
    on: PreToolUse
    matcher: Bash
    type: prompt
    model: anthropic/scripted
    base_url: ${baseUrl}
    prompt: Is this a deployment that names no ticket? $ARGUMENTS
`,
})

/** A model that has understood the question. It reads what it is given, like any other. */
function scripted({ body }: ReceivedCall): Behaviour {
  const { messages } = JSON.parse(body) as { messages: readonly { content: string | readonly { text: string }[] }[] }
  const [message] = messages
  const text =
    typeof message?.content === 'string' ? message.content : (message?.content ?? []).map((part) => part.text).join('')
  const [, data = '{}'] = /BEGIN DATA \w+\n([\s\S]*?)\nEND DATA/.exec(text) ?? []
  const [, code = ''] = /"code": "(\w+)"/.exec(text) ?? []
  const { tool_input: input } = JSON.parse(data) as { tool_input?: { command?: string } }
  const command = input?.command ?? ''
  const ok = !/(?:^|[;&|] *|[A-Z]+=\S* )deploy(?: |$)/.test(command) || /[A-Z]+-[0-9]+/.test(command)
  return { say: JSON.stringify({ code, ok, reason: ok ? '' : MESSAGE }) }
}

const EVENTS: readonly (readonly [event: string, payload: object, isRefused: boolean])[] = [
  ['a deployment', bash('deploy production'), true],
  ['one without a word', bash('deploy'), true],
  ['one in a folder', bash('cd app && deploy staging'), true],
  ['one with a variable', bash('DEBUG=1 deploy staging'), true],
  ['one after something else', bash('make; deploy staging'), true],
  ['one with a ticket', bash('deploy production --ticket ABC-123'), false],
  ['one with a ticket elsewhere', bash('cd app && TICKET=OPS-7 deploy production'), false],
  ['another program', bash('deployment-status'), false],
  ['words about it', bash('echo deploy'), false],
  ['an argument of that name', bash('ls deploy'), false],
  ['nothing of the kind', bash('npm test'), false],
  [
    'a file of that name',
    { tool_name: 'Write', tool_input: { file_path: 'deploy', content: 'deploy production' } },
    false,
  ],
  ['reading', { tool_name: 'Read', tool_input: { file_path: 'deploy' } }, false],
]

function bash(command: string): object {
  return { tool_name: 'Bash', tool_input: { command } }
}

async function aProject(files: Files): Promise<Sandbox> {
  const sandbox = aSandbox(files['holdpoint.yml'])
  sandbox.write(files)
  mkdirSync(join(sandbox.home, '.config/holdpoint'), { recursive: true })
  writeFileSync(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), 'llm: { providers: [anthropic] }\n')
  const trusted = await startNode(HOLDPOINT, ['trust', '--yes'], { cwd: sandbox.project, env: sandbox.env }).ended
  expect(trusted.code).toBe(0)
  return sandbox
}

type Ask = (sandbox: Sandbox, payload: object) => Promise<Pick<HookAnswer, 'json' | 'code'>>

const byProcess: Ask = (sandbox, payload) => sandbox.hook('PreToolUse', { ...payload })

/** What is needed to ask a model takes long to load; here it is loaded once for all events. */
const inProcess: Ask = async ({ project, env }, payload) => {
  const sent = { session_id: 's1', cwd: project, ...payload }
  const { stdout, exitCode } = await dispatch(['PreToolUse'], sent, {
    cwd: project,
    env: { PATH: process.env['PATH'], ...env },
  })
  return { json: stdout === '' ? {} : (JSON.parse(unsigned(stdout)) as HookAnswer['json']), code: exitCode }
}

/** What each event came to, and what the agent is told. */
async function verdicts(files: Files, id: string, ask: Ask): Promise<readonly unknown[]> {
  const sandbox = await aProject(files)
  const found: unknown[] = []
  for (const [event, payload] of EVENTS) {
    const { json, code } = await ask(sandbox, payload)
    const specific = (json['hookSpecificOutput'] ?? {}) as Readonly<Record<string, unknown>>
    found.push([event, code, specific['permissionDecision'] ?? 'pass', specific['permissionDecisionReason'] ?? ''])
  }
  // It was this hook, and it did not fail.
  const audited = sandbox.spool().flatMap(({ hooks }) => hooks.filter((hook) => hook['id'] === id))
  expect(audited.filter(({ decision }) => decision === 'deny')).toHaveLength(refused.length)
  expect(audited.filter(({ failure }) => failure !== undefined)).toEqual([])
  return found
}

const refused = EVENTS.filter(([, , isRefused]) => isRefused)
const expected = EVENTS.map(([event, , isRefused]) => [event, 0, isRefused ? 'deny' : 'pass', isRefused ? MESSAGE : ''])

describe('the same policy', () => {
  it.each([
    ['a rule', RULE, 'rules/ticket'],
    ['a TypeScript module', MODULE, 'own/ticket'],
    ['a shell command', COMMAND, 'own/ticket'],
  ] as const)('as %s', async (_, files, id) => {
    expect(await verdicts(files, id, byProcess)).toEqual(expected)
  })

  it('as a question to a model', async () => {
    const server = await llmServer('anthropic', scripted)
    try {
      expect(await verdicts(question(server.baseUrl), 'own/ticket', inProcess)).toEqual(expected)
      expect(server.calls.length).toBe(EVENTS.length - 2)
    } finally {
      await server.close()
    }
  })

  it('together each says it with its name, and no model is asked about what is refused already', async () => {
    const server = await llmServer('anthropic', scripted)
    try {
      const rules = RULE['holdpoint.yml'] ?? ''
      const sandbox = await aProject({
        ...MODULE,
        ...COMMAND,
        '.holdpoint/hooks/module.ts': MODULE['.holdpoint/hooks/ticket.ts'] ?? '',
        'holdpoint.yml': `${rules}own:
  command: { on: PreToolUse, matcher: Bash, command: sh scripts/ticket.sh }
  question: { on: PreToolUse, matcher: Bash, type: prompt, model: anthropic/scripted, base_url: '${server.baseUrl}', prompt: Is it? }
`,
      })
      await sandbox.hook('PreToolUse', { ...bash('deploy production') })
      const denied = sandbox.spool().flatMap(({ hooks }) => hooks.filter(({ decision }) => decision === 'deny'))
      expect(denied.map(({ id }) => String(id)).toSorted()).toEqual([
        'own/command',
        'own/module',
        'own/ticket',
        'rules/ticket',
      ])
      expect(server.calls).toEqual([])
    } finally {
      await server.close()
    }
  })
})
