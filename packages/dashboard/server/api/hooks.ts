import type { Remedy } from './common.ts'

export interface Hooks {
  readonly since: string
  readonly until: string
  /** Runs, times and rates cover this many of the period's newest decisions, back to `backTo`. */
  readonly sample: { readonly decisions: number; readonly backTo?: string; readonly whole: boolean }
  /** In the order of the catalogue: pack by pack. */
  readonly hooks: readonly HookRow[]
}

export interface HookRow {
  readonly id: string
  readonly pack: string
  readonly summary: string
  readonly level: string
  readonly levelFrom: string
  /** A hook of the project that the user has not trusted: why it does not run. */
  readonly untrusted?: string
  /** Always on; a project cannot loosen it. */
  readonly floor: boolean
  /** Runs only when it is called by its name. */
  readonly onlyCalled: boolean
  readonly events: readonly string[]
  readonly tools: readonly string[]
  readonly matcher: string
  readonly timeoutMs: number
  /** `open`: the action goes on when the hook fails. `closed`: it is refused. */
  readonly onError: string
  readonly aliases: readonly string[]
  /** Within the sample. */
  readonly runs: number
  /** Runs per hour, over the time of the sample. */
  readonly perHour: number
  readonly decisions: Readonly<Record<string, number>>
  readonly failures: number
  readonly skips: number
  /** Absent when it did not run. */
  readonly meanMs?: number
  readonly p50Ms?: number
  readonly p95Ms?: number
  readonly maxMs?: number
  /** The last time it did more than pass. */
  readonly last?: { readonly id: string; readonly at?: string; readonly decision: string; readonly text: string }
  /** Sessions in which it failed. */
  readonly breakers: readonly Breaker[]
  readonly remedies: readonly Remedy[]
}

export interface Breaker {
  readonly hook: string
  readonly session: string
  readonly failures: number
  /** Open: the hook is left out for the rest of the session. */
  readonly open: boolean
  readonly remedies: readonly Remedy[]
}
