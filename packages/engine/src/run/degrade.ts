import type { EventKind } from '../event.ts'
import type { Power } from '../host.ts'
import { refuses, withoutLabels, type Verdict } from '../verdict.ts'

export interface Degraded {
  readonly verdict: Verdict
  /** What could not be said as it was meant; goes into the audit. */
  readonly lowered: readonly string[]
}

type Step = (verdict: Verdict, can: (power: Power) => boolean) => { readonly verdict: Verdict; readonly note?: string }

/**
 * Fits a verdict into what the host can express at this event. Where it must bend, it bends towards the stricter
 * side. Notices are left alone: engine/notices delivers them, now or later.
 */
export function degrade(verdict: Verdict, powers: readonly Power[], kind?: EventKind): Degraded {
  const can = (power: Power): boolean => powers.includes(power)
  const lowered: string[] = []
  const steps: readonly Step[] = [
    lowerHalt(kind),
    lowerRewrite,
    lowerAsk,
    lowerAllow,
    lowerFeedback,
    lowerRefusal,
    lowerContext(kind),
  ]
  const fitted = steps.reduce((current, step) => {
    const { verdict: next, note } = step(current, can)
    if (note !== undefined) lowered.push(note)
    return next
  }, verdict)
  return { verdict: fitted, lowered }
}

/** A tool call or a prompt is refused instead. Refusing anything else, such as a stop, would do the opposite. */
const lowerHalt =
  (kind: EventKind | undefined): Step =>
  (verdict, can) => {
    if (verdict.halt === undefined || can('halt')) return { verdict }
    const { halt, ...rest } = verdict
    if ((kind === 'tool.before' || kind === 'prompt.submit') && can('refuse')) {
      const decision = kind === 'tool.before' ? 'deny' : 'block'
      return { verdict: { ...rest, decision, reason: append(rest.reason, halt) }, note: `halt -> ${decision}` }
    }
    return { verdict: { ...rest, notice: append(rest.notice, halt) }, note: 'halt -> notice' }
  }

const lowerRewrite: Step = (verdict, can) => {
  if (verdict.rewrite === undefined || can('rewrite')) return { verdict }
  const { rewrite: _, ...rest } = verdict
  if (!can('refuse')) return { verdict: rest, note: 'rewrite dropped: nothing to rewrite at this event' }
  const reason = append(
    verdict.reason,
    'This host does not support changed calls, so the call was blocked. Make the change yourself.',
  )
  return { verdict: { ...rest, decision: 'deny', reason }, note: 'rewrite -> deny' }
}

const lowerAsk: Step = (verdict, can) => {
  if (verdict.decision !== 'ask' || can('ask')) return { verdict }
  return { verdict: { ...verdict, decision: 'deny' }, note: 'ask -> deny' }
}

const lowerAllow: Step = (verdict, can) => {
  if (verdict.decision !== 'allow' || can('allow')) return { verdict }
  const { reason: _, ...rest } = verdict
  return { verdict: { ...rest, decision: 'pass' }, note: 'allow -> pass' }
}

const lowerFeedback: Step = (verdict, can) => {
  if (verdict.decision !== 'feedback' || can('feedback')) return { verdict }
  const { reason, ...rest } = verdict
  const context = append(reason, verdict.context, '\n\n')
  const notice = append(verdict.notice, reason)
  return { verdict: { ...rest, decision: 'pass', context, notice }, note: 'feedback -> notice' }
}

/** The action cannot be stopped at this event any more, so the user gets the reason as a notice. */
const lowerRefusal: Step = (verdict, can) => {
  if (!refuses(verdict.decision) || can('refuse')) return { verdict }
  const { reason, ...rest } = verdict
  const notice = append(verdict.notice, reason && withoutLabels(reason))
  return { verdict: { ...rest, decision: 'pass', notice }, note: `${verdict.decision} -> notice` }
}

const lowerContext =
  (kind: EventKind | undefined): Step =>
  (verdict, can) => {
    if (verdict.context === undefined || can('context')) return { verdict }
    const { context, ...rest } = verdict
    // The engine gives it to the session that goes on after the compaction. Only the model can use it.
    if (kind === 'compact.before') return { verdict: rest, note: 'context -> after the compaction' }
    return { verdict: { ...rest, notice: append(verdict.notice, context) }, note: 'context -> notice' }
  }

const append = (a: string | undefined, b: string | undefined, separator = '\n'): string =>
  [a, b].filter((part) => part !== undefined && part !== '').join(separator)
