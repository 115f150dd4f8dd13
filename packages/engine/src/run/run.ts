import { messageOf } from '../errors.ts'
import type { AgentEvent } from '../event.ts'
import type { Hook, HookContext, HookEntry, HookResult } from '../hook.ts'
import type { Services } from '../services.ts'
import { monotonicMs } from '../lib/time.ts'
import {
  isDecision,
  labelled,
  observed,
  pass,
  refuses,
  renderMessage,
  withoutLabels,
  type Verdict,
} from '../verdict.ts'
import type { Level } from '../policy/settings.ts'
import { withoutWrites } from './quiet.ts'
import type { Selection } from './select.ts'

export interface RunDeps {
  load(id: string): Promise<Hook>
  /** The signal is made when a service first asks for it: most hooks use none, and one costs 10 us. */
  services(signal: () => AbortSignal): Services | Promise<Services>
}

/** So that we can still answer when the hook is just as slow as the host allows. */
const EARLY = 0.9

/** Runs one hook. Never throws, never takes longer than its time. */
export async function runHook(
  { entry, setting }: Selection,
  event: AgentEvent,
  remainingMs: number,
  deps: RunDeps,
): Promise<HookResult> {
  const startedAt = monotonicMs()
  const ended = (rest: Omit<HookResult, 'id' | 'ms'>): HookResult => ({
    id: entry.id,
    ms: monotonicMs() - startedAt,
    ...rest,
  })
  const limitMs = Math.min(setting.timeoutMs * EARLY, remainingMs)
  const ending = openEnding()
  try {
    if (limitMs <= 0) throw new Timeout('no time was left for it')
    const hook = await deps.load(entry.id)
    const services = await deps.services(ending.signal)
    const given = setting.level === 'observe' ? { ...withoutWrites(services), isObserved: true } : services
    const running = hook.run(contextOf(hook, event, setting.options, ending.signal, given))
    const verdict = running instanceof Promise ? await withinLimit(limitMs, running) : running
    return ended(atLevel(entry, setting.level, checked(verdict)))
  } catch (error) {
    ending.end()
    const kind = error instanceof Timeout ? 'timeout' : 'error'
    const message = messageOf(error)
    const verdict = onError(entry, message)
    const heeded = setting.level === 'observe' && refuses(verdict.decision) ? observed(verdict) : { verdict }
    return ended({ ...heeded, failure: { kind, message } })
  }
}

class Timeout extends Error {}

/** An AbortController that is made when its signal is first used. */
function openEnding(): { signal(): AbortSignal; end(): void } {
  let controller: AbortController | undefined
  let hasEnded = false
  return {
    signal() {
      controller ??= new AbortController()
      if (hasEnded) controller.abort()
      return controller.signal
    },
    end() {
      hasEnded = true
      controller?.abort()
    },
  }
}

function withinLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Timeout(`it took longer than ${Math.round(limitMs)} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function contextOf(
  hook: Hook,
  event: AgentEvent,
  options: unknown,
  signal: () => AbortSignal,
  services: Services,
): HookContext {
  const say = (decision: Verdict['decision']): HookContext['deny'] => {
    return (id, data) => {
      const { exact, why = '', fix = '' } = hook.meta.messages[id] ?? {}
      const reason = text(hook, id, data)
      // A text of one part is its author's whole sentence.
      const isInParts = why !== '' || fix !== ''
      return {
        decision,
        messageId: id,
        reason: isInParts ? labelled(decision, reason) : reason,
        ...(exact !== undefined && { exact: true }),
      }
    }
  }
  return {
    event,
    options,
    get signal() {
      return signal()
    },
    services,
    pass,
    deny: say('deny'),
    ask: say('ask'),
    allow: say('allow'),
    block: say('block'),
    feedback: say('feedback'),
    rewrite: (input, id, data) => ({ ...say('pass')(id, data), rewrite: input }),
    notice: (id, data) => ({ decision: 'pass', messageId: id, notice: text(hook, id, data) }),
    inject: (context) => (context.trim() === '' ? pass : { decision: 'pass', context }),
  }
}

function text(hook: Hook, id: string, data: Parameters<HookContext['deny']>[1]): string {
  const message = hook.meta.messages[id]
  if (message === undefined) throw new Error(`${hook.meta.id} has no message "${id}"`)
  return renderMessage(message, data)
}

/** A hook in plain JavaScript may return anything; what is no verdict is an error, not a pass. */
function checked(verdict: Verdict): Verdict {
  if (typeof verdict !== 'object' || verdict === null || !isDecision(verdict.decision)) {
    throw new Error('it returned no verdict')
  }
  return verdict
}

type AtLevel = Pick<HookResult, 'verdict' | 'withheld' | 'observed'>

function atLevel(entry: HookEntry, level: Level, verdict: Verdict): AtLevel {
  if (level === 'observe') return verdict.parts === undefined ? observed(verdict) : { verdict: observedParts(verdict) }
  return level === 'warn' ? warned(entry, verdict) : { verdict }
}

const observedParts = ({ parts = [] }: Verdict): Verdict => ({
  ...pass,
  parts: parts.map((part) => ({ ...part, ...observed(part.verdict) })),
})

/** At level `warn` a gate says what it would have done, and lets it happen. */
function warned(entry: HookEntry, verdict: Verdict): AtLevel {
  const bites =
    refuses(verdict.decision) ||
    ['ask', 'feedback'].includes(verdict.decision) ||
    verdict.rewrite !== undefined ||
    verdict.halt !== undefined
  if (!bites) return { verdict }
  const said = `Warning from ${entry.id}: ${withoutLabels(verdict.reason ?? 'it objects.')}`
  const context = verdict.context === undefined ? said : `${said}\n\n${verdict.context}`
  return {
    verdict: { decision: 'pass', ...(verdict.messageId && { messageId: verdict.messageId }), context, notice: said },
    withheld: verdict.decision,
  }
}

function onError(entry: HookEntry, message: string): Verdict {
  if (entry.onError === 'open') {
    return {
      decision: 'pass',
      notice: `Hook ${entry.pack?.shownAs ?? entry.id} encountered an unexpected error (exit 1). Failing open. (${message})`,
    }
  }
  const isTool = entry.on.includes('tool.before')
  if (entry.onError === 'ask' && isTool) {
    return {
      decision: 'ask',
      messageId: 'could-not-check',
      reason:
        `Needs approval: ${entry.id} could not check this (${message}). ` +
        `Approve it only if you know what it does. \`holdpoint explain ${entry.id}\` shows what the hook checks.`,
    }
  }
  return {
    decision: isTool ? 'deny' : 'block',
    messageId: 'could-not-check',
    reason:
      `Blocked: ${entry.id} could not check this (${message}). The hook fails closed. ` +
      `Try again. If it keeps failing, ask the user to run \`holdpoint doctor\`.`,
  }
}
