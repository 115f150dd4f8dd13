import { resolve } from 'node:path'
import {
  type AgentEvent,
  type AgentRef,
  type Answer,
  type DecodeContext,
  type EventKind,
  type Host,
  type Power,
  type SessionSource,
  type ToolKind,
  type Verdict,
  isObject,
  safeName,
} from '@holdpoint/engine'
import { anything, filled, flag, optional, text, type Payload } from '../payload.ts'
import { decodeTool, directoryOf, toolMatcher, unreadableCall, type ToolTable } from './tools.ts'

/** A host that is described by tables. Agents that took over the hooks of Claude Code differ in little more. */
export interface HostTable {
  readonly id: string
  readonly events: Readonly<Record<string, EventSpec>>
  readonly tools: ToolTable
  /** Variables in which the agent names the directory of the project. */
  readonly projectVariables: readonly string[]
  /** Limit of an entry without a timeout of its own. */
  readonly limitMs: number
  /** The payload with the names that the others have, where this agent has its own. */
  normal?(payload: Payload): Payload
  /** A prompt without what the agent itself puts around it. */
  prompt?(prompt: string): string
  encode(event: AgentEvent, verdict: Verdict): Answer
}

export interface EventSpec {
  readonly kind: EventKind
  readonly powers: readonly Power[]
  /** The field that matchers are compared with. */
  readonly subject?: 'tool_name' | 'source' | 'agent_type' | 'trigger' | 'reason'
  /** The user sees `systemMessage` here. */
  readonly showsNotice?: true
  readonly limitMs?: number
}

const UNKNOWN: EventSpec = { kind: 'other', powers: [] }

