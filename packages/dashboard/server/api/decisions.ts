import type { Remedy } from './common.ts'

/** A decision must match all given filters. */
export interface DecisionQuery {
  readonly since?: string
  readonly until?: string
  readonly session?: string
  readonly agent?: string
  readonly event?: string
  readonly tool?: string
  /** A hook's id, or another name of it. */
  readonly hook?: string
  readonly decision?: string
  /** `1`: every decision but `pass`. */
  readonly notPass?: '1'
  /** `1`: only decisions with errors. */
  readonly trouble?: '1'
  /** Text in any of its values; ASCII case is ignored. At most 200 characters. */
  readonly q?: string
  /** `next` of the previous page. */
  readonly cursor?: string
  /** 1 to 200; 50 without it. */
  readonly limit?: string
}

/** Newest first. */
export interface DecisionPage {
  readonly rows: readonly DecisionRow[]
  /** The cursor for older rows; absent when there are none. A page with few or no rows can have one: see `searched`. */
  readonly next?: string
  /** With `q`: a search stops after a short time, and continues with `next` when the user wants it to. */
  readonly searched?: Searched
}

export interface Searched {
  /** How many decisions this page searched, at most. */
  readonly entries: number
  /** The time of the oldest decision searched. */
  readonly backTo?: string
  /** True: everything was searched. */
  readonly done: boolean
}

/** One line of `holdpoint log`, and its fields. */
export interface DecisionRow {
  readonly id: string
  /** Enough of the id to ask for it again, as `holdpoint log` shows it. */
  readonly shortId: string
  readonly at?: string
  readonly decision: string
  readonly event?: string
  readonly tool?: string
  readonly session?: string
  /** A sub-agent; absent: the main agent. */
  readonly agent?: string
  /** The command or the file. */
  readonly subject?: string
  readonly ms?: number
  /** Event and tool, and who decided and why: the last two columns of `holdpoint log`. */
  readonly what: string
  readonly why: string
  /** Hooks that were asked. */
  readonly hooks: readonly string[]
  /** An error: outside hooks, in a hook, or a hook skipped because it kept failing. */
  readonly trouble: boolean
  /** A step of a one-time grant: `requested`, `granted`, `used`, `expired`, `revoked` … */
  readonly approval?: string
}

/** What `holdpoint why <id> --json` gives, and what `holdpoint why <id>` prints. */
export interface Story {
  readonly id: string
  readonly shortId: string
  /** Written by a newer Holdpoint: some fields may be missing. */
  readonly isNewer: boolean
  /** The fields of the audit line. */
  readonly version: number
  readonly at?: string
  readonly host?: string
  readonly event?: string
  readonly session?: string
  readonly agent?: string
  readonly tool?: string
  readonly call?: string
  readonly subject?: string
  readonly decision?: string
  readonly ms?: number
  readonly digest?: string
  /** The configuration in force now; absent when it cannot be read. */
  readonly configNow?: string
  readonly hooks: readonly StoryHook[]
  /** What the host cannot express. */
  readonly lowered: readonly string[]
  readonly error?: string
  /** A step of a one-time grant; `id` is the short id of the refused call. */
  readonly approval?: { readonly state: string; readonly id: string; readonly by?: string }
  /** Its position in the chain of the audit, and its hash. */
  readonly sequence: number
  readonly hash: string
  /** For a question to the user: the outcome, and the decision that shows it. */
  readonly answer?: { readonly answer: string; readonly id: string; readonly at?: string }
  /** The answer to the host, as far as it is kept. */
  readonly told?: { readonly stdout: string; readonly stderr: string; readonly exitCode: number }
  /** The effects of the command, as in `holdpoint check --json`. */
  readonly effects?: unknown
  /** The same as text, a line for each program and effect. */
  readonly effectLines?: readonly string[]
  /** The present settings of the hooks that did not pass. */
  readonly settings: readonly HookSettings[]
  /** Exactly what `holdpoint why <id>` prints, without colours. */
  readonly text: string
  readonly remedies: readonly Remedy[]
}

export interface StoryHook {
  readonly id: string
  readonly decision: string
  readonly messageId?: string
  readonly reason?: string
  readonly ms: number
  readonly failure?: string
  readonly skipped?: string
  /** At level warn: what it would have decided. */
  readonly withheld?: string
  readonly level?: string
}

export interface HookSettings {
  readonly hook: string
  readonly level: string
  readonly levelFrom: string
  readonly options: readonly { readonly option: string; readonly value: unknown; readonly origin: string }[]
}
