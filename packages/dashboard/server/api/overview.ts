import type { Remedy } from './common.ts'
import type { DecisionRow } from './decisions.ts'

export interface Overview {
  readonly since: string
  readonly until: string
  /** Whether hooks reach us: when the last event of all came, whatever the period. */
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
  /** Denied, and then it happened after all. */
  readonly falseAlarms: readonly FalseAlarm[]
  readonly latency: Latency
  /** Times a hook was left out because it kept failing, by hook; and what went wrong, by words. */
  readonly breakers: readonly Sum[]
  readonly errors: readonly Sum[]
  /** Hooks, reasons and agents are of the newest `read` decisions other than pass; false: there were more. */
  readonly read: number
  readonly readAll: boolean
  /** What the user should know of the audit itself: it was damaged, it cannot be written … */
  readonly notes: readonly string[]
}

export interface Alive {
  /** Absent: nothing has ever been decided here. */
  readonly lastAt?: string
  readonly lastId?: string
  /** How to find out why nothing comes. */
  readonly remedies: readonly Remedy[]
}

/** Made for plotting: one number per bucket for each decision that occurs in the period. */
export interface Series {
  readonly bucketMs: number
  /** When each bucket begins, in milliseconds since 1970; buckets in which nothing happened are there as well. */
  readonly starts: readonly number[]
  readonly counts: Readonly<Record<string, readonly number[]>>
}

export interface ToolFigures {
  /** The tool, or the event where there is none. */
  readonly name: string
  readonly decisions: number
  readonly prevented: number
  readonly asked: number
}

/** Something that happened several times, with the last time as an example. */
export interface Sum {
  readonly name: string
  readonly count: number
  /** How often by each decision. */
  readonly by: Readonly<Record<string, number>>
  readonly lastId: string
  readonly lastAt?: string
  /** The words of the last time. */
  readonly text: string
  /** What it was about, the last time. */
  readonly subject?: string
}

export interface FalseAlarm {
  readonly refused: DecisionRow
  /** `approved`: the user was asked and said yes. `retried`: it went through in another form. */
  readonly how: string
  readonly later: DecisionRow
}

/** In milliseconds. */
export interface Latency {
  readonly totalMs: number
  readonly meanMs: number
  readonly maxMs: number
  /** Half took at most so long, and 95 of 100. Absent: nothing was measured, or longer than 5 s. */
  readonly p50Ms?: number
  readonly p95Ms?: number
}
