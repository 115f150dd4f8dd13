import { findHook } from '@holdpoint/engine'
import { momentOf } from '../audit/when.ts'
import { claudeCode } from '@holdpoint/hosts'
import { builtIn } from '@holdpoint/packs'
import type { Filter } from '../audit/store/log.ts'

/** The search options, as the user typed them. */
export interface Wanted {
  readonly since?: string
  readonly until?: string
  readonly session?: string
  readonly agent?: string
  /** Its id, or a name that its source document uses. */
  readonly hook?: string
  readonly decision?: string
  readonly event?: string
  readonly tool?: string
}

export function filterFor({ since, until, session, agent, hook, decision, event, tool }: Wanted, now: Date): Filter {
  return {
    ...(since !== undefined && { since: momentOf(since, now) }),
    ...(until !== undefined && { until: momentOf(until, now) }),
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { agent }),
    ...(hook !== undefined && { hook: findHook(hook, builtIn.catalogue)?.id ?? hook }),
    ...(decision !== undefined && { decision }),
    ...(event !== undefined && { event: claudeCode.eventName(event) }),
    ...(tool !== undefined && { tool }),
  }
}
