import { EVENT_WORDS, type HookEntry, type Host } from '@holdpoint/engine'

/** The commonly used events, grouped. */
const CATEGORIES = {
  lifecycle: ['SessionStart', 'SessionEnd', 'Stop', 'PreCompact'],
  prompt: ['UserPromptSubmit', 'PermissionRequest', 'Notification'],
  tool: ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'],
  agent: ['SubagentStart', 'SubagentStop', 'TeammateIdle', 'TaskCompleted'],
} as const

export interface EventRow {
  readonly event: string
  readonly category: keyof typeof CATEGORIES
  /** `feedback`: the action is over, but the agent gets a message to fix it. */
  readonly blocks: 'yes' | 'feedback' | 'no'
  /** Hooks that handle it. */
  readonly hooks: readonly string[]
}

/** Each event, whether a hook can block it, and which of these hooks handle it. */
export const eventRows = (hooks: readonly Pick<HookEntry, 'id' | 'on' | 'events'>[], host: Host): readonly EventRow[] =>
  (Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[]).flatMap((category) =>
    CATEGORIES[category].map((event) => {
      const powers = host.powers(event)
      const kind = EVENT_WORDS[event]
      const listens = ({ on, events }: Pick<HookEntry, 'on' | 'events'>): boolean =>
        kind !== undefined && on.includes(kind) && (events === undefined || events.includes(event))
      return {
        event,
        category,
        blocks: powers.includes('refuse') ? 'yes' : powers.includes('feedback') ? 'feedback' : 'no',
        hooks: hooks.filter(listens).map(({ id }) => id),
      }
    }),
  )
