import type { Remedy } from './common.ts'
import type { DecisionRow } from './decisions.ts'

export interface Overview {
  readonly since: string
  readonly until: string
  /** Whether events reach Holdpoint: the time of the very last event, independent of the period. */
  readonly alive: Alive
  readonly decisions: number
  /** How often each decision was taken: `{ pass: 90, deny: 3 }`. */
  readonly counts: Readonly<Record<string, number>>
  /** Refused tool calls, stops and prompts: `deny` and `block`. */
  readonly prevented: number
  readonly asked: number
  readonly sessions: number
  readonly series: Series
  readonly tools: readonly ToolFigures[]
  /** Refusals and questions: by hook, by hook and message (`guard/git-push force`), by agent; most frequent first. */
  readonly hooks: readonly Sum[]
  readonly reasons: readonly Sum[]
  readonly agents: readonly Sum[]
  /** Refused or asked, and the same or a similar call succeeded later. */
  readonly falsePositives: readonly FalsePositive[]
  readonly latency: Latency
  /** How often a hook was skipped because it kept failing, by hook; and errors, by message. */
  readonly breakers: readonly Sum[]
  readonly errors: readonly Sum[]
  /** Hooks, reasons and agents cover the newest `read` decisions other than pass; false: there were more. */
  readonly read: number
  readonly readAll: boolean
  /** Problems of the audit itself: it was damaged, it cannot be written … */
  readonly notes: readonly string[]
}

export interface Alive {
  /** Absent: no decision was ever recorded here. */
  readonly lastAt?: string
  readonly lastId?: string
  /** How to find out why no events arrive. */
  readonly remedies: readonly Remedy[]
}

/** For plots: one number per bucket for each decision that occurs in the period. */
export interface Series {
  readonly bucketMs: number
  /** When each bucket begins, in milliseconds since 1970; empty buckets are included. */
  readonly starts: readonly number[]
  readonly counts: Readonly<Record<string, readonly number[]>>
}

export interface ToolFigures {
  /** The tool, or the event where there is none. */
  readonly name: string
  readonly decisions: number
  readonly prevented: number
  readonly asked: number
  /** Absent: longer than 5 s. */
  readonly p50Ms?: number
  readonly p95Ms?: number
}

/** Something that happened several times, with the last occurrence as an example. */
export interface Sum {
  readonly name: string
  readonly count: number
  /** How often by each decision. */
  readonly by: Readonly<Record<string, number>>
  readonly lastId: string
  readonly lastAt?: string
  /** The message of the last occurrence. */
  readonly text: string
  /** The subject of the last occurrence. */
  readonly subject?: string
}

export interface FalsePositive {
  readonly refused: DecisionRow
  /** The hooks that refused or asked. */
  readonly hooks: readonly string[]
  /** `approved`: the user approved the question. `allowed`: by a one-time grant. `retried`: a similar call succeeded. */
  readonly how: string
  readonly later: DecisionRow
  /** What ends such refusals; empty when the call is too old to be known. */
  readonly remedies: readonly Remedy[]
}

/** In milliseconds. */
export interface Latency {
  readonly totalMs: number
  readonly meanMs: number
  readonly maxMs: number
  /** p50 and p95. Absent: nothing was measured, or longer than 5 s. */
  readonly p50Ms?: number
  readonly p95Ms?: number
}
