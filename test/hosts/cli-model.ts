import type { Answer } from '../../packages/engine/src/host.ts'

/**
 * How the real Claude Code CLI (2.1.325) reads the output of a hook, as observed event by event. Kept apart from
 * the host's own table on purpose: the two are compared.
 */
export interface Facts {
  /** What refuses here, if anything does. */
  readonly refusedBy?: readonly ('permission' | 'request' | 'action' | 'decision' | 'exit2')[]
  /** `decision: "block"` is delivered as feedback, nothing is held up. */
  readonly blockIsFeedback?: true
  readonly context?: 'delivered' | 'lost' | 'makes the turn go on'
  readonly notice?: 'shown'
  /** An answer with hookSpecificOutput fails validation and is dropped whole. */
  readonly rejectsSpecific?: true
  readonly plainText?: 'compactor'
  /** Whatever is printed does harm or is ignored. */
  readonly mute?: true
}

export const FACTS: Readonly<Record<string, Facts>> = {
  PreToolUse: { refusedBy: ['permission', 'decision', 'exit2'], context: 'delivered', notice: 'shown' },
  PostToolUse: { blockIsFeedback: true, context: 'delivered', notice: 'shown' },
  PostToolUseFailure: { blockIsFeedback: true, context: 'delivered', notice: 'shown' },
  PostToolBatch: { refusedBy: ['decision', 'exit2'], context: 'delivered', notice: 'shown' },
  PermissionRequest: { refusedBy: ['request'] },
  PermissionDenied: {},
  UserPromptSubmit: { refusedBy: ['decision', 'exit2'], context: 'delivered', notice: 'shown' },
  UserPromptExpansion: { refusedBy: ['decision', 'exit2'], context: 'delivered', notice: 'shown' },
  SessionStart: { context: 'delivered' },
  Setup: { context: 'lost' },
  SessionEnd: { rejectsSpecific: true },
  Stop: { refusedBy: ['decision', 'exit2'], context: 'makes the turn go on', notice: 'shown' },
  StopFailure: { mute: true },
  SubagentStart: { context: 'delivered' },
  SubagentStop: { refusedBy: ['decision', 'exit2'], context: 'makes the turn go on' },
  TeammateIdle: { refusedBy: ['exit2'] },
  TaskCreated: { refusedBy: ['decision', 'exit2'] },
  TaskCompleted: { refusedBy: ['decision', 'exit2'] },
  PreCompact: { refusedBy: ['decision', 'exit2'], rejectsSpecific: true, plainText: 'compactor' },
  PostCompact: { rejectsSpecific: true, mute: true },
  PreModelSwitch: { refusedBy: ['permission', 'decision', 'exit2'], notice: 'shown' },
  PostModelSwitch: { context: 'delivered', notice: 'shown' },
  Notification: { context: 'lost' },
  Elicitation: { refusedBy: ['action', 'decision', 'exit2'] },
  ElicitationResult: { refusedBy: ['action', 'exit2'] },
  ConfigChange: { refusedBy: ['decision', 'exit2'] },
  InstructionsLoaded: { rejectsSpecific: true },
  WorktreeCreate: { mute: true },
  WorktreeRemove: { mute: true },
  CwdChanged: {},
  FileChanged: {},
  DirectoryAdded: {},
  MessageDisplay: { mute: true },
}

export interface Reaction {
  readonly refused: boolean
  readonly asked: boolean
  readonly approved: boolean
  readonly input?: unknown
  /** Everything the model reads because of this answer. */
  readonly model: readonly string[]
  readonly user: readonly string[]
  /** Why the CLI would have dropped the answer. */
  readonly invalid?: string
}

const NOTHING: Reaction = { refused: false, asked: false, approved: false, model: [], user: [] }

interface Output {
  readonly decision?: string
  readonly reason?: string
  readonly systemMessage?: string
  readonly hookSpecificOutput?: {
    readonly hookEventName?: string
    readonly permissionDecision?: string
    readonly permissionDecisionReason?: string
    readonly updatedInput?: unknown
    readonly additionalContext?: string
    readonly action?: string
    readonly decision?: { readonly behavior?: string; readonly message?: string; readonly updatedInput?: unknown }
  }
}

export function reactionOf(event: string, answer: Answer): Reaction {
  const facts = FACTS[event] ?? {}
  const can = (way: NonNullable<Facts['refusedBy']>[number]): boolean => facts.refusedBy?.includes(way) === true
  if (answer.exitCode === 2) return can('exit2') ? { ...NOTHING, refused: true, model: [answer.stderr] } : NOTHING
  if (answer.stdout === '') return NOTHING
  if (facts.mute === true) return { ...NOTHING, invalid: 'printed where nothing may be printed' }

  const output = parse(answer.stdout)
  if (output === undefined) {
    return facts.plainText === 'compactor'
      ? { ...NOTHING, model: [answer.stdout] }
      : { ...NOTHING, invalid: 'not JSON: the CLI takes it for a log line' }
  }
  const own = output.hookSpecificOutput
  if (own !== undefined && facts.rejectsSpecific === true) return { ...NOTHING, invalid: 'hookSpecificOutput' }
  if (own !== undefined && own.hookEventName !== event) return { ...NOTHING, invalid: 'wrong hookEventName' }
  if (facts.plainText === 'compactor' && output.decision !== 'block') return { ...NOTHING, model: [answer.stdout] }

  const refusal =
    (can('permission') && own?.permissionDecision === 'deny' && (own.permissionDecisionReason ?? 'Blocked by hook')) ||
    (can('request') && own?.decision?.behavior === 'deny' && (own.decision.message ?? 'denied')) ||
    (can('action') && own?.action === 'decline' && 'declined') ||
    (can('decision') && output.decision === 'block' && (output.reason ?? 'blocked'))
  const feedback = facts.blockIsFeedback === true && output.decision === 'block' ? [output.reason ?? ''] : []
  const context = own?.additionalContext !== undefined && facts.context === 'delivered' ? [own.additionalContext] : []
  if (own?.additionalContext !== undefined && facts.context === 'makes the turn go on') {
    return { ...NOTHING, invalid: 'context would keep the agent running' }
  }
  return {
    refused: refusal !== false && refusal !== undefined,
    asked: own?.permissionDecision === 'ask',
    approved: own?.permissionDecision === 'allow' || own?.decision?.behavior === 'allow',
    input: own?.updatedInput ?? own?.decision?.updatedInput,
    model: [...(typeof refusal === 'string' ? [refusal] : []), ...feedback, ...context],
    user: output.systemMessage !== undefined && facts.notice === 'shown' ? [output.systemMessage] : [],
  }
}

function parse(text: string): Output | undefined {
  try {
    return JSON.parse(text) as Output
  } catch {
    return undefined
  }
}
