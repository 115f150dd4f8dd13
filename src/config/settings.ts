/** The configuration as the engine uses it: every layer merged, every option checked, nothing left to decide. */

export type Level = 'off' | 'warn' | 'on'

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
  readonly breakerThreshold: number
  readonly stopBlockCap: number
  readonly devMode: { readonly file: string; readonly packs: readonly string[] }
}

/** Something the user should mend. `line` and `column` count from 1. */
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
