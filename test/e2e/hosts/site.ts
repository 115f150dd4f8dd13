import { join } from 'node:path'
import { put, type Agent } from '../harness/agents/agent.ts'
import { auditOf, holdpoint, linkProgram } from '../harness/site.ts'
import type { Sandbox } from '../harness/sandbox.ts'

/** Holdpoint installed for an agent in a sandbox. */

export function installForUser(agent: Agent, sandbox: Sandbox, policy: string): void {
  agent.prepare(sandbox)
  put(join(sandbox.home, '.config/holdpoint/holdpoint.yml'), policy)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', agent.id)).toMatchObject({ stderr: '', status: 0 })
}

/** In a project, beside a user install for Claude Code, which must not silence it. */
export function installInProject(agent: Agent, sandbox: Sandbox): void {
  agent.prepare(sandbox)
  linkProgram(sandbox)
  expect(holdpoint(sandbox, 'init', '--scope', 'user', '--host', 'claude-code').status).toBe(0)
  expect(holdpoint(sandbox, 'init', '--scope', 'project', '--host', agent.id)).toMatchObject({ stderr: '', status: 0 })
}

/** The hooks behind every denial. */
export const denials = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ decision, hooks }) =>
    decision === 'deny' ? hooks.filter((hook) => ['deny', 'ask'].includes(hook.decision)).map(({ id }) => id) : [],
  )
