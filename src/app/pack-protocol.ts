import type { AgentEvent } from '../core/event.ts'
import type { Answer, Host } from '../core/host.ts'
import { packOf } from '../core/packs.ts'
import { refuses, type Verdict } from '../core/verdict.ts'

/** `native`: what the host understands best. `seed`: letter by letter what the source document shows. */
export type Form = 'native' | 'seed'

/** How the hooks of a document answer when one of them is run alone, as its scripts were. */
interface Protocol {
  /** The exit code of a refusal; with 2 the reason is on stderr as well. */
  readonly refusal: 0 | 2
  /** A refusal prints nothing but its reason on stderr. */
  readonly onlyStderr?: true
  /** Messages about a configuration that is wrong: on stderr, and the exit code is 1. */
  readonly mistakes?: readonly string[]
  seed(event: AgentEvent, verdict: Verdict, native: Answer): Answer
}

/** Keyed by pack, or by hook where one differs from its pack. */
const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  planning: { refusal: 2, seed: planningSeed },
  agents: { refusal: 2, seed: agentsSeed },
  orchestrator: { refusal: 0, mistakes: ['config'], seed: orchestratorSeed },
  'orchestrator/task-completed': { refusal: 2, onlyStderr: true, mistakes: ['config'], seed: orchestratorSeed },
  // The hooks of the harness that send the model back do so by their exit code.
  'quality/lint': { refusal: 2, seed: feedbackSeed },
  'plan/plan-validate': { refusal: 2, seed: feedbackSeed },
  'session/forward-motion': { refusal: 2, seed: feedbackSeed },
}

const USUAL: Protocol = {
  refusal: 0,
  seed: (_event, _verdict, native) => (native.stdout === '' ? { ...native, stdout: '{}' } : native),
}

/** `own`: what the hook said, before the engine made an answer to the event of it. */
export function answerAlone(
  id: string,
  event: AgentEvent,
  verdict: Verdict,
  host: Host,
  form: Form,
  own: Verdict = verdict,
): Answer {
  const protocol = PROTOCOLS[id] ?? PROTOCOLS[packOf(id)] ?? USUAL
  if (own.messageId !== undefined && protocol.mistakes?.includes(own.messageId) === true) {
    return { stdout: '', stderr: `${own.notice ?? ''}\n`, exitCode: 1 }
  }
  const native = host.encode(event, approved(verdict))
  if (form === 'seed') return protocol.seed(event, verdict, native)
  const isRefusal = refuses(verdict.decision) || verdict.decision === 'feedback'
  if (!isRefusal || protocol.refusal === 0) return native
  const stdout = protocol.onlyStderr === true ? '' : native.stdout
  return { stdout, stderr: verdict.reason ?? '', exitCode: protocol.refusal }
}

/** Run alone, a hook prints the approval its document shows with a rewrite; in dispatch the host judges the new call. */
const approved = (verdict: Verdict): Verdict =>
  verdict.rewrite !== undefined && verdict.decision === 'pass' ? { ...verdict, decision: 'allow' } : verdict

/** A feedback loop: exit code 2, and what to do on stderr. */
function feedbackSeed(_event: AgentEvent, { decision, reason = '' }: Verdict, native: Answer): Answer {
  return refuses(decision) || decision === 'feedback' ? refusal('', reason) : native
}

/** The output contracts of the planning document. */
function planningSeed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (event.kind === 'tool.before') {
    const word = refuses(decision) ? 'deny' : decision === 'ask' ? 'ask' : 'allow'
    const message = word === 'allow' ? notice : (notice ?? reason)
    const output = { hookSpecificOutput: { permissionDecision: word }, ...(message && { systemMessage: message }) }
    return word === 'deny' ? refusal('', json(output)) : said(json(output))
  }
  if (event.kind === 'tool.after') {
    return decision === 'feedback' ? refusal('', json({ systemMessage: reason })) : said(notice ?? '')
  }
  if (event.kind === 'turn.stop' || event.kind === 'agent.stop') {
    return refuses(decision)
      ? refusal(json({ decision: 'block', reason: reason.split('\n')[0] ?? '', systemMessage: notice ?? reason }), '')
      : said(json({ decision: 'approve', reason: 'Checks passed', systemMessage: notice ?? '' }))
  }
  return said(context === undefined ? '' : json({ systemMessage: context }))
}

/** As the scripts of the orchestrator print it: whatever is no refusal of a stop is context. */
function orchestratorSeed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (event.kind === 'turn.stop' && refuses(decision)) return said(json({ decision: 'block', reason }))
  const text = context ?? (refuses(decision) ? reason : notice)
  if (text === undefined) return said('')
  return said(json({ hookSpecificOutput: { hookEventName: event.name, additionalContext: text } }))
}

/** `systemMessage`, `additionalContext` and `reason` at the top, and the exit code. */
function agentsSeed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (refuses(decision) || decision === 'feedback')
    return refusal(json(event.kind === 'teammate.idle' ? { systemMessage: reason } : { reason }), reason)
  const fields = { ...(notice && { systemMessage: notice }), ...(context && { additionalContext: context }) }
  return said(Object.keys(fields).length === 0 ? '' : json(fields))
}

const json = (value: object): string => JSON.stringify(value)
const said = (stdout: string): Answer => ({ stdout, stderr: '', exitCode: 0 })
const refusal = (stdout: string, stderr: string): Answer => ({ stdout, stderr, exitCode: 2 })
