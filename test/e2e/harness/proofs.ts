import type { TestContext } from 'vitest'

/** What is shown for each agent, in the order of docs/hosts.md: the event, and what Holdpoint answers. */
export const PROOFS = {
  command: ['before a tool call', 'deny a command'],
  file: ['before a tool call', 'deny a file'],
  ask: ['before a tool call', 'ask'],
  rewrite: ['before a tool call', 'rewrite a command'],
  context: ['session start', 'context'],
  prompt: ['prompt', 'block'],
  stop: ['end of a turn', 'block every time'],
  subagent: ['call of a sub-agent', 'deny a command'],
  missing: ['before a tool call', 'Holdpoint is missing'],
  killed: ['before a tool call', 'Holdpoint is killed'],
  slow: ['before a tool call', 'a hook is slower than its limit'],
  beside: ['install', 'in a project, beside a user install for Claude Code'],
  uninstall: ['install', 'entries of others, then uninstall'],
  changed: ['install', '`doctor` where an entry was changed'],
  doctor: ['install', '`doctor` where the agent skips the entries'],
} as const satisfies Readonly<Record<string, readonly [event: string, answer: string]>>

export type Proof = keyof typeof PROOFS

declare module 'vitest' {
  interface TaskMeta {
    shown?: Partial<Record<Proof, string>>
  }
}

/** Called after the expectations: what the real program did, in a few words, for the page. */
export function show({ task }: Pick<TestContext, 'task'>, shown: Partial<Record<Proof, string>>): void {
  task.meta.shown = { ...task.meta.shown, ...shown }
}
