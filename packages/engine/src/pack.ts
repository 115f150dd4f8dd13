import type { BackgroundJob } from './background.ts'
import type { Counts } from './lib/counts.ts'
import type { AgentEvent, EventKind } from './event.ts'
import type { HookEntry, HookResult, PackFacts } from './hook.ts'
import type { Answer } from './host.ts'
import type { Files, Services, StateArea } from './services.ts'
import type { Verdict } from './verdict.ts'

/** What a pack declares in its `pack.ts`. Nothing outside of a pack names it, or one of its hooks. */
export interface Pack {
  readonly name: string
  /** One sentence: what its hooks do for the user. */
  readonly summary: string
  /** The preset that holds its hooks. Packs of one group are judged as one: see `endsAtFirstDenial`. */
  readonly group: string
  /** Reasons of the groups appear in this order. */
  readonly order: number
  /** In its group hooks run in their documented order, and the first denial of a tool call ends them. */
  readonly endsAtFirstDenial?: true
  /** Development mode skips its hooks, unless the configuration names other packs. */
  readonly hasDevMode?: true
  /** The name that messages and files use for a hook; its id unless given. */
  shownAs?(hook: Pick<HookEntry, 'id' | 'aliases'>): string | undefined
  /** How its hooks answer when one of them is run alone, as its scripts were. */
  protocolOf?(id: string): Protocol | undefined
  /** Work that hooks hand to a background process, by the id of the hook. */
  readonly jobs?: Readonly<Record<string, () => Promise<BackgroundJob>>>
  /** Which of its hooks keep files in the project's `.claude` that belong to one machine. */
  readonly keepsFiles?: 'all' | readonly string[]
  /** Files of sessions that it keeps in the temporary directory. */
  readonly temporaryFiles?: RegExp
  /** Failures that it counts in a file of its own, instead of the engine's memory of the session. */
  ledger?(temp: StateArea, session: string, catalogue: readonly HookEntry[]): Ledger
  /** What it reads and writes besides its hooks, for one event. */
  open?(needs: PackNeeds): Promise<PackSession>
  /** Why its preset suits this project; undefined when it does not. */
  suits?(root: string, project: ProjectFiles): string | undefined
  /** The same for presets of its hooks besides that of the group, by name. */
  suitingPresets?(root: string, project: ProjectFiles): Readonly<Record<string, string>>
  /** What `holdpoint doctor` should say about its hooks. */
  examine?(project: ExaminedProject): readonly PackFinding[]
  /** Events that an installed entry need not call a hook for, whose options make it do nothing there. */
  isUnused?(id: string, kind: EventKind, options: unknown): boolean
  /** Entries that the host runs itself, beside the one that calls us, by the host's name of the event. */
  hostEntries?(project: InstalledProject): Promise<Readonly<Record<string, HostEntry>>>
  isHostEntry?(entry: unknown): boolean
  /** Events whose matcher its document writes out although it is empty. */
  readonly emptyMatchers?: readonly string[]
  /** A slash command that belongs to its hooks: the file in `.claude/commands`, and its text. */
  readonly command?: { readonly file: string; text(program: string): string }
}

/** What a proposal of presets may look at. */
export interface ProjectFiles extends Pick<Files, 'list' | 'read'> {
  exists(path: string): boolean
}

/** How the hooks of a document answer when one of them is run alone. */
export interface Protocol {
  /** The exit code of a refusal; with 2 the reason is on stderr as well. */
  readonly refusal: 0 | 2
  /** A refusal prints nothing but its reason on stderr. */
  readonly onlyStderr?: true
  /** Messages about a configuration that is wrong: on stderr, and the exit code is 1. */
  readonly mistakes?: readonly string[]
  /** Letter by letter what the document shows. */
  seed(event: AgentEvent, verdict: Verdict, native: Answer): Answer
}

/** Failures in a row, by the id of a hook. */
export interface Ledger {
  /** Of its own hooks. */
  read(): Counts
  /** Throws when it cannot. */
  write(change: (old: Counts) => Counts): void
  holds(id: string): boolean
}

export interface PackNeeds {
  readonly event: AgentEvent
  readonly services: Pick<Services, 'env' | 'yaml' | 'temp'>
  readonly catalogue: readonly HookEntry[]
  /** The configured file of development mode. */
  readonly devModeFile: string
  /** Where documents that say `/tmp` mean. */
  readonly temporaryRoot: string
  pluginRoot(): string
  /** Links are followed. */
  exists(path: string, base: string): boolean
  /** Without secrets. */
  redact(text: string): string
  /** Adds lines to a file that this user owns; another user's file is left alone. */
  append(file: string, text: string): void
}

export interface PackSession {
  readonly rules: PackRules
  /** Adds what was decided to a log of its own. Never throws. */
  log?(results: readonly HookResult[], answer: Answer): void
}

/** What a pack's own configuration file says. */
export interface PackRules {
  readonly breakerThreshold: number | undefined
  isDevMode(): boolean
  /** Whether a flag of that file switches the hook off. */
  isOff(id: string): boolean
}

export interface ExaminedProject {
  readonly root: string
  readonly files: Files
  /** The options of a hook that is on; undefined when it is off. */
  optionsOf(id: string): unknown
}

export interface PackFinding {
  readonly level: 'ok' | 'warn'
  readonly what: string
  readonly fix?: string
}

export interface InstalledProject extends ExaminedProject {
  readonly services: Pick<Services, 'yaml' | 'files'> & { readonly git: Pick<Services['git'], 'state'> }
}

/** An entry of the host's settings with which it asks a model, or starts an agent. */
export interface HostEntry {
  readonly type: 'agent' | 'prompt'
  readonly prompt: string
  readonly timeout: number
}

export const packOf = (id: string): string => id.slice(0, id.indexOf('/'))

/** Own rules and hooks of packs that nothing declares are a group each, after all others. */
export const groupOf = ({ id, pack }: Pick<HookEntry, 'id' | 'pack'>): string => pack?.group ?? packOf(id)

/** What the engine knows of a hook's pack. */
export function factsOf(hook: Pick<HookEntry, 'id' | 'aliases'>, packs: readonly Pack[]): PackFacts | undefined {
  const pack = packs.find(({ name }) => name === packOf(hook.id))
  if (pack === undefined) return undefined
  const { group, order, endsAtFirstDenial, hasDevMode } = pack
  const shownAs = pack.shownAs?.(hook)
  return {
    group,
    order,
    ...(endsAtFirstDenial && { endsAtFirstDenial }),
    ...(hasDevMode && { hasDevMode }),
    ...(shownAs !== undefined && { shownAs }),
  }
}
