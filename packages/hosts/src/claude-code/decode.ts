import { basename, resolve } from 'node:path'
import {
  type AgentEvent,
  type AgentRef,
  type SessionSource,
  type Task,
  type DecodeContext,
  safeName,
} from '@holdpoint/engine'
import { anything, filled, flag, optional, text, type Payload } from '../payload.ts'
import { canonicalName, specOf, type EventSpec } from './events.ts'
import { shellOf } from './shell.ts'
import { decodeTool, toolSubjects } from './tools.ts'

export function decode(payload: Payload, context: DecodeContext): AgentEvent {
  const named = context.eventName ?? filled(payload, 'hook_event_name', 'hookEventName', 'eventType') ?? ''
  const name = canonicalName(named)
  const spec = specOf(name)
  const { env } = context
  const cwd = resolve(context.cwd, filled(payload, 'cwd', 'session.cwd') ?? '.')
  const hints = [env['CLAUDE_PROJECT_DIR'], filled(payload, 'session.projectDir')]
  const session =
    filled(payload, 'session_id', 'sessionId', 'session.id') ??
    env['CLAUDE_CODE_SESSION_ID'] ??
    env['CLAUDE_SESSION_ID']
  const agent = decodeAgent(payload, spec.kind === 'agent.start' || spec.kind === 'agent.stop')

  const base = {
    id: context.id,
    at: context.now,
    host: 'claude-code',
    name,
    session: safeName(session),
    cwd,
    root: context.findRoot(
      hints.filter((hint): hint is string => hint !== undefined && hint !== ''),
      cwd,
    ),
    raw: payload,
    ...optional('permissionMode', filled(payload, 'permission_mode', 'permissionMode')),
    ...optional('agent', agent),
    ...(env['CLAUDE_CODE_ENTRYPOINT'] === 'cli' && { attended: true as const }),
    ...optional('subjects', subjectsOf(payload, spec, agent)),
  }

  switch (spec.kind) {
    case 'tool.before':
    case 'permission':
      return { ...base, kind: spec.kind, tool: decodeTool(payload, cwd, () => shellOf(context)) }
    case 'tool.after':
      return {
        ...base,
        kind: spec.kind,
        tool: decodeTool(payload, cwd, () => shellOf(context)),
        output: anything(payload, 'tool_response', 'tool_output', 'toolOutput', 'tool_result', 'error'),
        failed: name === 'PostToolUseFailure',
        interrupted: flag(payload, 'is_interrupt', 'isInterrupt'),
      }
    case 'prompt.submit': {
      const prompt = text(payload, 'prompt') ?? ''
      const byItself = /^\s*<task-notification>/.test(prompt) || OWN_PROMPTS.includes(text(payload, 'source') ?? '')
      return { ...base, kind: spec.kind, prompt, fromUser: !byItself, ...byProgram(payload) }
    }
    case 'prompt.command': {
      const command = (text(payload, 'command_name', 'commandName') ?? '').replace(/^\//, '')
      const args = text(payload, 'command_args', 'commandArgs') ?? ''
      return { ...base, kind: spec.kind, command, args, ...byProgram(payload) }
    }
    case 'session.start':
      return { ...base, kind: spec.kind, source: sourceOf(text(payload, 'source')) }
    case 'session.end':
      return { ...base, kind: spec.kind, reason: text(payload, 'reason') ?? 'other' }
    case 'turn.stop':
    case 'agent.stop': {
      const stop = { kind: spec.kind, alreadyBlocked: flag(payload, 'stop_hook_active', 'stopHookActive') }
      return withText({ ...base, ...stop }, payload, context)
    }
    case 'task.created':
    case 'task.completed':
      return { ...base, kind: spec.kind, task: decodeTask(payload) }
    case 'teammate.idle':
      return {
        ...base,
        kind: spec.kind,
        teammate: agent?.name ?? '',
        ...optional('team', filled(payload, 'team_name', 'teamName')),
        ...optional('tasksSummary', text(payload, 'tasks_summary', 'tasksSummary')),
      }
    case 'compact.before':
      return {
        ...base,
        kind: spec.kind,
        trigger: text(payload, 'trigger') === 'auto' ? 'auto' : 'manual',
        ...optional('instructions', filled(payload, 'custom_instructions', 'customInstructions')),
      }
    case 'notification':
      return {
        ...base,
        kind: spec.kind,
        type: filled(payload, 'notification_type', 'notificationType', 'type') ?? '',
        message: text(payload, 'message') ?? '',
      }
    case 'agent.start':
    case 'other':
      return { ...base, kind: spec.kind }
  }
}

export function withInput(event: AgentEvent, input: Payload): AgentEvent {
  if (!('tool' in event)) return event
  const raw = { ...event.raw, tool_input: input }
  return { ...event, raw, tool: decodeTool(raw, event.cwd, () => event.tool.shell) }
}

/** Prompts the user did not type: the model may have chosen their words when it scheduled them. */
const OWN_PROMPTS: readonly string[] = ['system', 'loop_wakeup', 'schedule_wakeup', 'poll_event']

/** A source that is not known is not the user. Many versions of the CLI name none. */
const byProgram = (payload: Payload): { byProgram?: true } =>
  ['user', ''].includes(text(payload, 'source') ?? '') ? {} : { byProgram: true }

/** The last text is in the payload, or at the end of a long file that most hooks never read. */
function withText<E extends AgentEvent>(event: E, payload: Payload, context: DecodeContext): E {
  const isAgent = event.kind === 'agent.stop'
  const direct = text(payload, 'last_assistant_message', 'response', ...(isAgent ? ['reason'] : []))
  if (direct !== undefined) return { ...event, text: direct }
  const transcripts = [
    ...(isAgent ? [filled(payload, 'agent_transcript_path', 'agentTranscriptPath')] : []),
    filled(payload, 'transcript_path', 'transcriptPath'),
  ].filter((path) => path !== undefined)
  let found: { text: string | undefined } | undefined
  return Object.defineProperty(event, 'text', {
    enumerable: false,
    get() {
      found ??= { text: firstOf(transcripts, (path) => context.lastAssistantText(resolve(event.cwd, path))) }
      return found.text
    },
  })
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

function decodeAgent(payload: Payload, aboutAgent: boolean): AgentRef | undefined {
  const id = filled(payload, 'agent_id', 'agentId')
  const type = text(payload, 'agent_type', 'agentType') ?? (aboutAgent ? agentTypeElsewhere(payload) : undefined)
  const name = filled(payload, 'agent_name', 'agentName', 'teammate_name', 'teammateName')
  if (id === undefined && type === undefined && name === undefined) return undefined
  return {
    ...optional('id', id === undefined ? undefined : safeName(id)),
    ...optional('type', type),
    ...optional('name', name),
  }
}

/** Only on events that are about an agent: on a tool call these fields name the agent to be started, not the caller. */
function agentTypeElsewhere(payload: Payload): string | undefined {
  const named = filled(
    payload,
    'subagent_type',
    'subagentType',
    'data.agent',
    'tool_input.agent_name',
    'tool_input.subagent_type',
  )
  const tool = filled(payload, 'tool_name', 'toolName')
  return named ?? (tool?.includes(':') === true ? tool : undefined)
}

const decodeTask = (payload: Payload): Task => ({
  id: filled(payload, 'task_id', 'taskId') ?? '',
  subject: text(payload, 'task_subject', 'taskSubject', 'taskSummary') ?? '',
  ...optional('description', text(payload, 'task_description', 'taskDescription')),
  ...optional('teammate', filled(payload, 'teammate_name', 'teammateName')),
  ...optional('team', filled(payload, 'team_name', 'teamName')),
})

/** A source we do not know, such as `fork`, continues something: that is a resume. */
function sourceOf(source: string | undefined): SessionSource {
  if (source === undefined || source === 'startup') return 'startup'
  return source === 'clear' || source === 'compact' ? source : 'resume'
}

/** Matching is by pattern on text that the model may choose, so its length is bounded. */
const MAX_SUBJECT = 256

function subjectsOf(payload: Payload, spec: EventSpec, agent: AgentRef | undefined): readonly string[] | undefined {
  const field = spec.subject
  if (field === undefined) return undefined
  if (spec.kind === 'session.start') return sourceSubjects(payload)
  if (field === 'tool_name') return toolSubjects((filled(payload, 'tool_name', 'toolName') ?? '').slice(0, MAX_SUBJECT))
  if (field === 'agent_type') return [(agent?.type ?? '').slice(0, MAX_SUBJECT)]
  if (field === 'notification_type') return [text(payload, field, 'notificationType', 'type') ?? '']
  if (field === 'file_path') return [basename(text(payload, field) ?? '')]
  return [(text(payload, field) ?? '').slice(0, MAX_SUBJECT)]
}

/** `fork` is matched by its own name and by `resume`, which is what it means here. */
function sourceSubjects(payload: Payload): readonly string[] {
  const source = (text(payload, 'source') ?? 'startup').slice(0, MAX_SUBJECT)
  return [...new Set([source, sourceOf(source)])]
}
