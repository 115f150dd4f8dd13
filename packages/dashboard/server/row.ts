import { type AuditRecord, hasTrouble, rowOf, shortId } from '@holdpoint/runtime/audit'
import type { DecisionRow } from '../api.ts'

/** A row shows less; only a forged line has more. */
const MAX_FIELD = 1_000

const clip = (text: string): string => text.slice(0, MAX_FIELD)

export function decisionRow(record: AuditRecord): DecisionRow {
  const { id, at, decision = 'unknown', event, tool, session, agent, subject, ms, hooks, approval } = record
  const { what, why } = rowOf(record)
  return {
    id,
    shortId: shortId(id),
    ...(at !== undefined && { at }),
    decision,
    ...(event !== undefined && { event: clip(event) }),
    ...(tool !== undefined && { tool: clip(tool) }),
    ...(session !== undefined && { session: clip(session) }),
    ...(agent !== undefined && { agent: clip(agent) }),
    ...(subject !== undefined && { subject: clip(subject) }),
    ...(ms !== undefined && { ms }),
    what: clip(what),
    why: clip(why),
    hooks: hooks.map((hook) => clip(hook.id)),
    trouble: hasTrouble(record),
    ...(approval !== undefined && { approval: approval.state }),
  }
}
