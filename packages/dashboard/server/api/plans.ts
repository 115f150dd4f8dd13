import type { Remedy } from './common.ts'

export interface PlanState {
  readonly file: string
  readonly title?: string
  readonly updatedAt: string
  readonly phases: readonly { readonly title: string; readonly line: number; readonly status?: string }[]
  readonly current?: string
  readonly completed: number
  readonly inProgress: number
  readonly requirements: number
  readonly decisions: { readonly planned: number; readonly inCode: number; readonly open: number }
  readonly unplanned: readonly Placed[]
  readonly overdue: readonly Placed[]
  readonly unaddressed: readonly Placed[]
  /** How much of the source has changed since the plan did; absent without git. */
  readonly churnPercent?: number
  readonly errors: number
  readonly warnings: number
  readonly remedies: readonly Remedy[]
}

/** A decision or requirement, and its position. */
export interface Placed {
  readonly id: string
  readonly at: string
}

export interface PlanningState {
  readonly branch: string
  /** Relative to the project when it is inside. */
  readonly feature: string
  /** Absent: planning has not begun. */
  readonly phase?: string
  readonly mode?: string
  /** All phases in order; `step` counts from 1, 0 when the phase is none of them. */
  readonly phases: readonly string[]
  readonly step: number
  readonly lock: {
    /** `free`, `held` or `corrupt`. */
    readonly is: string
    readonly session?: string
    readonly since?: string
    readonly why?: string
  }
  /** The session that holds the lock. */
  readonly budget?: Budget
  readonly artifacts: { readonly present: readonly string[]; readonly missing: readonly string[] }
  readonly gates: readonly { readonly phase: string; readonly verdict: string; readonly score: string }[]
  readonly redGates: readonly string[]
  readonly flagsOff: readonly string[]
  readonly decided: readonly { readonly question: string; readonly answer: string }[]
  readonly problems: readonly string[]
  readonly remedies: readonly Remedy[]
}

/** Calls of research tools. */
export interface Budget {
  readonly session: string
  readonly usedInSession: number
  readonly perSession: number
  readonly usedInPhase: number
  readonly perPhase: number
  readonly byServer: Readonly<Record<string, number>>
}

export interface OrchestratorState {
  readonly title: string
  /** The design document, as the state file names it. */
  readonly plan: string
  readonly team: string
  readonly slug: string
  readonly started: string
  readonly worktrees: Readonly<Record<string, string>>
  /** Absent when the document cannot be read: see `problem`. */
  readonly tasks?: { readonly total: number; readonly counts: Readonly<Record<string, number>> }
  readonly problem?: string
  /** The hooks of the pack, as both files switch them. */
  readonly hooks: readonly { readonly name: string; readonly value: string; readonly level: string }[]
  readonly remedies: readonly Remedy[]
}
