import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { factsOf } from '../../../packages/hosts/src/hosts.ts'
import { put } from '../harness/agents/agent.ts'
import { HALTING } from '../harness/agents/agents.ts'
import { installAgent } from '../harness/install-cli.mjs'
import { show } from '../harness/proofs.ts'
import { runAgent } from '../harness/run-agent.ts'
import { auditOf, holdpoint, inSandbox } from '../harness/site.ts'
import { denials, installForUser, installInProject, POLICY } from './site.ts'

/** Agents whose only refusal ends the run. */

const KILLER = `presets: [recommended]
own:
  killer:
    on: PreToolUse
    command: 'kill -9 $PPID'
`

describe.each(HALTING.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it.each([
    ['a command', agent.shell('touch ran.txt; git reset --hard'), 'guard/no-destructive-git'],
    ['a file', agent.write('.claude/settings.json', '{}'), 'guard/self-protection'],
    ['an ask', agent.shell('touch ran.txt asked.txt'), 'rules/ask-first'],
    ['a rewrite', agent.shell('touch ran.txt; echo old'), undefined],
  ] as const)('ends the run at %s that is refused; the model does not get the reason', (what, call, hook) =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const run = await runAgent(agent, sandbox, {
        script: { turns: [agent.shell('touch first.txt'), call, agent.shell('touch later.txt'), 'Done'] },
      })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 2 })
      expect(run.read('first.txt')).toBe('')
      expect(['ran.txt', 'later.txt', '.claude/settings.json'].map((path) => run.read(path))).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      expect(run.told).not.toContain('holdpoint why')
      if (hook !== undefined) expect(denials(sandbox)).toContain(hook)
      const log = holdpoint(sandbox, 'log', '--json').stdout
      expect(log).toContain(`"host":"${agent.id}"`)
      expect(log.includes('ask -> deny')).toBe(what === 'an ask')
      expect(log.includes('rewrite -> deny')).toBe(what === 'a rewrite')
    }),
  )

  it('guards a project beside a user install for Claude Code; killed or missing, it ends the run', (test) =>
    inSandbox({}, async (sandbox) => {
      const file = join(sandbox.project, agent.neighbour?.path ?? '')
      put(file, agent.neighbour?.text ?? '')
      installInProject(agent, sandbox)
      const one = { script: { turns: [agent.shell('touch ran.txt; git reset --hard'), 'Done'] } }
      expect((await runAgent(agent, sandbox, one)).read('ran.txt')).toBeUndefined()
      expect(denials(sandbox)).toContain('guard/no-destructive-git')

      put(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), KILLER)
      const killed = await runAgent(agent, sandbox, { script: { turns: [agent.shell('touch unjudged.txt'), 'Done'] } })
      expect(killed.turns).toBe(1)
      expect(killed.read('unjudged.txt')).toBeUndefined()

      rmSync(join(sandbox.project, 'node_modules'), { recursive: true })
      const missing = await runAgent(agent, sandbox, { script: { turns: [agent.shell('touch unjudged.txt'), 'Done'] } })
      expect({ turns: missing.turns, ran: missing.read('unjudged.txt') }).toEqual({ turns: 1, ran: undefined })

      expect(holdpoint(sandbox, 'uninstall', '--scope', 'project').status).toBe(0)
      expect(readdirSync(dirname(file))).toEqual([file.slice(dirname(file).length + 1)])
      expect(readFileSync(file, 'utf8')).toBe(agent.neighbour?.text)
      show(test, { command: 'the run ends', missing: 'the run ends', uninstall: 'kept; every byte restored' })
    }))

  it('doctor proves each script, and fails when one was changed', () =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const path = dirname(installAgent(agent, undefined, () => undefined))
      const fine = holdpoint({ ...sandbox, path }, 'doctor')
      expect(fine.stdout).toContain('PreToolUse works')
      expect(fine.stdout).toContain(`${factsOf(agent.id).title} ${agent.version}`)
      const script = join(sandbox.home, '.cline/hooks/PreToolUse.sh')
      writeFileSync(script, `${readFileSync(script, 'utf8')}# changed\n`)
      const changed = holdpoint({ ...sandbox, path }, 'doctor')
      expect({ status: changed.status, isSaid: changed.stdout.includes('it was changed') }).toEqual({
        status: 1,
        isSaid: true,
      })
      expect(auditOf(sandbox).length).toBeGreaterThan(0)
    }))
})
