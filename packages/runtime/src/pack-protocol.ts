import { type AgentEvent, type Answer, type Host, type Protocol, refuses, type Verdict } from '@holdpoint/engine'
import { packFor } from '@holdpoint/packs'

/** `native`: what the host supports best. `seed`: exactly what the source document shows. */
export type Form = 'native' | 'seed'

const USUAL: Protocol = {
  refusal: 0,
  seed: (_event, _verdict, native) => (native.stdout === '' ? { ...native, stdout: '{}' } : native),
}

/** `own`: the hook's verdict, before the engine turned it into an answer. */
export function answerAlone(
  id: string,
  event: AgentEvent,
  verdict: Verdict,
  host: Host,
  form: Form,
  own: Verdict = verdict,
): Answer {
  const protocol = packFor(id)?.protocolOf?.(id) ?? USUAL
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

/** A hook that runs alone prints its document's approval with a rewrite; in dispatch the host judges the new call. */
const approved = (verdict: Verdict): Verdict =>
  verdict.rewrite !== undefined && verdict.decision === 'pass' ? { ...verdict, decision: 'allow' } : verdict
