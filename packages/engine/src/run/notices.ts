import type { AgentEvent } from '../event.ts'
import type { Host } from '../host.ts'
import type { Verdict } from '../verdict.ts'
import type { Memory } from './memory.ts'
import type { HookResult } from '../hook.ts'

/** A notice that the user sees once per session. */
export interface Announcement {
  readonly key: string
  readonly text: string
}

/** A hook that failed, or is left out because it kept failing. */
export const troubles = (results: readonly HookResult[]): readonly Announcement[] =>
  results.flatMap(({ id, failure, skipped, verdict }) =>
    verdict.notice !== undefined && (failure !== undefined || skipped === 'breaker')
      ? [{ key: `${skipped ?? 'failure'}:${id}`, text: verdict.notice }]
      : [],
  )

export function announce(verdict: Verdict, announcements: readonly Announcement[], memory: Memory): Verdict {
  const fresh = announcements.filter(({ key }) => !memory.now.told.includes(key))
  if (fresh.length === 0) return verdict
  memory.change((old) => ({ ...old, told: [...new Set([...old.told, ...fresh.map(({ key }) => key)])] }))
  return withNotices(
    verdict,
    fresh.map(({ text }) => text),
  )
}

const MAX_OWED = 10

/** A notice that the host does not show at this event is kept until an event that shows it. */
export function deliverNotices(verdict: Verdict, event: AgentEvent, host: Host, memory: Memory): Verdict {
  const isShown = host.showsNotice(event)
  const { owedNotices } = memory.now
  if (isShown && owedNotices.length > 0) {
    memory.change((old) => ({ ...old, owedNotices: [] }))
    return withNotices(verdict, owedNotices)
  }
  const { notice } = verdict
  if (!isShown && notice !== undefined) {
    memory.change((old) => ({ ...old, owedNotices: [...new Set([...old.owedNotices, notice])].slice(-MAX_OWED) }))
  }
  if (notice === undefined || host.powers(event.name).includes('notice')) return verdict
  const { notice: _, ...rest } = verdict
  return rest
}

const withNotices = (verdict: Verdict, notices: readonly string[]): Verdict => ({
  ...verdict,
  notice: [...new Set([...(verdict.notice === undefined ? [] : [verdict.notice]), ...notices])].join('\n'),
})
