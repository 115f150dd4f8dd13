import type { AgentEvent } from '../event.ts'
import { wordFor } from '../event-words.ts'
import type { HookEntry } from '../hook.ts'
import type { HookSetting, Settings } from '../policy/settings.ts'
import { matches } from '../matcher.ts'

export interface Selection {
  readonly entry: HookEntry
  readonly setting: HookSetting
}

/** The hooks that concern an event, in the order in which they run. */
export function select(
  event: AgentEvent,
  catalogue: readonly HookEntry[],
  settings: Pick<Settings, 'hooks'>,
): readonly Selection[] {
  const selected: Selection[] = []
  for (const entry of catalogue) {
    const setting = inForce(settings.hooks[entry.id])
    if (setting !== undefined && setting.level !== 'off' && concerns(entry, setting, event)) {
      selected.push({ entry, setting })
    }
  }
  return selected.toSorted(byOrder)
}

/** A hook that runs only when called is off for events; a caller gets it at its own level. */
function inForce(setting: HookSetting | undefined): HookSetting | undefined {
  return setting?.whenCalled === undefined || setting.level === 'off'
    ? setting
    : { ...setting, level: setting.whenCalled }
}

function concerns(entry: HookEntry, setting: HookSetting, event: AgentEvent): boolean {
  if (!entry.on.includes(event.kind)) return false
  if (entry.events !== undefined && !entry.events.includes(wordFor(event))) return false
  if (entry.tools !== undefined && 'tool' in event && !entry.tools.includes(event.tool.kind)) return false
  return matches(setting.matcher ?? entry.matcher, event.subjects)
}

const DEFAULT_ORDER = 100

/** Hooks of users come after those of packs. */
const AFTER_PACKS = 1000

const byOrder = (a: Selection, b: Selection): number =>
  (a.entry.pack?.order ?? AFTER_PACKS) - (b.entry.pack?.order ?? AFTER_PACKS) ||
  (a.entry.order ?? DEFAULT_ORDER) - (b.entry.order ?? DEFAULT_ORDER) ||
  (a.entry.id < b.entry.id ? -1 : 1)
