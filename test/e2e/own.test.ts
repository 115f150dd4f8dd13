import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { llmServer, type ReceivedCall } from '../process/support/llm-servers.ts'
import { messageText } from './harness/conversation.ts'
import { runClaude, VERSIONS } from './harness/run.ts'
import type { Sandbox } from './harness/sandbox.ts'
import { auditOf, holdpoint, inSandbox, linkProgram } from './harness/site.ts'

/** Hooks of a user's own, of every kind, as the agent meets them: the real CLI, the shipped program. */

const FREE = ['--permission-mode', 'bypassPermissions']
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })

function succeeds(sandbox: Sandbox, ...args: readonly string[]): string {
  const { status, stdout, stderr } = holdpoint(sandbox, ...args)
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' })
  return stdout
}

/** As a user would: install, look at the hooks, trust them. */
function prepare(sandbox: Sandbox): void {
  succeeds(sandbox, 'init', '--scope', 'local', '--preset', 'recommended')
  succeeds(sandbox, 'trust', '--yes')
}

const refusals = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ hooks }) =>
    hooks.filter(({ decision }) => decision === 'deny' || decision === 'block').map(({ id }) => id),
  )

const RULE = `rules:
  no-yarn:
    when: { runs: yarn }
    then: deny
    message: This repository uses pnpm. Run \`pnpm install\` instead.
`

const THIRD_PARTY = `#!/bin/sh
input=$(cat)
echo "$input" >> "$CLAUDE_PROJECT_DIR/seen.jsonl"
case $input in *forbidden*) echo 'The linter of the team says no.' >&2; exit 2 ;; esac
`

const SETTINGS = `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/tools/lint.sh", "timeout": 5 }] }
    ]
  }
}
`

const ASYNC = `own:
  slow-check:
    on: PostToolUse
    matcher: Write
    async: true
    command: ./tools/check.sh
`

const JUDGE = (baseUrl: string): string => `own:
  finished:
    on: Stop
    type: prompt
    model: anthropic/scripted
    base_url: ${baseUrl}
    prompt: Were the tests run? $ARGUMENTS
`

describe.each(VERSIONS)('own hooks in Claude Code %s', (version) => {
  it('a rule of three lines denies, and the model learns what to do instead', () =>
    inSandbox({ 'holdpoint.yml': RULE, 'build.sh': '#!/bin/sh\nyarn build\n' }, async (sandbox) => {
      prepare(sandbox)
      const turns = [
        bash('cd . && yarn install > ran.txt'),
        bash('./build.sh > ran.txt'),
        bash('echo fine > fine.txt'),
        'Done',
      ]
      const run = await runClaude(sandbox, { version, args: FREE, script: { turns } })
      expect(refusals(sandbox)).toEqual(['rules/no-yarn', 'rules/no-yarn'])
      expect(run.told).toContain('This repository uses pnpm. Run `pnpm install` instead.')
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.read('fine.txt')).toBe('fine\n')
    }))

  it('a hook that somebody else wrote works as before when it is adopted', () =>
    inSandbox({ '.claude/settings.json': SETTINGS, 'tools/lint.sh': THIRD_PARTY }, async (sandbox) => {
      const settings = (): string => readFileSync(join(sandbox.project, '.claude/settings.json'), 'utf8')
      linkProgram(sandbox)
      succeeds(sandbox, 'adopt', '--scope', 'project')
      expect(settings()).not.toContain('tools/lint.sh')
      const turns = [bash('echo forbidden > ran.txt'), bash('echo fine > fine.txt'), 'Done']
      const run = await runClaude(sandbox, { version, args: FREE, script: { turns } })
      expect(refusals(sandbox)).toEqual(['own/lint'])
      expect(run.told).toContain('The linter of the team says no.')
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.read('fine.txt')).toBe('fine\n')
      // It is called once for each command, with what the agent says.
      const seen = (run.read('seen.jsonl') ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      expect(seen.map(({ tool_input: input }) => (input as Record<string, unknown>)['command'])).toEqual([
        'echo forbidden > ran.txt',
        'echo fine > fine.txt',
      ])

      succeeds(sandbox, 'adopt', '--scope', 'project', '--undo')
      expect(settings()).toBe(SETTINGS)
    }))

  it('what an async hook finds reaches the model a turn later', () => {
    const check = `#!/bin/sh
sleep 1
touch checked.txt
echo '{"additionalContext": "The slow check found 2 problems.", "systemMessage": "slow check: 2 problems"}'
`
    return inSandbox({ 'holdpoint.yml': ASYNC, 'tools/check.sh': check }, async (sandbox) => {
      prepare(sandbox)
      const run = await runClaude(sandbox, {
        version,
        args: FREE,
        prompt: ['First', 'Then'],
        script: {
          turns: [
            { tool: 'Write', input: { file_path: join(sandbox.project, 'a.txt'), content: 'a' } },
            bash('until [ -e checked.txt ]; do sleep 0.1; done; sleep 2'),
            'Written',
            'Understood',
          ],
        },
      })
      const told = run.requests.map(({ messages }) => messages.map(messageText).join('\n'))
      const last = told.at(-1) ?? ''
      expect(told.length).toBe(4)
      expect(told.slice(0, 3).join('\n')).not.toContain('The slow check found 2 problems.')
      expect(last).toContain('The slow check found 2 problems.')
      expect(refusals(sandbox)).toEqual([])
    })
  })

  it('a question to a model keeps the agent from stopping, until it is answered with yes', async () => {
    const server = await llmServer('anthropic', ({ body }: ReceivedCall) => {
      const [, code = ''] = /\\"code\\": \\"(\w+)\\"/.exec(body) ?? []
      const ok = !body.includes('It should work')
      const reason = ok ? '' : 'The tests were not run. Run them with `npm test`.'
      return { say: `\`\`\`json\n${JSON.stringify({ code, ok, reason })}\n\`\`\`` }
    })
    try {
      await inSandbox({ 'holdpoint.yml': JUDGE(server.baseUrl) }, async (sandbox) => {
        // Nothing is sent to a provider that the user has not named.
        const config = join(sandbox.home, '.config/holdpoint')
        mkdirSync(config, { recursive: true })
        writeFileSync(join(config, 'holdpoint.yml'), 'llm: { providers: [anthropic] }\n')
        prepare(sandbox)
        const turns = ['It should work', bash('echo tested > tested.txt'), 'All tests pass']
        const run = await runClaude(sandbox, { version, args: FREE, script: { turns } })
        expect(new Set(refusals(sandbox))).toEqual(new Set(['own/finished']))
        expect(run.told).toContain('The tests were not run. Run them with `npm test`.')
        expect(run.read('tested.txt')).toBe('tested\n')
        expect(server.calls.at(-1)?.body).toContain('All tests pass')
        expect(run.exitCode).toBe(0)
      })
    } finally {
      await server.close()
    }
  })
})
