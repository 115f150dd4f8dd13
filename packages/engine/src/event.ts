/** What an agent reports, in host-neutral terms. Hosts translate into this; hooks see nothing else. */

import type { Shell } from '@holdpoint/shell'

export type ToolKind = 'shell' | 'write' | 'edit' | 'read' | 'agent' | 'ask' | 'mcp' | 'other'

export interface FileTouch {
  /** Absolute. */
  readonly path: string
  readonly op: 'write' | 'edit' | 'delete' | 'read'
  /** The new text, where the tool carries it. */
  readonly content?: string
  /** Of an edit: what it replaces, in order. Absent when the tool does not say. */
  readonly replacements?: readonly Replacement[]
}

export interface Replacement {
  readonly from: string
  readonly to: string
  /** Every occurrence, not only the first. */
  readonly all: boolean
}

export interface ToolCall {
  /** The agent's own name for the tool. Match on `kind`, show `name`. */
  readonly name: string
  readonly kind: ToolKind
  readonly input: Readonly<Record<string, unknown>>
  readonly callId?: string
  readonly command?: string
  /** The shell that runs the command, by the host's own rule; absent when that is not known. */
  readonly shell?: Shell
  /** An earlier hook has changed the input: the user has not seen it in this form. */
  readonly rewritten?: true
  readonly files: readonly FileTouch[]
  /** The host's own tool for texts: nothing in its input is run, and no file is touched. */
  readonly textOnly?: true
}

export interface AgentRef {
  /** Present only inside a sub-agent: the reliable test for "not the main thread". */
  readonly id?: string
  readonly type?: string
  readonly name?: string
}

export interface Task {
  readonly id: string
  readonly subject: string
  readonly description?: string
  readonly teammate?: string
  readonly team?: string
}

export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact'

interface Base {
  readonly id: string
  readonly at: Date
  readonly host: string
  /** The host's own name for the event. */
  readonly name: string
  /** Safe to use as a file name. */
  readonly session: string
  readonly cwd: string
  readonly root: string
  /** What matchers are compared with, best name first. Absent: this event ignores matchers. */
  readonly subjects?: readonly string[]
  readonly permissionMode?: string
  readonly agent?: AgentRef
  /** A person works at the agent's own screen; absent where that is not known. */
  readonly attended?: true
  readonly raw: Readonly<Record<string, unknown>>
}

export interface ToolBefore extends Base {
  readonly kind: 'tool.before'
  readonly tool: ToolCall
}
export interface ToolAfter extends Base {
  readonly kind: 'tool.after'
  readonly tool: ToolCall
  readonly output: unknown
  readonly failed: boolean
  readonly interrupted: boolean
}
export interface Permission extends Base {
  readonly kind: 'permission'
  readonly tool: ToolCall
}
export interface PromptSubmit extends Base {
  readonly kind: 'prompt.submit'
  readonly prompt: string
  /** False when the host wrote the prompt itself, such as the report of a background task. */
  readonly fromUser: boolean
  /** A program sent it, so it begins a turn like a user's prompt and is no person's word. */
  readonly byProgram?: true
}
/** The user called a command of the agent's by name, such as `/holdpoint:proof verify`. */
export interface PromptCommand extends Base {
  readonly kind: 'prompt.command'
  /** Without the slash. */
  readonly command: string
  readonly args: string
  readonly byProgram?: true
}
export interface SessionStart extends Base {
  readonly kind: 'session.start'
  readonly source: SessionSource
}
export interface SessionEnd extends Base {
  readonly kind: 'session.end'
  readonly reason: string
}
export interface TurnStop extends Base {
  readonly kind: 'turn.stop'
  readonly alreadyBlocked: boolean
  readonly text?: string | undefined
}
export interface AgentStart extends Base {
  readonly kind: 'agent.start'
}
export interface AgentStop extends Base {
  readonly kind: 'agent.stop'
  readonly alreadyBlocked: boolean
  readonly text?: string | undefined
}
export interface TaskCreated extends Base {
  readonly kind: 'task.created'
  readonly task: Task
}
export interface TaskCompleted extends Base {
  readonly kind: 'task.completed'
  readonly task: Task
}
export interface TeammateIdle extends Base {
  readonly kind: 'teammate.idle'
  readonly teammate: string
  readonly team?: string
  readonly tasksSummary?: string
}
export interface CompactBefore extends Base {
  readonly kind: 'compact.before'
  readonly trigger: 'manual' | 'auto'
  readonly instructions?: string
}
export interface Notification extends Base {
  readonly kind: 'notification'
  readonly type: string
  readonly message: string
}
/** An event we carry but give no meaning to; `name` and `raw` say what it was. */
export interface Other extends Base {
  readonly kind: 'other'
}

export type AgentEvent =
  | ToolBefore
  | ToolAfter
  | Permission
  | PromptSubmit
  | PromptCommand
  | SessionStart
  | SessionEnd
  | TurnStop
  | AgentStart
  | AgentStop
  | TaskCreated
  | TaskCompleted
  | TeammateIdle
  | CompactBefore
  | Notification
  | Other

export type EventKind = AgentEvent['kind']
export type EventOf<K extends EventKind> = Extract<AgentEvent, { kind: K }>

/** Omit that keeps each member of a union, so that `kind` still narrows. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** What an event is about, without where and when it happened. */
export type EventBody = Without<AgentEvent, keyof Base> & Partial<Base>
