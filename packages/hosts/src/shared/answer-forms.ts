import { type Answer, capText, NO_REASON, refuses, type Verdict, type JsonObject } from '@holdpoint/engine'

/** The answers that Claude Code reads as JSON, and agents that took them over. */

export const SILENT: Answer = { stdout: '', stderr: '', exitCode: 0 }

/** `hookSpecificOutput.permissionDecision`. `approves`: the host takes a changed input only with an approval. */
export function permission(name: string, verdict: Verdict, approves = false): JsonObject {
  const { decision, rewrite } = verdict
  const isRewritten = rewrite !== undefined && !refuses(decision)
  const word = refuses(decision)
    ? 'deny'
    : decision === 'ask' || decision === 'allow'
      ? decision
      : isRewritten && approves
        ? 'allow'
        : undefined
  return specific(name, {
    ...(word === undefined ? {} : { permissionDecision: word }),
    ...(word === undefined || (word === 'allow' && decision !== 'allow')
      ? {}
      : { permissionDecisionReason: reasonOf(verdict) }),
    ...(isRewritten ? { updatedInput: rewrite } : {}),
    ...context(verdict),
  })
}

/** `hookSpecificOutput.decision.behavior` */
export function request(verdict: Verdict): JsonObject {
  if (refuses(verdict.decision)) return { decision: { behavior: 'deny', message: reasonOf(verdict) } }
  return verdict.decision === 'allow' ? { decision: { behavior: 'allow' } } : {}
}

/** Top-level `decision: "block"`. */
export const decision = (verdict: Verdict): JsonObject =>
  refuses(verdict.decision) || verdict.decision === 'feedback' ? { decision: 'block', reason: reasonOf(verdict) } : {}

export const context = (verdict: Verdict): JsonObject =>
  verdict.context === undefined ? {} : { additionalContext: capText(verdict.context) }

export const specific = (name: string, fields: JsonObject): JsonObject =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...fields } }

export function json(fields: JsonObject, verdict: Verdict): Answer {
  const notice = verdict.notice === undefined ? {} : { systemMessage: capText(verdict.notice) }
  const halt = verdict.halt === undefined ? {} : { continue: false, stopReason: capText(verdict.halt) }
  const body = { ...fields, ...notice, ...halt }
  return Object.keys(body).length === 0 ? SILENT : { ...SILENT, stdout: JSON.stringify(body) }
}

export const reasonOf = (verdict: Verdict): string => capText(verdict.reason ?? '') || NO_REASON
