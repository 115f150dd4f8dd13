import type { AgentEvent, EventKind } from './event.ts'

/** Host-neutral names of events, for rules and custom hooks. */
export const EVENT_WORDS: Readonly<Record<string, EventKind>> = {
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  PostToolUseFailure: 'tool.after',
  PermissionRequest: 'permission',
  UserPromptSubmit: 'prompt.submit',
  UserPromptExpansion: 'prompt.command',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  Stop: 'turn.stop',
  SubagentStart: 'agent.start',
  SubagentStop: 'agent.stop',
  TaskCreated: 'task.created',
  TaskCompleted: 'task.completed',
  TeammateIdle: 'teammate.idle',
  PreCompact: 'compact.before',
  Notification: 'notification',
  // Passed on without an interpretation.
  PostToolBatch: 'other',
  PermissionDenied: 'other',
  PostCompact: 'other',
  Setup: 'other',
  StopFailure: 'other',
  PreModelSwitch: 'other',
  PostModelSwitch: 'other',
  Elicitation: 'other',
  ElicitationResult: 'other',
  ConfigChange: 'other',
  InstructionsLoaded: 'other',
  CwdChanged: 'other',
  FileChanged: 'other',
  DirectoryAdded: 'other',
}

/** The word for an event; an event without one keeps the name its agent gives it. */
export function wordFor(event: AgentEvent): string {
  if (event.kind === 'tool.after' && event.failed) return 'PostToolUseFailure'
  return event.kind === 'other' ? event.name : (firstWordFor(event.kind) ?? event.name)
}

const firstWordFor = (kind: EventKind): string | undefined =>
  Object.keys(EVENT_WORDS).find((word) => EVENT_WORDS[word] === kind)
