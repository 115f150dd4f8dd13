/** Everything a hook may touch. Implementations live in files/, git/, process/ and state/; tests may pass plain fakes. */

export interface Files {
  /** Text of a regular file, or undefined when there is none. Symbolic links are not followed at the last step. */
  read(path: string, options?: { readonly maxBytes?: number }): string | undefined
  /** Names in a directory, sorted; empty when there is none. */
  list(directory: string): readonly string[]
  isDirectory(path: string): boolean
  /** Replaces the file in one step; readers see the old text or the new. */
  write(path: string, text: string): void
}

export interface Git {
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
  readonly files: Files
  readonly git: Git
  readonly state: State
}
