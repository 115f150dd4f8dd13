import type { Env } from '@holdpoint/engine'
import { writeSpool, type AuditedApproval } from '../audit/spool.ts'
import { preparePlace, type Place } from '../system/state/place.ts'

/** Where requests, grants and snoozes of one project are. */
export interface DoorWorld {
  readonly place: Place
  readonly env: Env
  now(): Date
}

/** What the step is about; a step that names no call has neither tool nor subject. */
interface About {
  readonly host: string
  readonly session?: string
  readonly tool?: string
  readonly subject?: string
}

/** A line of its own: no event of the agent belongs to what the user does. Throws when it cannot be written. */
export function auditStep(approval: AuditedApproval, about: About, { place, env, now }: DoorWorld): void {
  const { host, session, tool, subject } = about
  const at = now()
  const id = `${at.getTime().toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
  preparePlace(place, env)
  const call = { name: tool ?? '', kind: 'other', input: {}, files: [] } as const
  writeSpool(place.directory, {
    event: {
      id,
      at,
      host,
      name: 'Approval',
      session,
      ...(subject !== undefined && { tool: { ...call, command: subject } }),
    },
    ...(tool !== undefined && { tool }),
    decision: approval.state === 'refused' ? 'deny' : 'pass',
    ms: 0,
    hooks: [],
    approval,
  })
}
