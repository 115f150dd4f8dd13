import type { AgentEvent, EventKind } from '../event.ts'
import type { Host } from '../host.ts'
import { refuses, type Verdict } from '../verdict.ts'
import type { Memory } from './memory.ts'

export interface Carried {
  readonly verdict: Verdict
  /** Where the context goes instead; for the audit. */
  readonly lowered: readonly string[]
}

/**
 * Context given before a compaction steers the summary, but may not survive it. So it is kept and given again, once, to
 * the session that starts after the compaction. Where an agent tells the model nothing at the start of a session, the
 * context waits for the first prompt.
 */
export function carryOver(event: AgentEvent, verdict: Verdict, memory: Memory, host: Host): Carried {
  const { context } = verdict
  const isLate = tellsLate(host)
  if (event.kind === 'compact.before') {
    if (context !== undefined) memory.change((old) => ({ ...old, owedContext: context }))
    return { verdict, lowered: [] }
  }
  if (event.kind === 'session.start' && isLate) {
    if (context === undefined) return { verdict, lowered: [] }
    const { context: _, ...rest } = verdict
    memory.change((old) => ({ ...old, owedContext: joined(old.owedContext, context) }))
    return { verdict: rest, lowered: ['context -> next prompt'] }
  }
  const { owedContext: owed } = memory.now
  const isDue = isLate
    ? event.kind === 'prompt.submit' && event.fromUser && !refuses(verdict.decision)
    : event.kind === 'session.start' && event.source === 'compact'
  if (!isDue || owed === undefined) return { verdict, lowered: [] }
  memory.change(({ owedContext: _, ...rest }) => rest)
  return { verdict: { ...verdict, context: joined(owed, context) }, lowered: [] }
}

/** Whether the model is told at a prompt, but not at the start of a session. */
export const tellsLate = (host: Host): boolean => !tells(host, 'session.start') && tells(host, 'prompt.submit')

const tells = (host: Host, kind: EventKind): boolean => {
  const name = host.eventFor(kind)
  return name !== undefined && host.powers(name).includes('context')
}

/** Each text once. */
const joined = (owed: string | undefined, context: string | undefined): string => {
  if (owed === undefined || context?.includes(owed) === true) return context ?? ''
  return [owed, context].filter(Boolean).join('\n\n')
}
