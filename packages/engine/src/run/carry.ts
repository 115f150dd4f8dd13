import type { AgentEvent } from '../event.ts'
import type { Verdict } from '../verdict.ts'
import type { Memory } from './memory.ts'

/**
 * Context given before a compaction steers the summary, but may not survive it. So it is kept and given
 * again, once, to the session that starts after the compaction.
 */
export function carryOver(event: AgentEvent, verdict: Verdict, memory: Memory): Verdict {
  if (event.kind === 'compact.before') {
    const { context } = verdict
    if (context !== undefined) memory.change((old) => ({ ...old, owedContext: context }))
    return verdict
  }
  const { owedContext: owed } = memory.now
  if (event.kind !== 'session.start' || event.source !== 'compact' || owed === undefined) return verdict
  memory.change(({ owedContext: _, ...rest }) => rest)
  const context = verdict.context?.includes(owed)
    ? verdict.context
    : [owed, verdict.context].filter(Boolean).join('\n\n')
  return { ...verdict, context }
}
