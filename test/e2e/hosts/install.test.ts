import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { factsOf } from '../../../packages/hosts/src/hosts.ts'
import { put } from '../harness/agents/agent.ts'
import { AGENTS } from '../harness/agents/agents.ts'
import { installAgent } from '../harness/install-cli.mjs'
import { show } from '../harness/proofs.ts'
import { runAgent } from '../harness/run-agent.ts'
import { holdpoint, inSandbox } from '../harness/site.ts'
import { denials, installForUser, installInProject, removeProgram, scopeOf, settingsOf } from './site.ts'

const JSON_TEXT =
  '{ "version": 1,\n    "hooks": { "SessionStart": [ { "hooks": [{"type":"command", "command":"true"}] } ] } }\n'
const TOML = '# mine\nmodel   =  "m" # why\n\n[[ hooks ]]\nevent = "Stop" # a comment\ncommand = "true"\n# the end'

/** Installs of every agent, beside entries of others, and without the package. */

describe.each(AGENTS.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it('guards a sub-agent in a project beside a user install for Claude Code; without the package, denies', (test) =>
    inSandbox({}, async (sandbox) => {
      installInProject(agent, sandbox)
      const script = {
        turns: [...(agent.subagent?.('SUBTASK do it') ?? []), agent.shell('git reset --hard; touch main.txt'), 'Done'],
        routes: [{ match: 'SUBTASK', turns: [agent.shell('git reset --hard; touch sub.txt'), 'sub done'] }],
      }
      const run = await runAgent(agent, sandbox, { script })
      expect(run.timedOut).toBe(false)
      expect([run.read('sub.txt'), run.read('main.txt')]).toEqual([undefined, undefined])
      expect(denials(sandbox).filter((id) => id === 'guard/no-destructive-git').length).toBeGreaterThanOrEqual(
        agent.subagent === undefined ? 1 : 2,
      )

      removeProgram(agent, sandbox)
      const missing = await runAgent(agent, sandbox, {
        script: { turns: [agent.shell('touch unguarded.txt'), 'Done'] },
      })
      expect(missing.read('unguarded.txt')).toBeUndefined()
      show(test, { ...(agent.subagent !== undefined && { subagent: 'denied' }), beside: 'answers', missing: 'denied' })
    }))

  it('keeps foreign entries and gives every byte back', (test) =>
    inSandbox({}, async (sandbox) => {
      const { neighbour } = agent
      const settings = settingsOf(agent, sandbox)
      const file = neighbour === undefined ? settings : join(sandbox.project, neighbour.path)
      const own = neighbour?.text ?? (factsOf(agent.id).format === 'toml' ? TOML : JSON_TEXT)
      installInProject(agent, sandbox, () => put(file, own))
      const installed = readFileSync(settings, 'utf8')
      if (neighbour === undefined) expect(installed).toMatch(/"?command"? ?[:=] ?"true"/)
      expect(installed).toContain(agent.events.tool)
      expect(installed).not.toContain('"matcher": ""')
      expect(holdpoint(sandbox, 'init', '--scope', scopeOf(agent), '--host', agent.id).status).toBe(0)
      expect(readFileSync(settings, 'utf8')).toBe(installed)
      expect(holdpoint(sandbox, 'uninstall', '--scope', scopeOf(agent)).status).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(own)
      expect(existsSync(settings)).toBe(neighbour === undefined)
      show(test, { uninstall: 'kept; every byte restored' })
    }))
})

/** One file with all entries. */
const inFiles = AGENTS.filter(({ id }) => ['groups', 'flat', 'toml', 'plugin'].includes(factsOf(id).format))

describe.each(inFiles.map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it('doctor fails where an entry was changed', (test) =>
    inSandbox({}, async (sandbox) => {
      installInProject(agent, sandbox)
      const path = dirname(installAgent(agent, undefined, () => undefined))
      const file = settingsOf(agent, sandbox)
      put(file, readFileSync(file, 'utf8').replaceAll(`hook ${agent.events.tool} `, 'hook Nothing '))
      const { status, stdout } = holdpoint({ ...sandbox, path }, 'doctor')
      expect(status).toBe(1)
      expect(stdout).toContain(`the entry for ${agent.events.tool} is from another version or another directory`)
      show(test, { changed: 'fails' })
    }))
})

describe.each(AGENTS.filter(({ id }) => id === 'codex').map((agent) => [agent.id, agent] as const))(
  '%s',
  (_, agent) => {
    it('doctor fails where Codex skips entries that the user has not trusted', (test) =>
      inSandbox({}, async (sandbox) => {
        installForUser(agent, sandbox, 'presets: [recommended]\n')
        const path = dirname(installAgent(agent, undefined, () => undefined))
        const { status, stdout } = holdpoint({ ...sandbox, path }, 'doctor')
        expect(status).toBe(1)
        expect(stdout).toContain('PreToolUse works')
        expect(stdout).toContain('preToolUse (untrusted)')
        show(test, { doctor: 'fails' })
      }))
  },
)

describe.each(AGENTS.filter(({ id }) => id === 'qwen').map((agent) => [agent.id, agent] as const))('%s', (_, agent) => {
  it('doctor fails where Qwen skips the entries of a folder that the user has not trusted', (test) =>
    inSandbox({}, async (sandbox) => {
      installInProject(agent, sandbox)
      const security = { auth: { selectedType: 'openai' }, folderTrust: { enabled: true } }
      put(join(sandbox.home, '.qwen/settings.json'), JSON.stringify({ security }))
      const trust = (level: string): void =>
        put(join(sandbox.home, '.qwen/trustedFolders.json'), JSON.stringify({ [sandbox.project]: level }))
      const script = { turns: [agent.shell('touch ran.txt; git reset --hard'), 'Done'] }
      const { stdout, status } = holdpoint(sandbox, 'doctor')
      expect([status, stdout.includes('does not trust this folder')]).toEqual([1, true])

      trust('TRUST_FOLDER')
      expect(holdpoint(sandbox, 'doctor').stdout).toContain('Qwen Code trusts this folder')
      const guarded = await runAgent(agent, sandbox, { script })
      expect([guarded.timedOut, guarded.read('ran.txt')]).toEqual([false, undefined])
      show(test, { doctor: 'fails' })
    }))
})
