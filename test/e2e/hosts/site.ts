import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HostScope } from '../../../packages/engine/src/host.ts'
import { factsOf } from '../../../packages/hosts/src/hosts.ts'
import { put, type Agent } from '../harness/agents/agent.ts'
import { auditOf, BIN, holdpoint, linkProgram } from '../harness/site.ts'
import type { Sandbox } from '../harness/sandbox.ts'

/** Holdpoint installed for an agent in a sandbox. */

/** One answer of each kind that an agent may have to express. */
export const POLICY = `presets: [recommended]
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

export function installForUser(agent: Agent, sandbox: Sandbox, policy: string): void {
  agent.prepare(sandbox)
  put(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), policy)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', agent.id)).toMatchObject({ stderr: '', status: 0 })
}

/** Some agents read no settings of a project. */
export const scopeOf = ({ id }: Agent): HostScope =>
  factsOf(id).settingsFile('project', '/', {}) === undefined ? 'user' : 'project'

/** In a project where that exists, beside a user install for Claude Code, which must not silence it. */
export function installInProject(agent: Agent, sandbox: Sandbox, before = (): void => undefined): void {
  agent.prepare(sandbox)
  before()
  linkProgram(sandbox)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', 'claude-code').status).toBe(0)
  expect(holdpoint(sandbox, 'init', '--scope', scopeOf(agent), '--host', agent.id)).toMatchObject({
    stderr: '',
    status: 0,
  })
}

/** The file with the entries of `installInProject`. */
export const settingsOf = (agent: Agent, sandbox: Sandbox): string =>
  factsOf(agent.id).settingsFile(scopeOf(agent), sandbox.project, { HOME: sandbox.home }) ?? ''

/** The entries stay, and the program that they start is gone. */
export function removeProgram(agent: Agent, sandbox: Sandbox): void {
  if (scopeOf(agent) === 'project') return rmSync(join(sandbox.project, 'node_modules'), { recursive: true })
  const file = settingsOf(agent, sandbox)
  put(file, readFileSync(file, 'utf8').replaceAll(dirname(BIN), '/nowhere'))
}

/** The hooks behind every denial. */
export const denials = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ decision, hooks }) =>
    decision === 'deny' ? hooks.filter((hook) => ['deny', 'ask'].includes(hook.decision)).map(({ id }) => id) : [],
  )
