import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { factsOf } from '../../packages/hosts/src/hosts.ts'
import { AGENTS, type Agent } from './harness/agents.ts'
import { installAgent } from './harness/install-cli.mjs'
import { runAgent } from './harness/run-agent.ts'
import { auditOf, holdpoint, inSandbox, linkProgram } from './harness/site.ts'
import type { Sandbox } from './harness/sandbox.ts'

/** One policy on every agent that is called supported. Every scripted command is harmless where a guard fails. */

const POLICY = `presets: [recommended]
rules:
  ask-first:
    when: { command: asked }
    then: ask
    message: ASK-FIRST
  other-words:
    when: { command: echo old }
    then: { rewrite: { command: { replace: old, with: new } } }
    message: REWRITTEN
  greeting:
    when: { event: SessionStart }
    then: { context: SESSION-CONTEXT }
  no-such-prompt:
    when: { event: UserPromptSubmit, prompt: FORBIDDEN }
    then: block
    message: NO-SUCH-PROMPT
`

const NEVER_DONE = `presets: [recommended]
rules:
  never-done:
    when: { event: Stop }
    then: block
    message: NEVER-DONE
`

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function installForUser(agent: Agent, sandbox: Sandbox, policy: string): void {
  agent.prepare(sandbox)
  put(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), policy)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', agent.id)).toMatchObject({ stderr: '', status: 0 })
}

/** In a project, beside a user install for Claude Code, which must not silence it. */
function installInProject(agent: Agent, sandbox: Sandbox): void {
  agent.prepare(sandbox)
  linkProgram(sandbox)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', 'claude-code').status).toBe(0)
  expect(holdpoint(sandbox, 'init', '--scope', 'project', '--host', agent.id)).toMatchObject({ stderr: '', status: 0 })
}

const denials = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ decision, hooks }) =>
    decision === 'deny' ? hooks.filter((hook) => ['deny', 'ask'].includes(hook.decision)).map(({ id }) => id) : [],
  )

describe.each(AGENTS.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it('denies a command and a file, lowers an ask, rewrites, tells context, and lets the rest run', () =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const run = await runAgent(agent, sandbox, {
        script: {
          turns: [
            agent.shell('touch ran.txt; git reset --hard'),
            agent.write('.claude/settings.json', '{}'),
            agent.shell('touch asked.txt'),
            agent.shell('echo old > word.txt'),
            agent.shell('echo fine > fine.txt'),
            'Done',
          ],
        },
      })
      expect({ ...run, told: '', output: '' }).toMatchObject({ exitCode: 0, timedOut: false, turns: 6 })
      expect(run.read('ran.txt')).toBeUndefined()
      expect(run.read('.claude/settings.json')).toBeUndefined()
      expect(run.read('beside.txt')).toBeUndefined()
      expect(run.read('asked.txt')).toBeUndefined()
      expect(run.read('word.txt')).toBe('new\n')
      expect(run.read('fine.txt')).toBe('fine\n')
      expect(run.told).toContain('git stash')
      expect(run.told).toContain('SESSION-CONTEXT')
      expect(denials(sandbox)).toEqual(expect.arrayContaining(['guard/no-destructive-git', 'guard/self-protection']))
      const log = holdpoint(sandbox, 'log', '--json').stdout
      expect(log).toContain(`"host":"${agent.id}"`)
      expect(log.includes('ask -> deny')).toBe(!factsOf(agent.id).posture.ask.startsWith('the user is asked'))
    }))

  it('ends a turn that a hook never lets end, after the cap', () =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, NEVER_DONE)
      const run = await runAgent(agent, sandbox, { script: { turns: Array<string>(40).fill('Done') } })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 6 })
      expect(run.told).toContain('NEVER-DONE')
    }))

  it('blocks a prompt before the model sees it', () =>
    inSandbox({}, async (sandbox) => {
      installForUser(agent, sandbox, POLICY)
      const run = await runAgent(agent, sandbox, { script: { turns: ['Done'] }, prompt: 'FORBIDDEN' })
      expect({ timedOut: run.timedOut, turns: run.turns }).toEqual({ timedOut: false, turns: 0 })
    }))

  it('guards a sub-agent in a project beside a user install for Claude Code; without the package, denies', () =>
    inSandbox({}, async (sandbox) => {
      installInProject(agent, sandbox)
      const script = {
        turns: [...agent.subagent('SUBTASK do it'), agent.shell('git reset --hard; touch main.txt'), 'Done'],
        routes: [{ match: 'SUBTASK', turns: [agent.shell('git reset --hard; touch sub.txt'), 'sub done'] }],
      }
      const run = await runAgent(agent, sandbox, { script })
      expect(run.timedOut).toBe(false)
      expect([run.read('sub.txt'), run.read('main.txt')]).toEqual([undefined, undefined])
      expect(denials(sandbox).filter((id) => id === 'guard/no-destructive-git').length).toBeGreaterThanOrEqual(2)

      rmSync(join(sandbox.project, 'node_modules'), { recursive: true })
      const missing = await runAgent(agent, sandbox, {
        script: { turns: [agent.shell('touch unguarded.txt'), 'Done'] },
      })
      expect(missing.read('unguarded.txt')).toBeUndefined()
    }))

  it('keeps foreign entries and gives every byte back', () =>
    inSandbox({}, async (sandbox) => {
      const file = factsOf(agent.id).settingsFile('project', sandbox.project, {}) ?? ''
      const own =
        '{ "version": 1,\n    "hooks": { "SessionStart": [ { "hooks": [{"type":"command", "command":"true"}] } ] } }\n'
      put(file, own)
      installInProject(agent, sandbox)
      const installed = readFileSync(file, 'utf8')
      expect(installed).toMatch(/"command": ?"true"/)
      expect(installed).toContain(agent.events.tool)
      expect(installed).not.toContain('"matcher": ""')
      expect(holdpoint(sandbox, 'init', '--scope', 'project', '--host', agent.id).status).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(installed)
      expect(holdpoint(sandbox, 'uninstall', '--scope', 'project').status).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(own)
    }))
})

it('doctor fails where Codex skips entries that the user has not trusted', () =>
  inSandbox({}, async (sandbox) => {
    const agent = AGENTS.find(({ id }) => id === 'codex') as Agent
    installForUser(agent, sandbox, POLICY)
    const path = dirname(installAgent(agent, undefined, () => undefined))
    const { status, stdout } = holdpoint({ ...sandbox, path }, 'doctor')
    expect(status).toBe(1)
    expect(stdout).toContain('PreToolUse works')
    expect(stdout).toContain('preToolUse (untrusted)')
  }))
