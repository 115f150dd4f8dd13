import { AGENTS } from '../harness/agents/agents.ts'
import { show } from '../harness/proofs.ts'
import { runAgent } from '../harness/run-agent.ts'
import { auditOf, inSandbox } from '../harness/site.ts'
import { installForUser } from './site.ts'

/** What an agent does with a call when Holdpoint cannot judge it. */

/** The program that starts a command is the one that judges: the daemon, or the process of the hook. */
const KILLER = `presets: [recommended]
own:
  killer:
    on: PreToolUse
    command: 'kill -9 $PPID'
`

const SLOW = `presets: [recommended]
own:
  sleeper:
    on: PreToolUse
    command: sleep 60
    timeout: 2
    on_error: closed
`

describe.each(AGENTS.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  const script = { turns: [agent.shell('touch unjudged.txt'), 'Done'] }

  it('denies a call whose judge was killed', (test) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, KILLER)
      const run = await runAgent(agent, sandbox, { script })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 2 })
      expect(run.read('unjudged.txt')).toBeUndefined()
      // Copilot tells the model only that a hook refused.
      expect(run.told).toMatch(/Holdpoint is installed but cannot run|hook exited with code 2/)
      show(test, { killed: 'denied' })
    }))

  it('denies a call whose hook is too slow, before the agent gives up on it', (test) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, SLOW)
      const run = await runAgent(agent, sandbox, { script })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 2 })
      expect(run.read('unjudged.txt')).toBeUndefined()
      const failures = auditOf(sandbox).flatMap(({ hooks }) => hooks.map(({ failure }) => failure ?? ''))
      expect(failures.some((failure) => failure.startsWith('timeout'))).toBe(true)
      show(test, { slow: 'denied' })
    }))
})
