import type { AgentEvent, LlmProvider, Env } from '@holdpoint/engine'

/** What the two threads of a hook say to each other. */

/** `describe`: load the hook and tell what it says of itself. `run`: let it judge one event. */
export type Task = { readonly built: string; readonly name: string; readonly file: string; readonly root: string } & (
  | { readonly kind: 'describe' }
  | ({ readonly kind: 'run' } & RunTask)
)

export interface RunTask {
  readonly event: AgentEvent
  /** What the agent said last; the event itself reads it only when asked. */
  readonly lastText: string | undefined
  readonly options: unknown
  readonly env: Env
  readonly isRehearsal: boolean
  readonly program: string | undefined
  /** How far the clock of the engine is ahead of the machine's. */
  readonly clockMs: number
  readonly carriedOver: string | undefined
  /** Providers of language models that may be asked. */
  readonly sendsTo: readonly LlmProvider[]
}

/** Services that take their time are those of the engine's thread, which also ends what they have started. */
export const REMOTE = [
  'yaml',
  'effects',
  'git.output',
  'git.answers',
  'git.status',
  'git.log',
  'process.run',
  'llm.ask',
  'background.request',
  'background.isBusy',
  'background.cancel',
] as const
export type Remote = (typeof REMOTE)[number]

export type FromWorker =
  | { readonly type: 'call'; readonly id: number; readonly name: Remote; readonly args: readonly unknown[] }
  | { readonly type: 'export'; readonly variables: Readonly<Record<string, string>> }
  /** JSON: what a hook returns may hold anything. */
  | { readonly type: 'done'; readonly json: string }
  | { readonly type: 'failed'; readonly message: string }

export type ToWorker =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
