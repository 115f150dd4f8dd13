import type { AgentEvent } from '../event.ts'
import type { Host } from '../host.ts'
import { monotonicMs } from '../lib/time.ts'
import { refuses, type Verdict } from '../verdict.ts'
import type { HookResult } from '../hook.ts'
import { groupOf } from '../pack.ts'
import type { Judged } from './merge.ts'
import { runHook, type RunDeps } from './run.ts'
import type { Selection } from './select.ts'

export interface ChainResult {
  readonly judged: readonly Judged[]
  /** The whole tool input to use instead, when any hook changed it. */
  readonly rewrite: Verdict['rewrite']
  /** The same with the hooks that a denial had left out. */
  finish(): Promise<ChainResult>
}

type ChainDeps = RunDeps & { readonly host: Host }

/** Upper limit for one event even if the host allows more; an installed entry has at most a minute. */
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
  const left: Selection[] = []
  const steps: { readonly selection: Selection; readonly result: HookResult; readonly version: number }[] = []
  let current = event
  let version = 0
  let isRefused = false

  async function step(selection: Selection): Promise<void> {
    const result = await run(selection, current)
    steps.push({ selection, result, version })
    if (refuses(result.verdict.decision) && event.kind === 'tool.before') {
      isRefused = true
      if (selection.entry.pack?.endsAtFirstDenial === true) ended.add(groupOf(selection.entry))
    }
    const changed = rewritten(current, result.verdict, deps.host)
    if (changed !== undefined) {
      current = changed
      version += 1
    }
  }

  async function conclude(): Promise<ChainResult> {
    const judged: Judged[] = steps.flatMap(({ result, version: seen }) =>
      partsOf(result).map((part) => ({ result: part, onFinalInput: seen === version })),
    )
    if (version === 0) return { judged, rewrite: undefined, finish }
    const missed = steps.filter(({ selection, version: seen }) => seen < version && selection.entry.role === 'gate')
    // Of several that answer as one, those that did not rewrite have not seen it either.
    const isBlind = ({ verdict }: HookResult): boolean => verdict.rewrite === undefined || verdict.parts !== undefined
    for (const { selection } of missed.filter(({ result }) => isBlind(result))) {
      for (const part of partsOf(await run(selection, current))) {
        judged.push({ result: onlyObjections(part), onFinalInput: false })
      }
    }
    return { judged, rewrite: inputOf(current), finish }
  }

  async function finish(): Promise<ChainResult> {
    for (const selection of left.splice(0)) await step(selection)
    return conclude()
  }

  for (const selection of selected) {
    const isOver = ended.has(groupOf(selection.entry)) || (isRefused && selection.entry.asksOthers === true)
    if (isOver) left.push(selection)
    else await step(selection)
  }
  return conclude()
}

/** A rewrite names the fields it changes; the host requires the whole input. */
function rewritten(event: AgentEvent, verdict: Verdict, host: Host): AgentEvent | undefined {
  if (verdict.rewrite === undefined || !('tool' in event)) return undefined
  const changed = host.withInput(event, { ...event.tool.input, ...verdict.rewrite })
  return 'tool' in changed ? { ...changed, tool: { ...changed.tool, rewritten: true } } : changed
}

/** Each part is one result, as if it were a hook of its own; the first one carries the time of all. */
function partsOf(result: HookResult): readonly HookResult[] {
  const { parts } = result.verdict
  if (parts === undefined || parts.length === 0) return [result]
  return parts.map(({ id, verdict, withheld, observed, failure }, index) => ({
    id,
    verdict,
    ms: index === 0 ? result.ms : 0,
    ...(withheld !== undefined && { withheld }),
    ...(observed === true && { observed }),
    ...(failure !== undefined && { failure }),
  }))
}

const inputOf = (event: AgentEvent): Verdict['rewrite'] => ('tool' in event ? event.tool.input : undefined)

/** Gates that ran before the rewrite look again at the final form. They may object, but not start a new round. */
function onlyObjections(result: HookResult): HookResult {
  const { decision, reason, messageId, exact } = result.verdict
  const objects = refuses(decision) || decision === 'ask'
  const verdict: Verdict = objects
    ? {
        decision,
        ...(reason !== undefined && { reason }),
        ...(messageId !== undefined && { messageId }),
        ...(exact !== undefined && { exact }),
      }
    : { decision: 'pass' }
  return { ...result, verdict }
}
