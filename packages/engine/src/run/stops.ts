import { countOf, withCount } from '../lib/counts.ts'
import type { AgentEvent, PromptSubmit } from '../event.ts'
import { sha256Hex } from '../lib/sha256.ts'
import { counted } from '../lib/plural.ts'
import { refuses, withoutLabels, type Verdict } from '../verdict.ts'
import type { Memory } from './memory.ts'

/**
 * Some hosts let a hook hold an agent at its stop for ever, so we count for ourselves: per session and
 * sub-agent, over all packs, until the user says something or a stop passes.
 */
export function capStops(event: AgentEvent, verdict: Verdict, memory: Memory, cap: number): Verdict {
  if (event.kind === 'prompt.submit' && Object.keys(memory.now.stops).length > 0 && isNewTurn(event, memory)) {
    memory.change(({ stopReason: _, ...old }) => ({ ...old, stops: {} }))
  }
  if (event.kind !== 'turn.stop' && event.kind !== 'agent.stop') return verdict

  const who = event.kind === 'agent.stop' ? (event.agent?.id ?? event.agent?.type ?? 'unknown') : ''
  const before = countOf(memory.now.stops, who)
  if (!refuses(verdict.decision)) {
    if (before > 0) memory.change((old) => ({ ...old, stops: withCount(old.stops, who, 0) }))
    return verdict
  }
  if (before >= cap) {
    const { reason, ...rest } = verdict
    const open = withoutLabels(reason ?? 'no reason was given.')
    const notice = `The agent stopped after ${counted(cap, 'blocked attempt')} in a row. Still open: ${open}`
    return { ...rest, decision: 'pass', notice: [rest.notice, notice].filter(Boolean).join('\n') }
  }
  const stopReason = sha256Hex(wordsOf(verdict.reason ?? ''))
  memory.change((old) => ({ ...old, stopReason, stops: withCount(old.stops, who, countOf(old.stops, who) + 1) }))
  return verdict
}

/** Some hosts send the reason of a blocked stop back as a prompt, alone or inside a frame of their own. */
function isNewTurn({ prompt, fromUser }: PromptSubmit, { now }: Memory): boolean {
  if (!fromUser) return false
  return now.stopReason === undefined || sha256Hex(wordsOf(prompt)) !== now.stopReason
}

const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
