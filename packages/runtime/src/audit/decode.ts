import { APPROVAL_STATES, FORMAT } from './spool.ts'
import type { AuditedAnswer, AuditedApproval, AuditedHook } from './spool.ts'
import type { JsonObject } from '@holdpoint/engine'

/** A parsed spool line. Lines of other versions may lack any field except the id. */
export interface AuditRecord {
  readonly version: number
  readonly id: string
  readonly at?: string
  readonly host?: string
  readonly event?: string
  readonly session?: string
  readonly agent?: string
  /** The type of the sub-agent, if the host names it. */
  readonly agentType?: string
  readonly tool?: string
  /** The host's id of the tool call; the same before and after the call. */
  readonly call?: string
  /** The command or the file, masked and truncated. */
  readonly subject?: string
  readonly digest?: string
  readonly decision?: string
  readonly ms?: number
  readonly hooks: readonly AuditedHook[]
  readonly lowered: readonly string[]
  /** What users answered to earlier questions. */
  readonly answers?: readonly AuditedAnswer[]
  readonly approval?: AuditedApproval
  readonly error?: string
}

/** Undefined when the line is no entry of any version. */
export function decodeLine(line: string): AuditRecord | undefined {
  const fields = parse(line)
  const version = fields?.['v']
  const id = fields?.['id']
  if (fields === undefined || typeof version !== 'number' || !(version >= FORMAT)) return undefined
  if (typeof id !== 'string' || id === '') return undefined
  const isWhole = typeof fields['decision'] === 'string' && !Number.isNaN(Date.parse(String(fields['at'])))
  if (version === FORMAT && !isWhole) return undefined
  return {
    version,
    id,
    ...texts(
      fields,
      'at',
      'host',
      'event',
      'session',
      'agent',
      'agentType',
      'tool',
      'call',
      'subject',
      'digest',
      'decision',
      'error',
    ),
    ...(typeof fields['ms'] === 'number' && { ms: fields['ms'] }),
    hooks: listOf(fields['hooks']).flatMap(hookOf),
    lowered: listOf(fields['lowered']).filter((text) => typeof text === 'string'),
    ...(Array.isArray(fields['answers']) && { answers: fields['answers'].flatMap(answerOf) }),
    ...approvalIn(fields['approval']),
  }
}

function answerOf(value: unknown): readonly AuditedAnswer[] {
  if (typeof value !== 'object' || value === null) return []
  const { ask, answer } = value as JsonObject
  return typeof ask === 'string' && typeof answer === 'string' ? [{ ask, answer }] : []
}

function approvalIn(value: unknown): { readonly approval?: AuditedApproval } {
  if (typeof value !== 'object' || value === null) return {}
  const fields = value as JsonObject
  const state = APPROVAL_STATES.find((word) => word === fields['state'])
  const { id } = fields
  if (state === undefined || typeof id !== 'string') return {}
  return { approval: { state, id, ...texts(fields, 'by', 'until', 'why') } }
}

function hookOf(value: unknown): readonly AuditedHook[] {
  if (typeof value !== 'object' || value === null) return []
  const fields = value as JsonObject
  const { id, decision, ms } = fields
  if (typeof id !== 'string') return []
  return [
    {
      id,
      decision: typeof decision === 'string' ? decision : 'unknown',
      ms: typeof ms === 'number' ? ms : 0,
      ...texts(fields, 'messageId', 'reason', 'failure', 'skipped', 'withheld', 'level', 'overruledBy'),
    },
  ]
}

function texts<K extends string>(fields: JsonObject, ...names: readonly K[]): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') found[name] = value
  }
  return found
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}
