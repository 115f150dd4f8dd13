import { type AgentEvent, type Answer, capText, refuses, type Verdict } from '@holdpoint/engine'
import { context, decision, json, permission, reasonOf, request, SILENT, specific } from '../shared/answer-forms.ts'
import { specOf } from './events.ts'

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

/** Text that happens to look like JSON could be read as an answer instead of as instructions. */
function text(verdict: Verdict): Answer {
  if (refuses(verdict.decision)) return { ...SILENT, stdout: JSON.stringify(decision(verdict)) }
  if (verdict.context === undefined) return SILENT
  const looksLikeJson = /^\s*[{[]/.test(verdict.context)
  return { ...SILENT, stdout: capText(looksLikeJson ? `Context:\n${verdict.context}` : verdict.context) }
}
