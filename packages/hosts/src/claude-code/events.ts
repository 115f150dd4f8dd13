import type { EventKind, Power } from '@holdpoint/engine'

/** The answer format that the CLI obeys at this event. */
export type Form =
  | 'permission' // hookSpecificOutput.permissionDecision
  | 'request' // hookSpecificOutput.decision.behavior
  | 'elicitation' // hookSpecificOutput.action
  | 'decision' // top-level decision: "block"
  | 'exit2' // exit code 2 and the reason on stderr
  | 'text' // plain stdout, added to the compaction instructions
  | 'none' // whatever we print is ignored, or does harm

export interface EventSpec {
  readonly kind: EventKind
  readonly form: Form
  readonly powers: readonly Power[]
  /** Payload field that matchers are compared with. */
  readonly subject?: string
  readonly limitMs?: number
  /** The user sees `systemMessage` here. At the other events the CLI accepts it and does not show it. */
  readonly showsNotice?: true | 'attended'
}

const GATE = ['refuse', 'notice'] as const
const INFORM = ['context', 'notice'] as const
const NOTE = ['notice'] as const

/** All events of Claude Code 2.1.325, and what the real CLI does with an answer to each. One event needs one of them. */
export const EVENTS: Readonly<Record<string, () => EventSpec>> = {
  PreToolUse: () => ({
    kind: 'tool.before',
    form: 'permission',
    subject: 'tool_name',
    powers: ['refuse', 'ask', 'allow', 'rewrite', 'context', 'notice'],
    showsNotice: true,
  }),
  PostToolUse: () => ({
    kind: 'tool.after',
    form: 'decision',
    subject: 'tool_name',
    powers: ['feedback', ...INFORM],
    showsNotice: true,
  }),
  PostToolUseFailure: () => ({
    kind: 'tool.after',
    form: 'decision',
    subject: 'tool_name',
    // The call has failed already: there is nothing to send back.
    powers: INFORM,
    showsNotice: true,
  }),
  // Refusing here would end the loop, and the model would not learn why.
  PostToolBatch: () => ({ kind: 'other', form: 'decision', powers: INFORM, showsNotice: true }),
  PermissionRequest: () => ({
    kind: 'permission',
    form: 'request',
    subject: 'tool_name',
    // A changed input is taken only together with an approval, so a rewrite alone cannot be expressed.
    powers: ['refuse', 'allow', 'notice'],
  }),
  PermissionDenied: () => ({ kind: 'other', form: 'decision', subject: 'tool_name', powers: NOTE }),
  UserPromptSubmit: () => ({
    kind: 'prompt.submit',
    form: 'decision',
    powers: ['refuse', ...INFORM],
    limitMs: 30_000,
    showsNotice: true,
  }),
  UserPromptExpansion: () => ({
    kind: 'prompt.command',
    form: 'decision',
    subject: 'command_name',
    powers: ['refuse', ...INFORM],
    showsNotice: true,
  }),
  // The interactive CLI shows notices here, `claude -p` does not.
  SessionStart: () => ({
    kind: 'session.start',
    form: 'decision',
    subject: 'source',
    powers: INFORM,
    showsNotice: 'attended',
  }),
  // Context is accepted at Setup and Notification, but never reaches the model.
  Setup: () => ({ kind: 'other', form: 'decision', subject: 'trigger', powers: NOTE }),
  SessionEnd: () => ({ kind: 'session.end', form: 'decision', subject: 'reason', powers: NOTE, limitMs: 1_500 }),
  // Context would make the turn go on, so text for these goes to the user instead.
  Stop: () => ({ kind: 'turn.stop', form: 'decision', powers: GATE, showsNotice: true }),
  SubagentStop: () => ({ kind: 'agent.stop', form: 'decision', subject: 'agent_type', powers: GATE }),
  StopFailure: () => ({ kind: 'other', form: 'none', subject: 'error', powers: [] }),
  SubagentStart: () => ({ kind: 'agent.start', form: 'decision', subject: 'agent_type', powers: INFORM }),
  TeammateIdle: () => ({ kind: 'teammate.idle', form: 'exit2', powers: GATE }),
  TaskCreated: () => ({ kind: 'task.created', form: 'decision', powers: GATE }),
  TaskCompleted: () => ({ kind: 'task.completed', form: 'decision', powers: GATE }),
  // Whatever is printed here goes to the compactor word for word, also JSON meant for the user.
  PreCompact: () => ({ kind: 'compact.before', form: 'text', subject: 'trigger', powers: ['refuse', 'context'] }),
  PostCompact: () => ({ kind: 'other', form: 'none', subject: 'trigger', powers: [] }),
  PreModelSwitch: () => ({
    kind: 'other',
    form: 'permission',
    subject: 'to_model',
    powers: ['refuse', 'ask', 'allow', 'notice'],
    showsNotice: true,
  }),
  PostModelSwitch: () => ({ kind: 'other', form: 'decision', subject: 'to_model', powers: INFORM, showsNotice: true }),
  Notification: () => ({ kind: 'notification', form: 'decision', subject: 'notification_type', powers: NOTE }),
  Elicitation: () => ({ kind: 'other', form: 'elicitation', subject: 'mcp_server_name', powers: GATE }),
  ElicitationResult: () => ({ kind: 'other', form: 'elicitation', subject: 'mcp_server_name', powers: GATE }),
  ConfigChange: () => ({ kind: 'other', form: 'decision', subject: 'source', powers: GATE }),
  InstructionsLoaded: () => ({ kind: 'other', form: 'decision', subject: 'load_reason', powers: NOTE }),
  // A registered WorktreeCreate hook must print a path; printing nothing breaks worktrees. We never register these three.
  WorktreeCreate: () => ({ kind: 'other', form: 'none', powers: [] }),
  WorktreeRemove: () => ({ kind: 'other', form: 'none', powers: [] }),
  MessageDisplay: () => ({ kind: 'other', form: 'none', powers: [] }),
  CwdChanged: () => ({ kind: 'other', form: 'decision', powers: NOTE }),
  FileChanged: () => ({ kind: 'other', form: 'decision', subject: 'file_path', powers: NOTE }),
  DirectoryAdded: () => ({ kind: 'other', form: 'decision', subject: 'source', powers: NOTE }),
}

/** A silent WorktreeCreate entry breaks worktrees; the others are called for every piece of text, or ignore the answer. */
export const NEVER_REGISTERED: readonly string[] = ['WorktreeCreate', 'WorktreeRemove', 'MessageDisplay']

const UNKNOWN: EventSpec = { kind: 'other', form: 'decision', powers: NOTE }

export const specOf = (name: string): EventSpec =>
  Object.hasOwn(EVENTS, name) ? (EVENTS[name]?.() ?? UNKNOWN) : UNKNOWN

/** Short names that wrapper scripts use. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['compact', 'PreCompact'],
  ['pretool', 'PreToolUse'],
  ['posttool', 'PostToolUse'],
])

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** `PreToolUse`, `pre-tool-use` and `pre-tool` are one event; what we do not know keeps its name. */
export function canonicalName(spelling: string): string {
  if (Object.hasOwn(EVENTS, spelling)) return spelling
  const wanted = plain(spelling)
  return Object.keys(EVENTS).find((name) => plain(name) === wanted) ?? ALIASES.get(wanted) ?? spelling
}

export const nameForKind = (kind: EventKind): string =>
  Object.entries(EVENTS).find(([, spec]) => spec().kind === kind)?.[0] ?? 'Unknown'