export function tableHost(table: HostTable): Host {
  const { id, events, tools } = table
  const specOf = (name: string): EventSpec => (Object.hasOwn(events, name) ? (events[name] ?? UNKNOWN) : UNKNOWN)
  return {
    id,
    eventName: (spelling) => named(spelling, Object.keys(events)),
    eventFor: (kind) => Object.keys(events).find((name) => events[name]?.kind === kind),
    events: () => Object.keys(events),
    event: (name) => ({ kind: specOf(name).kind, hasSubject: specOf(name).subject !== undefined }),
    toolMatcher: (kind) => toolMatcher(kind, tools),
    limitMs: (name) => specOf(name).limitMs ?? table.limitMs,
    powers: (name) => specOf(name).powers,
    showsNotice: (event) => specOf(event.name).showsNotice === true && event.agent?.id === undefined,
    decode(given, context) {
      const payload = table.normal?.(given) ?? given
      const spelling = context.eventName ?? filled(payload, 'hook_event_name', 'hookEventName') ?? ''
      const name = named(spelling, Object.keys(events))
      return decodeEvent(payload, context, name, specOf(name), table)
    },
    unreadable: (event) => ('tool' in event ? unreadableCall(event.raw, event.tool, tools) : undefined),
    withInput(event, input) {
      if (!('tool' in event)) return event
      const raw = { ...event.raw, tool_input: input }
      return { ...event, raw, tool: decodeTool(raw, event.cwd, tools) }
    },
    encode: (event, verdict) => table.encode(event, verdict),
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** The agent's own spelling of an event; unknown names come back unchanged. */
const named = (spelling: string, names: readonly string[]): string =>
  names.find((name) => plain(name) === plain(spelling)) ?? spelling

function decodeEvent(
  payload: Payload,
  context: DecodeContext,
  name: string,
  spec: EventSpec,
  table: HostTable,
): AgentEvent {
  const { env } = context
  const cwd = resolve(context.cwd, filled(payload, 'cwd') ?? '.')
  const hints = table.projectVariables.map((variable) => env[variable])
  const agent = agentOf(payload)
  const base = {
    id: context.id,
    at: context.now,
    host: table.id,
    name,
    session: safeName(filled(payload, 'session_id', 'sessionId')),
    cwd,
    root: context.findRoot(
      hints.filter((hint): hint is string => hint !== undefined && hint !== ''),
      cwd,
    ),
    raw: payload,
    ...optional('permissionMode', filled(payload, 'permission_mode')),
    ...optional('agent', agent),
    ...optional('subjects', subjectsOf(payload, spec, table)),
  }
  switch (spec.kind) {
    case 'tool.before':
    case 'permission':
    case 'tool.after': {
      const call = decodeTool(payload, cwd, table.tools)
      const at = { ...base, cwd: directoryOf(call, cwd, table.tools) }
      if (spec.kind !== 'tool.after') return { ...at, kind: spec.kind, tool: call }
      const output = anything(payload, 'tool_response', 'tool_result', 'toolResult', 'tool_output', 'error')
      const failed = plain(name) === 'posttoolusefailure'
      return { ...at, kind: spec.kind, tool: call, output, failed, interrupted: flag(payload, 'is_interrupt') }
    }
    case 'prompt.submit': {
      const given = text(payload, 'prompt') ?? partsText(payload['prompt'])
      const prompt = table.prompt?.(given) ?? given
      // Some agents report each round of tool results as an empty prompt, and the task of a sub-agent as a prompt.
      return { ...base, kind: spec.kind, prompt, fromUser: prompt.trim() !== '' && agent?.id === undefined }
    }
    case 'session.start':
      return { ...base, kind: spec.kind, source: sourceOf(text(payload, 'source')) }
    case 'session.end':
      return { ...base, kind: spec.kind, reason: text(payload, 'reason') ?? 'other' }
    case 'turn.stop':
    case 'agent.stop': {
      // Some agents report the end of a sub-agent as the end of a turn.
      const kind = agent?.id === undefined ? spec.kind : 'agent.stop'
      const said = text(payload, 'last_assistant_message', 'prompt_response')
      return { ...base, kind, alreadyBlocked: flag(payload, 'stop_hook_active'), ...optional('text', said) }
    }
    case 'compact.before':
      return { ...base, kind: spec.kind, trigger: text(payload, 'trigger') === 'manual' ? 'manual' : 'auto' }
    case 'notification': {
      const type = filled(payload, 'notification_type') ?? ''
      return { ...base, kind: spec.kind, type, message: text(payload, 'message') ?? '' }
    }
    case 'agent.start':
      return { ...base, kind: spec.kind }
    // No agent here has these.
    case 'prompt.command':
    case 'task.created':
    case 'task.completed':
    case 'teammate.idle':
    case 'other':
      return { ...base, kind: 'other' }
  }
}

/** A prompt may be a list of parts, of which some are text. */
const partsText = (prompt: unknown): string =>
  Array.isArray(prompt)
    ? prompt
        .flatMap((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? [part['text']] : []))
        .join('\n')
    : ''

function agentOf(payload: Payload): AgentRef | undefined {
  const id = filled(payload, 'agent_id', 'agentId')
  const type = text(payload, 'agent_type', 'agentType', 'agent_name')
  if (id === undefined && type === undefined) return undefined
  return { ...optional('id', id === undefined ? undefined : safeName(id)), ...optional('type', type) }
}

/** A source that is not known, such as `fork`, continues something: that is a resume. `new` is Copilot's word. */
function sourceOf(source: string | undefined): SessionSource {
  if (source === undefined || source === 'startup' || source === 'new') return 'startup'
  return source === 'clear' || source === 'compact' ? source : 'resume'
}

/** Matchers in a policy name the tools of Claude Code. */
const CLAUDE_NAMES: Readonly<Partial<Record<ToolKind, readonly string[]>>> = {
  shell: ['Bash'],
  write: ['Write'],
  edit: ['Edit', 'Write'],
  read: ['Read'],
  agent: ['Agent', 'Task'],
}

/** Matching is by pattern on text that the model may choose, so its length is bounded. */
const MAX_SUBJECT = 256

function subjectsOf(payload: Payload, { subject }: EventSpec, { tools }: HostTable): readonly string[] | undefined {
  if (subject === undefined) return undefined
  const given = (text(payload, subject, 'toolName') ?? '').slice(0, MAX_SUBJECT)
  if (subject === 'tool_name')
    return [...new Set([given, ...(CLAUDE_NAMES[decodeTool(payload, '/', tools).kind] ?? [])])]
  return subject === 'source' ? [...new Set([given, sourceOf(given)])] : [given]
}
