import type { AgentEvent, EventKind, ToolKind } from './event.ts'
import type { Env } from './lib/values.ts'
import type { Verdict } from './verdict.ts'

/** What a host accepts at one event. What is missing here is lowered by engine/degrade, never silently dropped. */
export type Power = 'refuse' | 'ask' | 'allow' | 'rewrite' | 'feedback' | 'context' | 'notice' | 'halt'

export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: 0 | 1 | 2
}

/** The outside world as far as decoding needs it, handed in so that a host stays a pure translation. */
export interface DecodeContext {
  /** The event named on the command line; it wins over the payload. */
  readonly eventName: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly now: Date
  readonly id: string
  /** The first hint that is a directory, else the git work tree around `cwd`, else `cwd`, else home. */
  findRoot(hints: readonly string[], cwd: string): string
  /** The file that a path runs, links resolved; undefined when it is no program. Absent: unknown. */
  readonly resolveProgram?: ((path: string) => string | undefined) | undefined
  /** Last thing the assistant said according to a transcript file. */
  lastAssistantText(transcript: string): string | undefined
}

export interface Host {
  readonly id: string
  /** Canonical event name for any accepted spelling; unknown names come back unchanged. */
  eventName(spelling: string): string
  /** The host's event for a kind, for running a hook without a named event. Undefined where it has none. */
  eventFor(kind: EventKind): string | undefined
  /** Every event an install may register, and what the installer has to know of it. */
  events(): readonly string[]
  event(eventName: string): { readonly kind: EventKind; readonly hasSubject: boolean }
  /** A matcher for all tools of a kind, or undefined when only "everything" would do. */
  toolMatcher(kind: ToolKind): string | undefined
  /** Milliseconds after which the host gives up on a hook of this event. */
  limitMs(eventName: string): number
  /** Some hosts can do less in some permission modes. */
  powers(eventName: string, permissionMode?: string): readonly Power[]
  /** Whether the user really sees a notice given with this event. Elsewhere it may be printed, and is lost. */
  showsNotice(event: AgentEvent): boolean
  decode(payload: Readonly<Record<string, unknown>>, context: DecodeContext): AgentEvent
  /** Why the effects of this tool call are unknown: a field has a type that the host never sends. */
  unreadable(event: AgentEvent): string | undefined
  /** The same event as if the tool had been called with another input. */
  withInput(event: AgentEvent, input: Readonly<Record<string, unknown>>): AgentEvent
  /** The verdict must already be within `powers`. */
  encode(event: AgentEvent, verdict: Verdict): Answer
}

/** Scopes of an install. */
export type HostScope = 'project' | 'local' | 'user'

/**
 * groups: JSON, `hooks.<event>[].hooks[].command`. flat: JSON, `hooks.<event>[].command`. plugin: a JavaScript file of
 * Holdpoint, with its entries in one line. script: a shell script of Holdpoint for one event. toml: tables `[[hooks]]`.
 */
export type SettingsFormat = 'groups' | 'flat' | 'plugin' | 'script' | 'toml'

/** What an installer and a doctor have to know of a host, without loading it. */
export interface HostFacts {
  readonly id: string
  /** Its name, for people. */
  readonly title: string
  /**
   * Supported means: proven with the version that the end-to-end tests pin. Halt only: proven too, but a refusal ends
   * the whole task.
   */
  readonly support: 'supported' | 'experimental' | 'halt only'
  /** The program on the PATH; `--version` prints its version. */
  readonly program: string
  /** How a settings file holds entries. */
  readonly format: SettingsFormat
  /** Where each event has a file of its own: these events. Their name replaces the `*` in the file's path. */
  readonly perEvent?: readonly string[]
  /** The settings file of a scope. Undefined: this agent has no such scope. */
  settingsFile(scope: HostScope, root: string, env: Env): string | undefined
  /** A settings file without entries. */
  readonly emptySettings: string
  readonly timeoutUnit: 's' | 'ms'
  /** Shell code that sets `f` to the directory of the project. */
  readonly findProject: string
  /**
   * The answer to a tool call when Holdpoint cannot run: Claude Code's ask, exit code 2 with the reason on stderr, or a
   * JSON text that ends the task.
   */
  readonly failure: 'ask' | 'exit2' | 'cancel'
  /** For people: what happens to an ask, to a failing hook, and what the user has to do once. */
  readonly posture: {
    readonly enforces: string
    readonly ask: string
    readonly failure: string
    readonly trust?: string
  }
}
