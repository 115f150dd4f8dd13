import type { Remedy } from './common.ts'

/** Refused calls that the user may allow once, and grants. The page shows commands; it can allow nothing itself. */
export interface Approvals {
  readonly since: string
  readonly until: string
  /** Newest first, only the last try of each call. */
  readonly pending: readonly PendingCall[]
  /** Given and not used yet, newest first. */
  readonly grants: readonly OpenGrant[]
  /** Hooks that the user switched off for a time. */
  readonly snoozes: readonly Snoozed[]
  /** Calls of the period that the user allowed, newest first. */
  readonly history: readonly PastGrant[]
  /** Refused calls of the period that the user did not allow. */
  readonly notAllowed: number
  /** False: the period has more steps than were read. */
  readonly readAll: boolean
}

export interface PendingCall {
  /** The short id that `holdpoint allow` takes. */
  readonly id: string
  /** The decision that refused it. */
  readonly decision: string
  readonly at: string
  readonly host: string
  readonly session: string
  readonly agent?: string
  readonly tool: string
  /** Masked, and cut where it is long. */
  readonly input: string
  /** How many characters of the input are not shown. */
  readonly more: number
  readonly reason: string
  readonly hooks: readonly string[]
  /** Files that the call would run or overwrite. A change to one of them ends a grant. */
  readonly files: readonly string[]
  readonly remedies: readonly Remedy[]
}

export interface OpenGrant extends PendingCall {
  readonly by: string
  readonly grantedAt: string
  readonly expiresAt: string
  /** Absent: it may be used in any session. */
  readonly onlyIn?: string
}

export interface Snoozed {
  readonly hook: string
  readonly at: string
  readonly until: string
  /** Absent: in every session of the project. */
  readonly session?: string
  readonly remedies: readonly Remedy[]
}

/** What the audit says about one call, step by step. */
export interface PastGrant {
  readonly id: string
  /** The last step: `granted`, `used`, `expired`, `revoked` or `refused`. */
  readonly state: string
  readonly tool?: string
  readonly session?: string
  readonly subject?: string
  readonly hooks: readonly string[]
  /** Oldest first. */
  readonly steps: readonly ApprovalStep[]
}

export interface ApprovalStep {
  readonly state: string
  readonly at?: string
  /** `prompt` or `terminal`. */
  readonly by?: string
  /** The audited decision. */
  readonly decision: string
}

/** How many calls and grants wait; cheap enough to ask after every decision. */
export interface Pending {
  readonly calls: number
  readonly grants: number
}
