/** What the reader of commands may look up; it never changes anything. */
export interface ShellWorld {
  readonly home: string | undefined
  env(name: string): string | undefined
  /** The text of a script that a command runs, when there is one. */
  read(path: string): string | undefined
  /** Links resolved as far as the path exists. */
  real(path: string): string
  /** Names in a directory; empty when there is none. */
  list(directory: string): readonly string[]
  /** The root of the git work tree around a directory. */
  workTree(directory: string): string | undefined
}
