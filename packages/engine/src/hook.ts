import type { EventKind, EventOf, ToolKind } from './event.ts'
import type { OwnLayer } from './own.ts'
import type { Services } from './services.ts'
import type { Message, MessageData, Verdict, Withheld } from './verdict.ts'

/** The part of Standard Schema that we need, so that core depends on no schema library. */
export interface Schema<O> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<O> | Promise<SchemaResult<O>>
    readonly types?: { readonly input: unknown; readonly output: O } | undefined
  }
}

export type SchemaResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * `more`: a higher number, a longer list, true. `less`: the opposite. A list of words: from the mildest to the strictest.
 * `free`: no value of it is milder than another.
 */
export type Stricter = 'more' | 'less' | 'free' | readonly string[]

/** What became of an option: its name now, or the reason why it is gone, as a sentence. */
export type FormerOption = { readonly now: string } | { readonly gone: string }

export type HookId = `${string}/${string}`

export interface HookMeta<O = unknown, K extends EventKind = EventKind, M extends string = string> {
  /** `<pack>/<name>`, as the folder says. */
  readonly id: HookId
  /** One sentence: what it does for the user. */
  readonly summary: string
  /** The kinds of events it listens to. */
  readonly on: readonly K[]
  /** Only events of these names (event-words.ts); all of its kinds when absent. */
  readonly events?: readonly string[]
  /** Only these kinds of tools; all when absent. */
  readonly tools?: readonly ToolKind[]
  /** Default matcher on the event's subject (tool name, source, agent type). */
  readonly matcher?: string
  /** gate: may refuse. context: informs the model. observe: keeps state or a log. */
  readonly role: 'gate' | 'context' | 'observe'
  /**
   * What the hook's own failure means, its time limit included. `closed` denies, `ask` leaves it to the user; neither is
   * ever skipped by the breaker or development mode.
   */
  readonly onError: 'open' | 'ask' | 'closed'
  /** The limit its source documents for the host. The engine ends the hook a little earlier. */
  readonly timeoutMs: number
  /**
   * What switches it on. `always`: nothing has to, and only the user's own configuration may loosen it. `recommended`:
   * that preset, and its group's. `preset`: only its group's. `level`: no preset, only its own level or its pack's.
   * `call`: no event starts it, only `holdpoint hook agent` or `hook run`; its level says what it does then.
   */
  readonly enabledBy: 'always' | 'recommended' | 'preset' | 'level' | 'call'
  /** Presets besides that of its group, by name, with the options that each one gives it. They may only tighten. */
  readonly presets?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Starts programs of the project, or sends data: a project's own files cannot switch it on for every user. */
  readonly needsTrust?: boolean
  /** It lets tool calls go on that the user would have been asked about: a repository may not switch it on, or off. */
  readonly approves?: boolean
  /** It sends what it judges to another service. A tool call that is refused already is not sent. */
  readonly asksOthers?: boolean
  /** Place among the hooks of its group; lower runs first. */
  readonly order?: number
  /** Other names, by which documents and users know it. */
  readonly aliases: readonly string[]
  /** A strict object of options, each with a default and a description. */
  readonly options: Schema<O>
  /**
   * Which value of an option is the stricter one. A repository's files may only move it that way; they may not
   * change an option that is not named here when the user has the hook on.
   */
  readonly stricter?: Readonly<Record<string, Stricter>>
  /** Options of earlier versions. They are accepted, reported, and rewritten by `holdpoint upgrade`. */
  readonly formerOptions?: Readonly<Record<string, FormerOption>>
  /** Everything it says, by id; `{name}` is replaced by data. */
  readonly messages: Readonly<Record<M, Message>>
}

export interface HookContext<O = unknown, K extends EventKind = EventKind, M extends string = string> {
  readonly event: EventOf<K>
  readonly options: O
  /** Aborted when the hook's time is up. */
  readonly signal: AbortSignal
  readonly services: Services
  readonly pass: Verdict
  deny(id: M, data?: MessageData): Verdict
  ask(id: M, data?: MessageData): Verdict
  allow(id: M, data?: MessageData): Verdict
  block(id: M, data?: MessageData): Verdict
  feedback(id: M, data?: MessageData): Verdict
  rewrite(input: Readonly<Record<string, unknown>>, id: M, data?: MessageData): Verdict
  /** Informs the user; the action goes on. */
  notice(id: M, data?: MessageData): Verdict
  /** Informs the model; the action goes on. */
  inject(text: string): Verdict
}

/** A hook as its author writes it: options, events and message ids are checked against the metadata. */
interface HookDefinition<O, K extends EventKind, M extends string> {
  readonly meta: HookMeta<O, K, M>
  run(context: HookContext<O, K, M>): Verdict | Promise<Verdict>
}

/** A hook as the engine holds it. */
export interface Hook {
  readonly meta: HookMeta
  run(context: HookContext): Verdict | Promise<Verdict>
}

/** What must be known before any hook is loaded. Every event reads it for all hooks, so words for people are not in it. */
export interface HookEntry extends Omit<HookMeta, 'options' | 'stricter' | 'formerOptions' | 'messages' | 'summary'> {
  /** What its pack declares; hooks of users have no pack. */
  readonly pack?: PackFacts
  /** Of a hook of users: the layer that names it, which also switches it on. */
  readonly ownLayer?: OwnLayer
}

/** What the engine knows of a pack, taken from its `pack.ts`. */
export interface PackFacts {
  readonly group: string
  readonly order: number
  readonly endsAtFirstDenial?: true
  readonly hasDevMode?: true
  /** The name that messages and files use for this hook. */
  readonly shownAs?: string
}

export interface HookResult {
  readonly id: string
  readonly verdict: Verdict
  readonly ms: number
  /** The hook itself failed; its verdict is then what `onError` says. */
  readonly failure?: { readonly kind: 'error' | 'timeout'; readonly message: string }
  readonly skipped?: 'breaker' | 'dev-mode' | 'flag' | 'snoozed'
  /** What a hook at level `warn` or `observe` would have said. */
  readonly withheld?: Withheld
  /** It is at level `observe`. */
  readonly observed?: true
  /** The rule that lifted its objection; its verdict is what it had said. */
  readonly overruledBy?: string
}

export function defineHook<O, const K extends EventKind, M extends string>(hook: HookDefinition<O, K, M>): Hook {
  // The engine calls `run` only with the events and options that `meta` names, which the types cannot say.
  return hook as unknown as Hook
}
