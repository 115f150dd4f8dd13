import type { Files, StateArea } from './services.ts'

/** What a job in the background may touch, and how it is written. */

export interface JobWorld {
  now(): Date
  env(name: string): string | undefined
  readonly files: Files
  /** The state of the project it was requested in. */
  readonly project: StateArea
  /** The state of a session that waits for the result. */
  session(id: string): StateArea
  /** Whether there is a process of this number. It may be another one by now. */
  isAlive(pid: number): boolean
  /** Runs a program and keeps the end of what it prints. Everything it started is ended with it. */
  watch(program: string, args: readonly string[], options: WatchOptions): Promise<Watched>
}

export interface WatchOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly limitMs: number
  readonly signal: AbortSignal
  /** What it reads on stdin; nothing unless said. */
  readonly input?: string
  /** It runs now, as the leader of a process group of this number. */
  started?(pid: number): void
}

export interface Watched {
  readonly how: 'exited' | 'killed' | 'not started' | 'too slow' | 'aborted'
  /** Only when it exited. */
  readonly exitCode?: number
  /** The end of stdout and stderr, in the order in which they came. */
  readonly output: string
  /** The end of each; only of a program that was given an input. */
  readonly stdout?: string
  readonly stderr?: string
}

/** Stores the result. Called only when no newer run was requested in the meantime. */
export type RecordResult = (waiting: readonly string[]) => void

export interface BackgroundJob {
  /** Milliseconds since 1970: not to be started before. Asked again when a newer request comes. */
  startAt(data: unknown, requestedAt: number, world: JobWorld): number
  perform(data: unknown, world: JobWorld, signal: AbortSignal): Promise<RecordResult>
}
