import { type AgentEvent, type Answer, type Protocol, refuses, type Verdict } from '@holdpoint/engine'
import { accepted, json, refused } from '../shared/answers.ts'

export const PROTOCOL: Protocol = { refusal: 2, seed }

/** The output contracts of the planning document. */
function seed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (event.kind === 'tool.before') {
    const word = refuses(decision) ? 'deny' : decision === 'ask' ? 'ask' : 'allow'
    const message = word === 'allow' ? notice : (notice ?? reason)
    const output = { hookSpecificOutput: { permissionDecision: word }, ...(message && { systemMessage: message }) }
    return word === 'deny' ? refused('', json(output)) : accepted(json(output))
  }
  if (event.kind === 'tool.after') {
    return decision === 'feedback' ? refused('', json({ systemMessage: reason })) : accepted(notice ?? '')
  }
  if (event.kind === 'turn.stop' || event.kind === 'agent.stop') {
    return refuses(decision)
      ? refused(json({ decision: 'block', reason: reason.split('\n')[0] ?? '', systemMessage: notice ?? reason }), '')
      : accepted(json({ decision: 'approve', reason: 'Checks passed', systemMessage: notice ?? '' }))
  }
  return accepted(context === undefined ? '' : json({ systemMessage: context }))
}
