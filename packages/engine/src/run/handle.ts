import type { AgentEvent } from '../event.ts'
import type { HookEntry, HookResult } from '../hook.ts'
import { packOf, type PackRules } from '../pack.ts'
import type { Host } from '../host.ts'
import type { Sign } from '../lib/signature.ts'
import { pass, type Verdict } from '../verdict.ts'
import type { Settings } from '../policy/settings.ts'
import { isFinalHook, mayBeAllowed, settleApproval, type Approvals, type Settled } from './approvals.ts'
import { settleAsks, type AskAnswer, type CallFates } from './asks.ts'
import { countResults, isOpen, openNotice } from './breaker.ts'
import { carryOver } from './carry.ts'
import { runChain, type ChainResult } from './chain.ts'
import { degrade } from './degrade.ts'
import type { Memory } from './memory.ts'
import { merge } from './merge.ts'
import { announce, deliverNotices, troubles, type Announcement } from './notices.ts'
import { counted, hasOverrule, overruled } from './overrule.ts'
import type { RunDeps } from './run.ts'
import { select, type Selection } from './select.ts'
import { capStops } from './stops.ts'

export interface Engine extends RunDeps {
  readonly host: Host
  readonly catalogue: readonly HookEntry[]
  readonly settings: Settings
  readonly memory: Memory
  /** What the user should see at the first opportunity. */
  readonly announcements: readonly Announcement[]
  /** Names hooks and decision in every reason; absent where a document shows the reason alone. */
  readonly sign?: Sign | undefined
  /** What the agent's record says of calls that were asked about. */
  readonly callFates?: CallFates
  /** What the user has allowed once; absent where nothing can be allowed, as in a rehearsal. */
  readonly approvals?: Approvals | undefined
  /** Hooks that the user has switched off for a time. Final denials stay. */
  readonly snoozed?: ReadonlySet<string> | undefined
  /** Asked at most once per event, and only when a hook that could be switched off is concerned. */
  isDevMode(): boolean
  /** What a pack's own configuration file says, where it has one. */
  rules?(pack: string): PackRules | undefined
}

export interface Outcome {
  readonly verdict: Verdict
  readonly results: readonly HookResult[]
  readonly lowered: readonly string[]
  /** The user's answers to earlier questions that this event reveals. */
  readonly answers: readonly AskAnswer[]
  /** What the user was offered to allow, or had allowed. */
  readonly approval?: NonNullable<Settled['approval']>
}

/** One event, through every hook it concerns, to one verdict that the host can express. */
export async function handle(event: AgentEvent, engine: Engine): Promise<Outcome> {
  const { settings, memory, host } = engine
  const selected = select(event, engine.catalogue, settings)
  const skipped = selected.map((selection) => skip(selection, engine))
  const active = selected.filter((_, index) => skipped[index] === undefined)
  const chain = await runChain(event, active, engine)
  // What the user may have allowed is judged by every hook, also by those that a denial left out.
  const isExamined = hasOverrule(chain.judged) || (await mayBeAllowed(event, chain.judged, engine))
  const { judged: heard, rewrite } = isExamined ? await chain.finish() : chain
  const judged = overruled(heard, engine)

  const results = [...skipped.filter((result) => result !== undefined), ...judged.map(({ result }) => result)]
  countResults(results, memory, (id) => thresholdIn(engine, id))
  const counting = counted(judged)
  const merged = merge(counting.map(withoutFailureNotice), rewrite, engine.sign)
  const { verdict: settled, approval } = await settleApproval(event, merged, counting, engine)
  const announced = announce(settled, [...troubles(results), ...engine.announcements], memory)
  const capped = capStops(event, announced, memory, settings.stopBlockCap)
  const carried = carryOver(event, capped, memory, host)
  const { verdict, lowered } = degrade(carried.verdict, host.powers(event.name, event.permissionMode), event.kind)
  const answers = settleAsks(event, verdict, memory, engine.callFates)
  return {
    verdict: deliverNotices(verdict, event, host, memory),
    lowered: [...carried.lowered, ...lowered],
    results,
    answers,
    ...(approval !== undefined && { approval }),
  }
}

/** In the order in which documents look, after the user's word: development mode, the pack's own flags, the breaker. */
function skip({ entry }: Selection, engine: Engine): HookResult | undefined {
  const skippedFor = (skipped: NonNullable<HookResult['skipped']>, notice?: string): HookResult => ({
    id: entry.id,
    ms: 0,
    verdict: notice === undefined ? pass : { ...pass, notice },
    skipped,
  })
  if (engine.snoozed?.has(entry.id) === true && !isFinalHook(entry)) return skippedFor('snoozed')
  const pack = packOf(entry.id)
  const rules = engine.rules?.(pack)
  const switchable = entry.onError === 'open' && engine.settings.devMode.packs.includes(pack)
  if (switchable && (rules ?? engine).isDevMode()) return skippedFor('dev-mode')
  if (rules?.isOff(entry.id) === true) return skippedFor('flag')
  const threshold = thresholdIn(engine, entry.id)
  return isOpen(entry, engine.memory, threshold) ? skippedFor('breaker', openNotice(entry, threshold)) : undefined
}

const thresholdIn = ({ rules, settings }: Engine, id: string): number =>
  rules?.(packOf(id))?.breakerThreshold ?? settings.breakerThreshold

type JudgedResult = ChainResult['judged'][number]

/** A failure is announced once per session; its notice must not come with every event. */
function withoutFailureNotice(judged: JudgedResult): JudgedResult {
  if (judged.result.failure === undefined) return judged
  const { notice: _, ...verdict } = judged.result.verdict
  return { ...judged, result: { ...judged.result, verdict } }
}
