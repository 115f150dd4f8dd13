import type { Host, Power } from '@holdpoint/engine'
import { claudeCode } from './claude-code/claude-code.ts'

/**
 * A host that takes events in the form of Claude Code for those of another agent, and answers in the same form. With
 * `powers` it can do only what that agent can: policy tests and `holdpoint check` show with it what an agent lowers.
 */
export function asIf(agent: Host, powers: 'of the agent' | 'all'): Host {
  const native = (name: string): string | undefined => agent.eventFor(claudeCode.event(name).kind)
  return {
    ...claudeCode,
    id: agent.id,
    decode: (payload, context) => ({ ...claudeCode.decode(payload, context), host: agent.id }),
    powers(name, permissionMode): readonly Power[] {
      const all = claudeCode.powers(name, permissionMode)
      if (powers === 'all') return all
      const event = native(name)
      const can = event === undefined ? [] : agent.powers(event, permissionMode)
      return all.filter((power) => can.includes(power))
    },
  }
}
