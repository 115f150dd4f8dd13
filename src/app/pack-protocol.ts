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
  seed(event: AgentEvent, verdict: Verdict, native: Answer): Answer
}

/** Keyed by pack, or by hook where one differs from its pack. */
const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  planning: { refusal: 2, seed: planningSeed },
  // The hooks of the harness that send the model back do so by their exit code.
  'quality/lint': { refusal: 2, seed: feedbackSeed },
  'plan/plan-validate': { refusal: 2, seed: feedbackSeed },
  'session/forward-motion': { refusal: 2, seed: feedbackSeed },
}

const USUAL: Protocol = {
  refusal: 0,
  seed: (_event, _verdict, native) => (native.stdout === '' ? { ...native, stdout: '{}' } : native),
}

export function answerAlone(id: string, event: AgentEvent, verdict: Verdict, host: Host, form: Form): Answer {
  const protocol = PROTOCOLS[id] ?? PROTOCOLS[packOf(id)] ?? USUAL
  const native = host.encode(event, approved(verdict))
  if (form === 'seed') return protocol.seed(event, verdict, native)
  const isRefusal = refuses(verdict.decision) || verdict.decision === 'feedback'
  if (!isRefusal || protocol.refusal === 0) return native
  return { ...native, stderr: verdict.reason ?? '', exitCode: protocol.refusal }
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

const json = (value: object): string => JSON.stringify(value)
const said = (stdout: string): Answer => ({ stdout, stderr: '', exitCode: 0 })
const refusal = (stdout: string, stderr: string): Answer => ({ stdout, stderr, exitCode: 2 })
