import type { Remedy } from './common.ts'
import type { Breaker } from './hooks.ts'
import type { OrchestratorState, PlanState, PlanningState } from './plans.ts'

/** A part that could not be read is absent, and listed in `problems`. */
export interface State {
  readonly now: string
  readonly audit: AuditState
  /** How the events of the last day were answered. */
  readonly ways: { readonly daemon: number; readonly cold: number }
  readonly breakerThreshold?: number
  readonly breakers: readonly Breaker[]
  readonly stops: StopState
  readonly notices: readonly { readonly session: string; readonly text: string }[]
  readonly strikes: readonly Strikes[]
  readonly strikeRemedies: readonly Remedy[]
  readonly proof: Proof
  /** The last result of the test runner. */
  readonly tests?: { readonly result: string; readonly failures: number; readonly at: string }
  /** MASTER_PLAN.md; absent when there is none. */
  readonly plan?: PlanState
  /** The plan of a feature; absent when no feature is being planned. */
  readonly planning?: PlanningState
  /** The plan that a team executes; absent when there is none. */
  readonly orchestrator?: OrchestratorState
  readonly problems: readonly { readonly part: string; readonly what: string }[]
}

export interface AuditState {
  readonly decisions: number
  /** Lines of a newer format, and lines that cannot be parsed; both are kept. */
  readonly newer: number
  readonly unreadable: number
  readonly databaseBytes: number
  readonly spoolBytes: number
  readonly notes: readonly string[]
  readonly remedies: readonly Remedy[]
}

/** Blocked stops by session, and how many are allowed in a row. */
export interface StopState {
  readonly cap?: number
  readonly sessions: readonly { readonly session: string; readonly blocked: number }[]
}

export interface Strikes {
  readonly gate: string
  readonly count: number
  readonly at?: string
}

export interface Proof {
  /** `verified`, `pending`, `missing` or `unreadable`. */
  readonly status: string
  readonly at?: string
  readonly remedies: readonly Remedy[]
}
