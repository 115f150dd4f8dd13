import { type AuditRecord, hasTrouble, rowOf, shortId } from '@holdpoint/runtime/audit'
import type { DecisionRow } from '../api.ts'

export function decisionRow(record: AuditRecord): DecisionRow {
  const { id, at, decision = 'unknown', event, tool, session, agent, subject, ms, hooks } = record
  const { what, why } = rowOf(record)
  return {
    id,
    shortId: shortId(id),
    ...(at !== undefined && { at }),
    decision,
    ...(event !== undefined && { event }),
    ...(tool !== undefined && { tool }),
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { agent }),
    ...(subject !== undefined && { subject }),
    ...(ms !== undefined && { ms }),
    what,
    why,
    hooks: hooks.map((hook) => hook.id),
    trouble: hasTrouble(record),
  }
}
