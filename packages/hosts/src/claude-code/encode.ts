import {
  type AgentEvent,
  type Answer,
  capText,
  NO_REASON,
  refuses,
  type Verdict,
  type JsonObject,
} from '@holdpoint/engine'
import { specOf } from './events.ts'

const SILENT: Answer = { stdout: '', stderr: '', exitCode: 0 }

/** One JSON object on stdout and nothing else: any other line there turns a denial into a pass. */
export function encode(event: AgentEvent, verdict: Verdict): Answer {
  const form = specOf(event.name).form
  switch (form) {
    case 'permission':
      return json(permission(event.name, verdict), verdict)
    case 'request':
      return json(specific(event.name, request(verdict)), verdict)
    case 'elicitation':
      return json(specific(event.name, refuses(verdict.decision) ? { action: 'decline' } : {}), verdict)
    case 'decision':
      return json({ ...decision(verdict), ...specific(event.name, context(verdict)) }, verdict)
    case 'exit2':
      // JSON cannot refuse here; the reason alone goes to stderr, where the host picks it up.
      return refuses(verdict.decision) ? { stdout: '', stderr: reasonOf(verdict), exitCode: 2 } : json({}, verdict)
    case 'text':
      return text(verdict)
    case 'none':
      return SILENT
  }
}

function permission(name: string, verdict: Verdict): JsonObject {
  const { decision, rewrite } = verdict
  const word = refuses(decision) ? 'deny' : decision === 'ask' || decision === 'allow' ? decision : undefined
  return specific(name, {
    ...(word === undefined ? {} : { permissionDecision: word, permissionDecisionReason: reasonOf(verdict) }),
    ...(rewrite === undefined || word === 'deny' ? {} : { updatedInput: rewrite }),
    ...context(verdict),
  })
}

function request(verdict: Verdict): JsonObject {
  if (refuses(verdict.decision)) return { decision: { behavior: 'deny', message: reasonOf(verdict) } }
  return verdict.decision === 'allow' ? { decision: { behavior: 'allow' } } : {}
}

const decision = (verdict: Verdict): JsonObject =>
  refuses(verdict.decision) || verdict.decision === 'feedback' ? { decision: 'block', reason: reasonOf(verdict) } : {}

const context = (verdict: Verdict): JsonObject =>
  verdict.context === undefined ? {} : { additionalContext: capText(verdict.context) }

const specific = (name: string, fields: JsonObject): JsonObject =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...fields } }

function json(fields: JsonObject, verdict: Verdict): Answer {
  const notice = verdict.notice === undefined ? {} : { systemMessage: capText(verdict.notice) }
  const halt = verdict.halt === undefined ? {} : { continue: false, stopReason: capText(verdict.halt) }
  const body = { ...fields, ...notice, ...halt }
  return Object.keys(body).length === 0 ? SILENT : { ...SILENT, stdout: JSON.stringify(body) }
}

/** Text that happens to look like JSON could be read as an answer instead of as instructions. */
function text(verdict: Verdict): Answer {
  if (refuses(verdict.decision)) return { ...SILENT, stdout: JSON.stringify(decision(verdict)) }
  if (verdict.context === undefined) return SILENT
  const looksLikeJson = /^\s*[{[]/.test(verdict.context)
  return { ...SILENT, stdout: capText(looksLikeJson ? `Context:\n${verdict.context}` : verdict.context) }
}

const reasonOf = (verdict: Verdict): string => capText(verdict.reason ?? '') || NO_REASON
