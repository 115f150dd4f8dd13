import type { PeriodQuery } from './common.ts'

/** Without `since`: everything that is kept. */
export interface SessionQuery extends PeriodQuery {
  readonly session?: string
  /** 1 to 200; 50 without it. */
  readonly limit?: string
}

/** The latest first. */
export interface SessionTree {
  readonly sessions: readonly SessionNode[]
  /** How many there are in the period, shown or not. */
  readonly total: number
}

export interface Doings {
  readonly decisions: number
  readonly refused: number
  readonly asked: number
  readonly firstAt: string
  readonly lastAt: string
}

export interface SessionNode extends Doings {
  readonly session: string
  /** Its first prompt, masked and cut, from the transcript on this machine. The audit records no prompts. */
  readonly title?: string
  /** Blocked stops of the session that still count. */
  readonly blockedStops: number
  /** The main agent first, then by their first decision. */
  readonly agents: readonly AgentNode[]
}

export interface AgentNode extends Doings {
  /** Absent: the main agent. */
  readonly agent?: string
}
