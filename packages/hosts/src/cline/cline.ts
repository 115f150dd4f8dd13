import { type AgentEvent, type Answer, capText, isObject, refuses, type Verdict } from '@holdpoint/engine'
import { filled, object, optional, valueAt, type Payload } from '../payload.ts'
import { reasonOf, SILENT } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Cline 3.0. It has one refusal, `cancel`, which ends the whole task without telling the model why. Exit codes mean
 * nothing to it.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse', 'context'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  TaskStart: { kind: 'session.start', powers: [] },
  TaskResume: { kind: 'session.start', powers: [] },
  TaskComplete: { kind: 'turn.stop', powers: [] },
}

function encode({ kind }: AgentEvent, verdict: Verdict): Answer {
  if (kind !== 'tool.before') return SILENT
  const body = {
    ...(refuses(verdict.decision) && { cancel: true, errorMessage: reasonOf(verdict) }),
    ...(verdict.context !== undefined && { contextModification: capText(verdict.context) }),
  }
  return Object.keys(body).length === 0 ? SILENT : { ...SILENT, stdout: JSON.stringify(body) }
}

/** The event's own fields are one level down. A sub-agent is an agent that has a parent. */
function normal(payload: Payload): Payload {
  const call = object(payload, 'tool_call', 'tool_result')
  const roots = valueAt(payload, 'workspaceRoots')
  const [root] = Array.isArray(roots) ? (roots as unknown[]) : []
  const isSub = filled(payload, 'parent_agent_id') !== undefined
  const { agent_id: agent, ...rest } = payload
  return {
    ...rest,
    ...optional('session_id', filled(payload, 'session_id', 'taskId')),
    ...optional('cwd', filled(payload, 'cwd') ?? (typeof root === 'string' ? root : undefined)),
    ...(isSub && { agent_id: agent }),
    ...optional('tool_name', filled(payload, 'tool_name') ?? filled(call, 'name')),
    ...optional('tool_input', withCommand(valueAt(payload, 'tool_input') ?? valueAt(call, 'input'))),
    ...optional('tool_use_id', filled(call, 'id')),
    ...optional('tool_response', valueAt(call, 'output')),
    ...(valueAt(payload, 'hookName') === 'agent_resume' && { source: 'resume' }),
  }
}

/** Rules rewrite the field `command`; what Cline cannot rewrite must be seen, to be refused. */
function withCommand(input: unknown): unknown {
  if (!isObject(input) || (input['commands'] ?? input['cmd']) === undefined) return input
  return { ...input, ...optional('command', commandsIn(input)) }
}

/** Each command of a call starts in the same directory, so each is a sub-shell. */
function commandsIn(input: Payload): string | undefined {
  const given = input['commands'] ?? input['cmd']
  const lines = (Array.isArray(given) ? (given as unknown[]) : [given]).map(lineIn)
  if (lines.length === 0 || lines.includes(undefined)) return undefined
  return lines.length === 1 ? lines[0] : lines.map((line) => `(${line}\n)`).join('\n')
}

/** A text, or a program with its arguments. */
function lineIn(command: unknown): string | undefined {
  if (typeof command === 'string') return command
  if (!isObject(command) || typeof command['command'] !== 'string') return undefined
  const args = command['args'] ?? []
  if (!Array.isArray(args) || args.some((word) => typeof word !== 'string')) return undefined
  return [command['command'], ...(args as string[])].map(quoted).join(' ')
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

export const cline = tableHost({
  id: 'cline',
  events: EVENTS,
  projectVariables: [],
  limitMs: 30_000,
  tools: {
    kinds: {
      run_commands: 'shell',
      editor: 'edit',
      write_file: 'write',
      read_files: 'read',
      search_codebase: 'read',
      spawn_agent: 'agent',
      ask_question: 'ask',
    },
    patches: { apply_patch: ['input', 'patch'] },
    textOnly: ['fetch_web_content', 'ask_question', 'submit_and_exit', 'skills'],
    path: ['path', 'file_path', 'filePath'],
    paths: ['files', 'file_paths', 'paths'],
    content: ['new_text', 'content', 'file_text'],
    from: ['old_text', 'old_str'],
    to: ['new_text', 'new_str'],
    mcp: /^mcp__|__/,
    command: commandsIn,
  },
  normal,
  encode,
})
