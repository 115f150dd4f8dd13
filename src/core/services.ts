import type { Effects } from './effects.ts'
import type { AgentEvent } from './event.ts'

/** Everything a hook may touch. Implementations live in files/, git/, process/ and state/; tests may pass plain fakes. */

export interface Files {
  /** Text of a regular file, or undefined when there is none. Symbolic links are not followed at the last step. */
  read(path: string, options?: { readonly maxBytes?: number }): string | undefined
  /** Names in a directory, sorted; empty when there is none. */
  list(directory: string): readonly string[]
  isDirectory(path: string): boolean
  /** Links resolved as far as the path exists; the rest is kept as it stands. */
  real(path: string): string
  /** Undefined when nothing is there. Links are not followed. */
  stat(path: string): FileStat | undefined
  /** Replaces the file in one step; readers see the old text or the new. */
  write(path: string, text: string): void
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'link' | 'other'
  readonly size: number
  readonly modifiedAt: Date
}

/** What can be told of a repository from its files alone. */
export interface GitState {
  /** The work tree's root, links resolved. */
  readonly root: string
  /** The repository's main work tree, links resolved. */
  readonly main: string
  /** Undefined when HEAD is detached. */
  readonly branch: string | undefined
  /** Whether there is no commit yet. */
  readonly unborn: boolean
  readonly merging: boolean
}

export interface Git {
  /** No process is started. Undefined outside a repository. */
  state(directory: string): GitState | undefined
  /** Runs git and gives what it prints; undefined when it fails. Arguments come from us, never from a command. */
  output(directory: string, args: readonly string[]): Promise<string | undefined>
  /** One line per commit, newest first; empty outside a repository. */
  log(directory: string, count: number): Promise<readonly string[]>
}

export interface StateArea {
  get<T>(name: string): T | undefined
  /** Read, change and write under a lock. Returning undefined removes the value. */
  update<T>(name: string, change: (old: T | undefined) => T | undefined): T | undefined
}

export interface State {
  /** Lives as long as the agent's session. */
  readonly session: StateArea
  /** Lives as long as the project. */
  readonly project: StateArea
}

export interface Services {
  now(): Date
  /** A variable of the environment the agent was started in. */
  env(name: string): string | undefined
  /** What a tool call does; read at most once per call. Empty for events without a tool. */
  effects(event: AgentEvent): Promise<Effects>
  readonly files: Files
  readonly git: Git
  readonly state: State
}
