import type { AgentEvent, ToolBefore } from '../event.ts'
import type { HookEntry } from '../hook.ts'
import type { Settings } from '../policy/settings.ts'
import { NO_REASON, refuses, type Verdict } from '../verdict.ts'
import type { Judged } from './merge.ts'

/** One hook's objection to a tool call. */
export interface Refusal {
  readonly hook: string
  readonly decision: 'ask' | 'deny'
  readonly messageId: string
}

/** A tool call that is about to be denied or asked about. */
export interface RefusedCall {
  readonly event: ToolBefore
  readonly refusals: readonly Refusal[]
  /** The merged reason, as the model would read it. */
  readonly reason: string
}

/**
 * `used`: the user had allowed exactly this call once, and that grant is gone now. `requested`: the user may still
 * allow it; `how` is the sentence that says so.
 */
export type Approval =
  | { readonly state: 'used'; readonly id: string }
  | { readonly state: 'requested'; readonly id: string; readonly how: string }

/**
 * Decides between merge and degrade whether the user has allowed a refused call. Undefined: there is no way to allow
 * it, and the refusal stands.
 */
export interface Approvals {
  /** Whether there is a grant for this call, in force or not. Asked only about refused calls. */
  hasGrant(event: ToolBefore): Promise<boolean>
  settle(call: RefusedCall): Promise<Approval | undefined>
}

export interface Settled {
  readonly verdict: Verdict
  readonly approval?: Pick<Approval, 'state' | 'id'>
}

/** What decides whether a denial is final. */
export interface FinalPolicy {
  readonly catalogue: readonly HookEntry[]
  readonly settings: Pick<Settings, 'own'>
}

interface Policy extends FinalPolicy {
  readonly approvals?: Approvals | undefined
}

export async function mayBeAllowed(event: AgentEvent, judged: readonly Judged[], policy: Policy): Promise<boolean> {
  const { approvals } = policy
  if (approvals === undefined || event.kind !== 'tool.before') return false
  const refusals = refusalsIn(judged)
  if (refusals.length === 0 || refusals.some((refusal) => isFinal(refusal, policy))) return false
  return approvals.hasGrant(event).catch(() => false)
}

/** Lets a call pass that the user has allowed once; tells how to allow any other refused call. */
export async function settleApproval(
  event: AgentEvent,
  verdict: Verdict,
  judged: readonly Judged[],
  policy: Policy,
): Promise<Settled> {
  const { approvals } = policy
  if (approvals === undefined || event.kind !== 'tool.before' || !isRefused(verdict)) return { verdict }
  const refusals = refusalsIn(judged)
  if (verdict.halt !== undefined || refusals.some((refusal) => isFinal(refusal, policy))) return { verdict }
  // A store that fails grants nothing.
  const approval = await approvals
    .settle({ event, refusals, reason: verdict.reason ?? '' })
    .catch((): undefined => undefined)
  if (approval === undefined) return { verdict }
  const { state, id } = approval
  if (approval.state === 'requested') {
    const { how } = approval
    const told = { ...verdict, reason: joined(verdict.reason || NO_REASON, how) }
    // Agents cut a long reason on the screen; a question they show in full.
    const isCut = event.attended === true && refuses(verdict.decision)
    return {
      verdict: isCut ? { ...told, notice: joined(verdict.notice, how) } : told,
      approval: { state, id },
    }
  }
  const { reason: _, ...rest } = verdict
  const notice = joined(verdict.notice, `Allowed once by your grant ${id}.`)
  return { verdict: { ...rest, decision: 'pass', notice }, approval: { state, id } }
}

const joined = (one: string | undefined, other: string): string =>
  one === undefined || one === '' ? other : `${one}\n${other}`

const isRefused = ({ decision }: Verdict): boolean => decision === 'ask' || refuses(decision)

const refusalsIn = (judged: readonly Judged[]): readonly Refusal[] =>
  judged
    .map(({ result }) => result)
    .filter(({ verdict }) => isRefused(verdict))
    .map(({ id, verdict }) => ({
      hook: id,
      decision: verdict.decision === 'ask' ? 'ask' : 'deny',
      messageId: verdict.messageId ?? '',
    }))

/** Denials that the user cannot lift: those of hooks that are always on, and those the administrator wrote. */
export function isFinal({ hook, decision }: Refusal, { catalogue, settings }: FinalPolicy): boolean {
  if (decision !== 'deny') return false
  const entry = catalogue.find(({ id }) => id === hook)
  if (entry !== undefined && isFinalHook(entry)) return true
  return settings.own?.rules.some(({ id, layer }) => id === hook && layer === 'managed') === true
}

/** A hook that is always on, or that the administrator wrote. */
export const isFinalHook = ({ enabledBy, ownLayer }: HookEntry): boolean =>
  enabledBy === 'always' || ownLayer === 'managed'
