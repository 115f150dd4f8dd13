import type { Host } from '@holdpoint/engine'
import { decode, withInput } from './decode.ts'
import { encode } from './encode.ts'
import { canonicalName, EVENTS, nameForKind, NEVER_REGISTERED, specOf } from './events.ts'
import { toolMatcher, unreadableCall } from './tools.ts'

/** The general default of the CLI for an entry without a timeout of its own. */
const DEFAULT_LIMIT_MS = 600_000

export const claudeCode: Host = {
  id: 'claude-code',
  eventName: canonicalName,
  eventFor: nameForKind,
  events: () => Object.keys(EVENTS).filter((name) => !NEVER_REGISTERED.includes(name)),
  event: (name) => ({ kind: specOf(name).kind, hasSubject: specOf(name).subject !== undefined }),
  toolMatcher,
  limitMs: (name) => specOf(name).limitMs ?? DEFAULT_LIMIT_MS,
  // In this mode the CLI runs some calls that a hook asks about, seen with 2.1.197 and 2.1.325.
  powers(name, permissionMode) {
    const { form, powers } = specOf(name)
    const offered = form === 'none' || form === 'text' ? powers : [...powers, 'halt' as const]
    return permissionMode === 'bypassPermissions' ? offered.filter((power) => power !== 'ask') : offered
  },
  // Inside a sub-agent the CLI shows none.
  showsNotice(event) {
    const { showsNotice } = specOf(event.name)
    return (
      (showsNotice === true || (showsNotice === 'attended' && event.attended === true)) && event.agent?.id === undefined
    )
  },
  decode,
  unreadable: (event) => ('tool' in event ? unreadableCall(event.raw, event.tool) : undefined),
  withInput,
  encode,
}
