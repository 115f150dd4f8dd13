import type { Remedy } from './common.ts'

export interface Config {
  /** Identifies this configuration in the audit. */
  readonly digest: string
  /** From the weakest to the strongest, except that nothing loosens `managed`. */
  readonly layers: readonly ConfigLayer[]
  readonly general: readonly Sourced[]
  readonly hooks: readonly HookConfig[]
  readonly problems: readonly Problem[]
  readonly remedies: readonly Remedy[]
}

export interface ConfigLayer {
  readonly name: string
  readonly file: string
  readonly exists: boolean
}

export interface Sourced {
  readonly name: string
  readonly value: unknown
  /** `default`, `project config`, `preset recommended`, `HOLDPOINT_OFF` … */
  readonly origin: string
}

export interface HookConfig {
  readonly id: string
  readonly level: string
  readonly levelFrom: string
  /** `matcher`, `timeout_ms`, then its own options. */
  readonly values: readonly Sourced[]
  readonly remedies: readonly Remedy[]
}

export interface Problem {
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly message: string
}
