import type { HookEntry } from './hook.ts'
import type { OptionDefaults } from './lib/option-defaults.ts'

/** What users add to the built-in hooks, as the compiled configuration holds it. */

/** The layer that defines it. A project's files may come from anyone, so they are trusted less. */
export type OwnLayer = 'managed' | 'user' | 'project' | 'local'

/** Whether it came with the repository, so that it needs the user's trust before it starts, sends or loosens anything. */
export const isOfRepository = (layer: OwnLayer): boolean => layer === 'project' || layer === 'local'

/** Programs of any language that speak the agent's own hook protocol: the event on stdin, the answer on stdout. */
export interface CommandDefinition {
  readonly type: 'command'
  /** A line for a shell; with `args`, a program. */
  readonly command: string
  readonly args?: readonly string[]
  readonly async?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Further files whose content belongs to what is trusted. */
  readonly files?: readonly string[]
}

export interface HttpDefinition {
  readonly type: 'http'
  readonly url: string
  /** `$NAME` is replaced by a variable that `allowed_env` lists. */
  readonly headers?: Readonly<Record<string, string>>
  readonly allowed_env?: readonly string[]
}

/** A question to a language model; `agent` may look around in the project before it answers. */
export interface EvaluatorDefinition {
  readonly type: 'prompt' | 'agent'
  readonly prompt: string
  /** `provider/model`; of several, all are asked and the strictest answer counts. */
  readonly model?: string | readonly string[]
  readonly base_url?: string
  /** Questions in one session. After that the model is not asked any more, and `on_error` decides. */
  readonly budget?: number
  /** A program, with its arguments, that answers instead of a model: the question on stdin, the answer on stdout. */
  readonly command?: readonly string[]
}

/** A file in `.holdpoint/hooks`. What it is, it says itself when it is trusted. */
export interface ModuleDefinition {
  readonly type: 'module'
  /** Relative to the project. */
  readonly file: string
  /** The defaults of its options, where it gives them. */
  readonly options?: OptionDefaults
}

/** The id of all rules together. */
export const ALL_RULES = 'own/rules'

/** All rules together: one hook for the engine, whose verdict has a part for each rule that matches. */
export interface RulesDefinition {
  readonly type: 'rules'
}

export type OwnDefinition =
  | CommandDefinition
  | HttpDefinition
  | EvaluatorDefinition
  | ModuleDefinition
  | RulesDefinition

export interface OwnHook {
  /** Its id is `own/<name>`. */
  readonly entry: HookEntry
  readonly summary: string
  readonly layer: OwnLayer
  readonly definition: OwnDefinition
  /** Names of the events that start it, when it listens to more: an async hook has something to say later. */
  readonly startedBy?: readonly string[]
}
