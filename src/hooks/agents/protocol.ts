import type { AgentEvent } from '../../core/event.ts'
import type { Answer } from '../../core/host.ts'
import type { Protocol } from '../../core/pack.ts'
import { refuses, type Verdict } from '../../core/verdict.ts'
import { accepted, json, refused } from '../shared/answers.ts'

export const PROTOCOL: Protocol = { refusal: 2, seed }

/** `systemMessage`, `additionalContext` and `reason` at the top, and the exit code. */
function seed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (refuses(decision) || decision === 'feedback')
    return refused(json(event.kind === 'teammate.idle' ? { systemMessage: reason } : { reason }), reason)
  const fields = { ...(notice && { systemMessage: notice }), ...(context && { additionalContext: context }) }
  return accepted(Object.keys(fields).length === 0 ? '' : json(fields))
}
