import { countOf, withCount } from '../lib/counts.ts'
import type { HookEntry, HookResult } from '../hook.ts'
import type { Memory, Remembered } from './memory.ts'

/** A hook that keeps failing is left out for the rest of the session. A hook that fails closed is never left out. */
export const isOpen = (entry: HookEntry, memory: Memory, threshold: number): boolean =>
  entry.onError === 'open' && countOf(memory.now.failures, entry.id) >= threshold

export const openNotice = (entry: HookEntry, threshold: number): string =>
  `Hook ${entry.pack?.shownAs ?? entry.id} circuit breaker OPEN (${threshold}+ failures). Skipping validation.`

/** Only failures of the hook itself count; a clean run starts the count again, but does not close an open breaker. */
export function countResults(
  results: readonly HookResult[],
  memory: Memory,
  thresholdOf: (id: string) => number,
): void {
  for (const { id, failure, skipped } of results) {
    if (skipped !== undefined) continue
    const failures = countOf(memory.now.failures, id)
    if (failure !== undefined) memory.change((old) => set(old, id, countOf(old.failures, id) + 1))
    else if (failures > 0 && failures < thresholdOf(id)) memory.change((old) => set(old, id, 0))
  }
}

const set = (old: Remembered, id: string, count: number): Remembered => ({
  ...old,
  failures: withCount(old.failures, id, count),
})
