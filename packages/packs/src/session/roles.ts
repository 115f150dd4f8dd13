import type { AgentEvent } from '@holdpoint/engine'

/** Sub-agents by what they are for; a plugin's name in front does not count. */
export type Role = 'planner' | 'implementer' | 'guardian' | 'light' | 'other'

export function roleOf({ agent }: AgentEvent): Role {
  const name = (agent?.type ?? '').split(':').at(-1)?.toLowerCase() ?? ''
  if (name === 'planner' || name === 'plan') return 'planner'
  if (name === 'implementer' || name === 'guardian') return name
  return name === 'bash' || name === 'explore' ? 'light' : 'other'
}
