import type { OwnHook } from '../own.ts'
import type { LlmProvider } from '../services.ts'
import type { RuleInForce } from './rules/rule.ts'

/** The configuration as the engine uses it: every layer merged, every option checked, nothing left to decide. */

/** From the mildest to the strictest. */
export const LEVELS = ['off', 'observe', 'warn', 'on'] as const
export type Level = (typeof LEVELS)[number]

export interface HookSetting {
  readonly level: Level
  /** Of a hook that runs only when it is called: no event finds it on, and this is its level then. */
  readonly whenCalled?: Level
  readonly options: unknown
  readonly matcher?: string
  readonly timeoutMs: number
}

export interface Settings {
  /** Names this exact configuration in the audit. */
  readonly digest: string
  readonly hooks: Readonly<Record<string, HookSetting>>
  /** What holds instead where the project's files are not trusted, of built-in hooks that need it. */
  readonly untrusted?: Readonly<Record<string, HookSetting>>
  /** What the repository's files would loosen; see `Loosening`. */
  readonly loosening?: Loosening
  /** Providers of language models that the user's own configuration names: to others nothing is sent. */
  readonly sendsTo?: readonly LlmProvider[]
  /** What users have added to the built-in hooks; absent when there is nothing. */
  readonly own?: Own
  readonly breakerThreshold: number
  readonly stopBlockCap: number
  readonly devMode: { readonly file: string; readonly packs: readonly string[] }
}

/**
 * What the repository's files would change for the milder. The settings beside it are without; it holds where the user
 * has trusted exactly this, or where neither the user nor the machine has a configuration.
 */
export interface Loosening {
  /** By hook, or by the name of a general setting: what it is, and what it would be. */
  readonly changes: Readonly<Record<string, string>>
  readonly hooks: Readonly<Record<string, HookSetting>>
  readonly general: General
  /** There is a user's or a managed file. */
  readonly overrules: boolean
}

export type General = Pick<Settings, 'breakerThreshold' | 'stopBlockCap' | 'devMode'>

export const withLoosening = (settings: Settings): Settings =>
  settings.loosening === undefined
    ? settings
    : {
        ...settings,
        ...settings.loosening.general,
        hooks: { ...settings.hooks, ...settings.loosening.hooks },
      }

export interface Own {
  readonly hooks: readonly OwnHook[]
  readonly rules: readonly RuleInForce[]
  /** There is something that runs only for those who trust it. */
  readonly needsTrust?: true
}

/** Something the user should fix. `line` and `column` count from 1. */
export interface Problem {
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly message: string
}

export function showProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== undefined).join(':')
  return `${place} ${problem.message}`
}
