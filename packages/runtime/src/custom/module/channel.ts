import type { AgentEvent, LlmProvider, Env } from '@holdpoint/engine'

/** The messages between the two threads of a hook. */

/** `describe`: load the hook and return its description. `run`: let it judge one event. */
export type Task = { readonly built: string; readonly name: string; readonly file: string; readonly root: string } & (
  | { readonly kind: 'describe' }
  | ({ readonly kind: 'run' } & RunTask)
)

export interface RunTask {
  readonly event: AgentEvent
  /** The agent's last message; the event itself reads it lazily. */
  readonly lastText: string | undefined
  readonly options: unknown
  readonly env: Env
  readonly isRehearsal: boolean
  readonly program: string | undefined
  /** The offset of the engine's clock from the machine's. */
  readonly clockMs: number
  readonly carriedOver: string | undefined
  /** Providers of language models that the hook may use. */
  readonly sendsTo: readonly LlmProvider[]
}

/** Slow services run in the engine's thread, which also ends what they have started. */
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
  /** JSON, because a hook may return any value. */
  | { readonly type: 'done'; readonly json: string }
  | { readonly type: 'failed'; readonly message: string }

export type ToWorker =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
