import type { Host } from '@holdpoint/engine'

/** What hooks of users' own need besides the services that every hook has. */
export interface OwnWorld {
  /** The project's work tree. */
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the engine keeps what belongs to this project; for the user's eyes only. */
  readonly directory: string
  /** The file this process was started from; undefined in a program that uses us as a library. */
  readonly program: string | undefined
  readonly host: Host
  /** Nothing may be changed: the user only wants to know what would be said. */
  readonly isRehearsal?: boolean
  now(): Date
}
