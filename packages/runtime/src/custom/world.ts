import type { Host } from '@holdpoint/engine'

/** What custom hooks need besides the services that every hook has. */
export interface OwnWorld {
  /** The project's work tree. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory of the engine's state for this project; readable by the user only. */
  readonly directory: string
  /** The file this process was started from; undefined when another program uses Holdpoint as a library. */
  readonly program: string | undefined
  readonly host: Host
  /** Read-only: the user only wants to see the decision. */
  readonly isRehearsal?: boolean
  now(): Date
}
