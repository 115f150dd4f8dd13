import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AGENTS } from '../harness/agents/agents.ts'
import { runAgent } from '../harness/run-agent.ts'
import { auditOf, holdpoint, inSandbox, linkProgram } from '../harness/site.ts'

/** Copilot also runs the entries of Claude Code in a project: each call is answered once, in Copilot's form. */
describe.each(AGENTS.filter(({ id }) => id === 'copilot').map((agent) => [agent.id, agent] as const))(
  '%s',
  (_, agent) => {
    it.each([
      ['both installs', ['claude-code', 'copilot']],
      ['the install of Claude Code alone', ['claude-code']],
    ])('answers a call once with %s', (_what, hosts) =>
      inSandbox({}, async (sandbox) => {
        agent.prepare(sandbox)
        linkProgram(sandbox)
        // Without a daemon, which on a busy machine may record a call whose client has given up on it.
        const words = ['--scope', 'project', '--client', 'node', '--host', ...hosts]
        expect(holdpoint(sandbox, 'init', ...words).status).toBe(0)
        expect(readFileSync(join(sandbox.project, '.claude/settings.json'), 'utf8')).not.toContain('"matcher": ""')
        const run = await runAgent(agent, sandbox, {
          script: {
            turns: [agent.shell('touch ran.txt; git reset --hard'), agent.shell('echo fine > fine.txt'), 'Done'],
          },
        })
        expect({ turns: run.turns, ran: run.read('ran.txt'), fine: run.read('fine.txt') }).toEqual({
          turns: 3,
          ran: undefined,
          fine: 'fine\n',
        })
        const lines = auditOf(sandbox) as readonly { event: string; decision: string; host?: string }[]
        const calls = lines.filter(({ event }) => event === 'PreToolUse')
        expect(calls.map(({ host, decision }) => [host, decision])).toEqual([
          ['copilot', 'deny'],
          ['copilot', 'pass'],
        ])
      }),
    )
  },
)
