import type { HookEntry } from '../core/hook.ts'
import type { Memory } from './memory.ts'
import type { HookResult } from './run.ts'

/** A hook that keeps failing is left out for the rest of the session. What fails closed is never left out. */
export const isOpen = (entry: HookEntry, memory: Memory, threshold: number): boolean =>
  entry.onError === 'open' && (memory.now.failures[entry.id] ?? 0) >= threshold

export const openNotice = (id: string, threshold: number): string =>
  `Hook ${id} circuit breaker OPEN (${threshold}+ failures). Skipping validation.`

/** Only failures of the hook itself count; a clean run starts the count again, but does not close an open breaker. */
export function countResults(results: readonly HookResult[], memory: Memory, threshold: number): void {
  for (const { id, failure, skipped } of results) {
    if (skipped !== undefined) continue
    const failures = memory.now.failures[id] ?? 0
    if (failure !== undefined) memory.change((old) => withCount(old, id, (old.failures[id] ?? 0) + 1))
    else if (failures > 0 && failures < threshold) memory.change((old) => withCount(old, id, 0))
  }
}

function withCount<T extends Memory['now']>(old: T, id: string, count: number): T {
  const { [id]: _, ...others } = old.failures
  return { ...old, failures: count === 0 ? others : { ...others, [id]: count } }
}
