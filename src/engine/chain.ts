import type { AgentEvent } from '../core/event.ts'
import type { Host } from '../core/host.ts'
import { monotonicMs } from '../core/time.ts'
import { refuses, type Verdict } from '../core/verdict.ts'
import { endsAtFirstDenial, groupOf } from '../core/packs.ts'
import type { Judged } from './merge.ts'
import { runHook, type HookResult, type RunDeps } from './run.ts'
import type { Selection } from './select.ts'

export interface ChainResult {
  readonly judged: readonly Judged[]
  /** The whole tool input to use instead, when any hook changed it. */
  readonly rewrite: Verdict['rewrite']
}

type ChainDeps = RunDeps & { readonly host: Host }

/** However generous the host, nobody waits longer than this; an installed entry has at most a minute. */
const MAX_EVENT_MS = 54_000
const EARLY = 0.9

/** Runs hooks one after the other, so that each sees what the ones before it made of the tool call. */
export async function runChain(
  event: AgentEvent,
  selected: readonly Selection[],
  deps: ChainDeps,
): Promise<ChainResult> {
  const deadline = monotonicMs() + Math.min(deps.host.limitMs(event.name) * EARLY, MAX_EVENT_MS)
  const run = (selection: Selection, seen: AgentEvent): Promise<HookResult> =>
    runHook(selection, seen, deadline - monotonicMs(), deps)

  const ended = new Set<string>()
  const steps: { readonly selection: Selection; readonly result: HookResult; readonly version: number }[] = []
  let current = event
  let version = 0
  for (const selection of selected) {
    const group = groupOf(selection.entry.id)
    if (ended.has(group)) continue
    const result = await run(selection, current)
    steps.push({ selection, result, version })
    if (refuses(result.verdict.decision) && event.kind === 'tool.before' && endsAtFirstDenial(group)) ended.add(group)
    const changed = rewritten(current, result.verdict, deps.host)
    if (changed !== undefined) {
      current = changed
      version += 1
    }
  }

  const judged: Judged[] = steps.map(({ result, version: seen }) => ({ result, onFinalInput: seen === version }))
  if (version === 0) return { judged, rewrite: undefined }
  const missed = steps.filter((step) => step.version < version && step.selection.entry.role === 'gate')
  for (const { selection } of missed.filter(({ result }) => result.verdict.rewrite === undefined)) {
    judged.push({ result: onlyObjections(await run(selection, current)), onFinalInput: false })
  }
  return { judged, rewrite: inputOf(current) }
}

/** A rewrite names the fields it changes; the host wants the whole input. */
function rewritten(event: AgentEvent, verdict: Verdict, host: Host): AgentEvent | undefined {
  if (verdict.rewrite === undefined || !('tool' in event)) return undefined
  const changed = host.withInput(event, { ...event.tool.input, ...verdict.rewrite })
  return 'tool' in changed ? { ...changed, tool: { ...changed.tool, rewritten: true } } : changed
}

const inputOf = (event: AgentEvent): Verdict['rewrite'] => ('tool' in event ? event.tool.input : undefined)

/** Gates that ran before the rewrite look again at the final form. They may object, but not start a new round. */
function onlyObjections(result: HookResult): HookResult {
  const { decision, reason, messageId } = result.verdict
  const objects = refuses(decision) || decision === 'ask'
  const verdict: Verdict = objects
    ? { decision, ...(reason !== undefined && { reason }), ...(messageId !== undefined && { messageId }) }
    : { decision: 'pass' }
  return { ...result, verdict }
}
