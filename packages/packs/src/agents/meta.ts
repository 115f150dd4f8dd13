import type { HookMeta } from '@holdpoint/engine'

/** What the hooks of this pack have in common. */

const COMMON = {
  onError: 'open',
  enabledBy: 'call',
} as const

type Common = typeof COMMON & Pick<HookMeta, 'id' | 'aliases'>

const named = (action: string): Common => ({ ...COMMON, id: `agents/${action}`, aliases: [action] })

/** The tools that change a file and carry its new text. */
const tools = ['write', 'edit'] as const

export const beforeChange = (action: string) =>
  ({ ...named(action), on: ['tool.before'], tools, role: 'gate', timeoutMs: 5_000 }) as const

export const afterChange = (action: string) =>
  ({ ...named(action), on: ['tool.after'], tools, role: 'context', timeoutMs: 10_000 }) as const

export const atEnd = (action: string) =>
  ({ ...named(action), on: ['agent.stop'], role: 'observe', timeoutMs: 10_000 }) as const

/** The team gates are ordinary hooks, but opt-in. */
export const teamGate = (name: string) =>
  ({
    id: `agents/${name}`,
    role: 'gate',
    onError: 'open',
    timeoutMs: 5_000,
    enabledBy: 'level',
    aliases: [],
  }) as const
