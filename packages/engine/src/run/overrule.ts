import type { HookEntry } from '../hook.ts'
import { pass, refuses } from '../verdict.ts'
import { isFinal, type FinalPolicy } from './approvals.ts'
import type { Judged } from './merge.ts'

/** Whether a rule of the user's lifts the objection of some hook. */
export const hasOverrule = (judged: readonly Judged[]): boolean =>
  judged.some(({ result, onFinalInput }) => onFinalInput && result.verdict.overrules !== undefined)

/** Marks each objection that a rule of the user's lifts. Denials that are final stay. */
export function overruled(judged: readonly Judged[], policy: FinalPolicy): readonly Judged[] {
  if (!hasOverrule(judged)) return judged
  const lifting = judged.filter(({ onFinalInput }) => onFinalInput).map(({ result }) => result)
  return judged.map((one) => {
    const { id, verdict } = one.result
    const { decision, messageId = '' } = verdict
    const objects = decision === 'ask' || refuses(decision)
    const rule = objects
      ? lifting.find(({ verdict: { overrules = [] } }) =>
          overrules.some((name) => named(name, policy.catalogue) === id),
        )
      : undefined
    if (rule === undefined) return one
    const refusal = { hook: id, decision: decision === 'ask' ? 'ask' : 'deny', messageId } as const
    return isFinal(refusal, policy) ? one : { ...one, result: { ...one.result, overruledBy: rule.id } }
  })
}

/** The id of a hook, or of its alias. */
const named = (name: string, catalogue: readonly HookEntry[]): string =>
  catalogue.find(({ id, aliases }) => id === name || aliases.includes(name))?.id ?? name

/** What is merged: an objection that is lifted says nothing. */
export const counted = (judged: readonly Judged[]): readonly Judged[] =>
  judged.map((one) =>
    one.result.overruledBy === undefined ? one : { ...one, result: { ...one.result, verdict: pass } },
  )
