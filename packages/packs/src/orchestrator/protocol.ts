import { type AgentEvent, type Answer, type Protocol, refuses, type Verdict } from '@holdpoint/engine'
import { accepted, json } from '../shared/answers.ts'

export const PROTOCOL: Protocol = { refusal: 0, mistakes: ['config'], seed }

export const TASK_PROTOCOL: Protocol = { ...PROTOCOL, refusal: 2, onlyStderr: true }

/** The output of the orchestrator's scripts: everything except a blocked stop is context. */
function seed(event: AgentEvent, { decision, reason = '', notice, context }: Verdict): Answer {
  if (event.kind === 'turn.stop' && refuses(decision)) return accepted(json({ decision: 'block', reason }))
  const text = context ?? (refuses(decision) ? reason : notice)
  if (text === undefined) return accepted('')
  return accepted(json({ hookSpecificOutput: { hookEventName: event.name, additionalContext: text } }))
}
