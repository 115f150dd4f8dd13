import type { Remedy } from './common.ts'
import type { Breaker } from './hooks.ts'
import type { OrchestratorState, PlanState, PlanningState } from './plans.ts'

/** A part that could not be read is absent, and listed in `problems`. */
export interface State {
  readonly now: string
  readonly audit: AuditState
  /** How the events of the last day with events were answered: warm by the daemon, or cold by a new process. */
  readonly answers: { readonly warm: number; readonly cold: number; readonly since?: string }
  /** Absent: no daemon answers. */
  readonly daemon?: Daemon
  readonly daemonRemedies: readonly Remedy[]
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

/** The daemon of this build, as it describes itself. It serves all projects of the user. */
export interface Daemon {
  readonly pid: number
  readonly version: string
  readonly startedAt: string
  /** Since it started, in all projects. */
  readonly requests: number
  readonly sessions: number
  readonly memoryBytes: number
  /** `socket`, or `socket, port 41234`. */
  readonly reachedBy: string
}
