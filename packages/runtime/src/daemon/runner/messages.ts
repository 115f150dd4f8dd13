import type { RunOptions, RunResult } from '../../system/process/run.ts'

/** What the daemon tells its runner: start a program, or end one. */
export type Ask =
  | {
      readonly id: number
      readonly program: string
      readonly args: readonly string[]
      readonly options: Omit<RunOptions, 'signal'>
    }
  | { readonly end: number }

/** A message has no undefined values. */
export interface Told {
  readonly id: number
  readonly result: Partial<Pick<RunResult, 'exitCode'>> & Omit<RunResult, 'exitCode'>
}
