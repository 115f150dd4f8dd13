import { type AgentEvent, type Answer, type Protocol, refuses, type Verdict } from '@holdpoint/engine'
import { accepted, json, refused } from '../shared/answers.ts'

export const PROTOCOL: Protocol = { refusal: 2, seed }

/** `systemMessage`, `additionalContext` and `reason` at the top, and the exit code. */
function seed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (refuses(decision) || decision === 'feedback')
    return refused(json(event.kind === 'teammate.idle' ? { systemMessage: reason } : { reason }), reason)
  const fields = { ...(notice && { systemMessage: notice }), ...(context && { additionalContext: context }) }
  return accepted(Object.keys(fields).length === 0 ? '' : json(fields))
}
