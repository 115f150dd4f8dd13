/** One policy test, as it is written beside the rules, checked and with every default filled in. */

export interface PolicyTest {
  /** As the user named it. */
  readonly file: string
  readonly line: number
  readonly name: string
  readonly given: Given
  /** Events of one session, in their order, each with what is expected of it. */
  readonly steps: readonly Step[]
}

export interface Given {
  /** Relative to the project. One that begins with `#!` may be executed. */
  readonly files: Readonly<Record<string, string>>
  readonly git: GivenGit
  readonly state: { readonly session: Named; readonly project: Named }
  readonly env: Readonly<Record<string, string>>
  readonly now: Date
  readonly agent?: string
  readonly permissionMode?: string
}

type Named = Readonly<Record<string, unknown>>

export interface GivenGit {
  readonly branch: string
  /** Subjects of empty commits, oldest first. */
  readonly commits: readonly string[]
  /** Files of `files` that are in the last commit. */
  readonly tracked: readonly string[]
  /** Files of `files` that are in the index only. */
  readonly staged: readonly string[]
}

export interface Step {
  /** What happens, in one short line. */
  readonly title: string
  readonly eventName: string
  /** What the agent sends, besides session and directory. */
  readonly payload: Named
  /** Below the project. */
  readonly cwd: string
  /** The time since the previous event, when given. */
  readonly afterMs?: number
  readonly times: number
  readonly expected: Expected
}

/** The possible results of an event, in the words of a test. */
export const OUTCOMES = [
  'pass',
  'allow',
  'ask',
  'deny',
  'block',
  'feedback',
  'rewrite',
  'context',
  'warn',
  'any',
] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface Expected {
  readonly outcome: Outcome
  /** Ids of the rules or hooks that must have decided. */
  readonly rules: readonly string[]
  /** The id of a message, or what its text must contain or match. */
  readonly message?: Wanted
  readonly context?: Wanted
  readonly notice?: Wanted
  /** Fields of the tool's input as they must be afterwards. */
  readonly rewrite?: Named
  /** A hook is expected to fail, with this in its message. */
  readonly failure?: Wanted
}

export interface Wanted {
  /** As it is written in the test. */
  readonly text: string
  fits(text: string): boolean
}
