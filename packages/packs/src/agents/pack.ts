import { KNOWN_AGENTS } from './agent-actions.ts'
import type { Pack } from '@holdpoint/engine'
import { PROTOCOL } from './protocol.ts'

export const pack: Pack = {
  name: 'agents',
  summary: 'Check what specialised sub-agents write, and report when they end.',
  group: 'agents',
  order: 50,
  protocolOf: () => PROTOCOL,
  suits(root, { list }) {
    const agents = list(`${root}/.claude/agents`)
      .map((name) => name.replace(/(?<=.)\.md$/, ''))
      .filter((name) => KNOWN_AGENTS.includes(name))
    return agents.length === 0 ? undefined : `.claude/agents has ${agents.join(', ')}`
  },
}
