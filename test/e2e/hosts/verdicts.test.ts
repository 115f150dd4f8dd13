import { join } from 'node:path'
import { factsOf, loadHost } from '../../../packages/hosts/src/hosts.ts'
import { AGENTS } from '../harness/agents/agents.ts'
import { show } from '../harness/proofs.ts'
import { runAgent } from '../harness/run-agent.ts'
import { auditOf, holdpoint, inSandbox } from '../harness/site.ts'
import { denials, installForUser, POLICY } from './site.ts'

/** One policy on every agent that is called supported. Every scripted command is harmless where a guard fails. */

const NEVER_DONE = `presets: [recommended]
rules:
  never-done:
    when: { event: Stop }
    then: block
    message: NEVER-DONE
`

describe.each(AGENTS.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it('denies a command and a file, lowers what it cannot say, tells context, and lets the rest run', (test) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const run = await runAgent(agent, sandbox, {
        script: {
          turns: [
            agent.shell('touch ran.txt; git reset --hard'),
            agent.write(join(sandbox.project, '.claude/settings.json'), '{}'),
            agent.shell('touch asked.txt'),
            agent.shell('echo old > word.txt'),
            agent.shell('echo fine > fine.txt'),
            'Done',
          ],
        },
      })
      expect({ ...run, told: '', output: '' }).toMatchObject({ exitCode: 0, timedOut: false, turns: 6 })
      const powers = (await loadHost(agent.id)).powers(agent.events.tool)
      const isRewritten = powers.includes('rewrite')
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.read('.claude/settings.json')).toBeUndefined()
      expect(run.read('beside.txt')).toBeUndefined()
      expect(run.read('asked.txt')).toBeUndefined()
      expect(run.read('word.txt')).toBe(isRewritten ? 'new\n' : undefined)
      expect(run.read('fine.txt')).toBe('fine\n')
      expect(run.told).toContain('git stash')
      expect(run.told).toContain('SESSION-CONTEXT')
      expect(denials(sandbox)).toEqual(expect.arrayContaining(['guard/no-destructive-git', 'guard/self-protection']))
      const log = holdpoint(sandbox, 'log', '--json').stdout
      expect(log).toContain(`"host":"${agent.id}"`)
      expect(log.includes('ask -> deny')).toBe(!powers.includes('ask'))
      expect(log.includes('rewrite -> deny')).toBe(!isRewritten)
      expect(factsOf(agent.id).posture.ask.startsWith('the user is asked')).toBe(powers.includes('ask'))
      show(test, {
        command: 'denied, with the reason',
        file: 'denied',
        ask: powers.includes('ask') ? 'not run without a user' : 'denied (`ask -> deny`)',
        rewrite: isRewritten ? 'rewritten' : 'denied (`rewrite -> deny`)',
        context: 'given to the model',
      })
    }))

  it('ends a turn that a hook never lets end, after the cap', (test) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, NEVER_DONE)
      const run = await runAgent(agent, sandbox, { script: { turns: Array<string>(40).fill('Done') } })
      const isBlocked = (await loadHost(agent.id)).powers(agent.events.stop).includes('refuse')
      expect(run.timedOut).toBe(false)
      // Some agents end a turn earlier than the cap.
      expect(isBlocked ? [2, 3, 4, 5, 6] : [1]).toContain(run.turns)
      expect(run.told.includes('NEVER-DONE')).toBe(isBlocked)
      show(test, { stop: isBlocked ? `ends after ${run.turns} model calls` : 'cannot be blocked' })
    }))

  it('blocks a prompt before the model sees it', (test) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const script = { turns: ['Done'] }
      const run = await runAgent(agent, sandbox, { script, prompt: 'FORBIDDEN', asUser: true })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 0 })
      expect(auditOf(sandbox).map(({ decision }) => decision)).toContain('block')
      show(test, { prompt: agent.session === undefined ? 'no model call' : 'no model call; with a user only' })
    }))
})
