import type { EventKind, ToolKind } from '../../event.ts'
import { isOfRepository, type OwnLayer } from '../../own.ts'

/** A rule as the compiled configuration holds it: plain data, every list a list. What is written here can be read again. */

export interface Rule {
  readonly summary?: string
  readonly level?: 'off' | 'observe' | 'warn' | 'on'
  readonly when: Conditions
  /** Any of them exempts. */
  readonly unless?: readonly Conditions[]
  readonly then: Action
  /** Hooks whose objection it lifts. Only the user's and the managed configuration may say so. */
  readonly overrules?: readonly string[]
  readonly message?: string | RuleMessage
  readonly escalate?: Escalation
  readonly limit?: Limit
  readonly between?: Hours
  readonly on_error?: 'open' | 'closed'
}

/** All that are given must hold; of the values of one, any. */
export interface Conditions {
  readonly event?: readonly string[]
  readonly tool?: readonly string[]
  readonly runs?: readonly string[]
  readonly writes?: readonly string[]
  readonly deletes?: readonly string[]
  readonly reads?: readonly string[]
  readonly touches?: readonly string[]
  readonly git?: readonly string[]
  readonly fetches?: readonly string[]
  readonly does?: readonly string[]
  readonly content?: readonly TextTest[]
  readonly command?: readonly TextTest[]
  readonly prompt?: readonly TextTest[]
  readonly output?: readonly TextTest[]
  readonly says?: readonly TextTest[]
  readonly branch?: readonly string[]
  readonly agent?: readonly string[]
  readonly permission_mode?: readonly string[]
  readonly host?: readonly string[]
  readonly uncertain?: boolean
}

export type TextTest =
  | { readonly matches: string; readonly flags?: string; readonly words?: undefined }
  | { readonly words: readonly string[]; readonly matches?: undefined }

export type Outcome = 'deny' | 'ask' | 'allow' | 'block' | 'warn' | 'feedback'

export type Action =
  | Outcome
  | { readonly context: string }
  | { readonly rewrite: Readonly<Record<string, Replacement>> }
  | { readonly run: readonly string[] }

export type Replacement = string | { readonly replace: string; readonly with: string; readonly flags?: string }

export interface RuleMessage {
  readonly what: string
  readonly why?: string
  readonly fix?: string
}

export interface Escalation {
  readonly after: number
  readonly to: 'deny' | 'ask' | 'block'
  /** `session`, or a time such as `10m`. */
  readonly within?: string
}

export interface Limit {
  readonly calls: number
  /** `session`, `turn`, `hour`, `day`, or a time such as `10m`. */
  readonly per: string
}

export interface Hours {
  readonly from?: string
  readonly to?: string
  readonly days?: readonly string[]
}

export interface RuleInForce {
  /** `rules/<name>`. */
  readonly id: string
  readonly layer: OwnLayer
  readonly level: 'observe' | 'warn' | 'on'
  readonly rule: Rule
  /** It was trusted, and is another rule now: it counts as failed. */
  readonly changed?: true
}

export const DEFAULT_EVENT = 'PreToolUse'

export const TOOL_KINDS: readonly ToolKind[] = ['shell', 'write', 'edit', 'read', 'agent', 'ask', 'mcp', 'other']

/** Decided by the effects of a tool call alone. */
export const EFFECT_KEYS = [
  'runs',
  'writes',
  'deletes',
  'reads',
  'touches',
  'git',
  'fetches',
  'does',
] as const satisfies readonly (keyof Conditions)[]

export const TEXT_KEYS = [
  'content',
  'command',
  'prompt',
  'output',
  'says',
] as const satisfies readonly (keyof Conditions)[]

export type TextKey = (typeof TEXT_KEYS)[number]

const TOOL_EVENTS: readonly EventKind[] = ['tool.before', 'tool.after', 'permission']

/** Events at which a condition can hold; one that is not named here can hold at any. */
export const KINDS_OF: Readonly<Partial<Record<keyof Conditions, readonly EventKind[]>>> = {
  tool: TOOL_EVENTS,
  ...Object.fromEntries(EFFECT_KEYS.map((key) => [key, TOOL_EVENTS])),
  content: TOOL_EVENTS,
  command: TOOL_EVENTS,
  uncertain: TOOL_EVENTS,
  prompt: ['prompt.submit', 'prompt.command'],
  output: ['tool.after'],
  says: ['turn.stop', 'agent.stop', 'task.created', 'task.completed', 'teammate.idle', 'notification'],
}

/** Events at which the agent obeys an answer; warnings and programs are possible at every event. */
export const KINDS_FOR: Readonly<Record<string, readonly EventKind[]>> = {
  deny: ['tool.before', 'permission'],
  ask: ['tool.before'],
  allow: ['tool.before', 'permission'],
  block: [
    'prompt.submit',
    'prompt.command',
    'turn.stop',
    'agent.stop',
    'teammate.idle',
    'task.created',
    'task.completed',
    'compact.before',
  ],
  feedback: ['tool.after'],
  context: [
    'tool.before',
    'tool.after',
    'prompt.submit',
    'prompt.command',
    'session.start',
    'agent.start',
    'compact.before',
  ],
  rewrite: ['tool.before'],
}

/** The word for what a rule does. */
export const wordOf = (then: Action): Outcome | 'context' | 'rewrite' | 'run' => {
  if (typeof then === 'string') return then
  return 'context' in then ? 'context' : 'rewrite' in then ? 'rewrite' : 'run'
}

/**
 * A repository's rule that starts a program, spares the user a question or changes a call works only where the user
 * trusts it. One that refuses, warns or adds context needs no trust: it can only be in the way.
 */
export const needsTrust = ({ layer, rule: { then } }: Pick<RuleInForce, 'layer' | 'rule'>): boolean =>
  isOfRepository(layer) && ['run', 'allow', 'rewrite'].includes(wordOf(then))

/**
 * An agent can cause a failure: a full disk, a call that takes too long. So a rule with `deny`, `ask` or `block`
 * refuses when it cannot be checked. The failure of any other rule changes nothing.
 */
export function failureOf({ on_error, then, escalate }: Rule): 'open' | 'closed' {
  const word = wordOf(then)
  return on_error ?? (['deny', 'ask', 'block'].includes(word) || escalate !== undefined ? 'closed' : 'open')
}
