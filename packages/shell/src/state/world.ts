/** Shells whose grammar is read. POSIX shells are read as bash. */
export type Shell = 'bash' | 'zsh'

/** What the reader of commands may look up; it never changes anything. */
export interface ShellWorld {
  /** The shell that runs the command; absent when that is not known. */
  readonly shell?: Shell
  readonly home: string | undefined
  /** When reading has to end, by performance.now(). Absent: the reader's own limit is the only one. */
  readonly until?: number
  env(name: string): string | undefined
  /** The text of a script that a command runs, when there is one. */
  read(path: string): string | undefined
  /** Links resolved as far as the path exists. */
  real(path: string): string
  /** Names in a directory; empty when there is none. */
  list(directory: string): readonly string[]
  /** The root of the git work tree around a directory. */
  workTree(directory: string): string | undefined
  /** The program of the system that a file under another name is a copy of. */
  copyOf?(path: string): string | undefined
  /** Whether an earlier call of the session has put this file there. Absent: there was none. */
  originOf?(path: string): FileOrigin | undefined
}

/** `foreign`: from the network, decoded, or made in a way that is unknown. `session`: a text that the call contained. */
export type FileOrigin = 'foreign' | 'session'
