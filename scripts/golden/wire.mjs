// A table's event as Claude Code would send it.
import { resolve } from 'node:path'

/** `{name, payload, env}`; `project` is the directory that `{project}` and relative paths mean. */
export function toWire(body, project, host) {
  const { raw = {}, cwd = project, root = project, session = 'test', agent, permissionMode, attended } = body
  const name = body.name ?? nameOf(body, host)
  const payload = defined({
    session_id: session,
    cwd,
    hook_event_name: name,
    permission_mode: permissionMode,
    agent_id: agent?.id,
    agent_type: agent?.type,
    agent_name: agent?.name,
    ...fieldsOf(body),
    ...raw,
  })
  const env = { CLAUDE_PROJECT_DIR: root, ...(attended === true && { CLAUDE_CODE_ENTRYPOINT: 'cli' }) }
  return { name, payload, env }
}

const nameOf = ({ kind, failed }, host) =>
  kind === 'tool.after' && failed === true ? 'PostToolUseFailure' : host.eventFor(kind)

function fieldsOf(body) {
  const { tool, task } = body
  const call = tool && { tool_name: tool.name, tool_input: tool.input, tool_use_id: tool.callId }
  switch (body.kind) {
    case 'tool.before':
    case 'permission':
      return call
    case 'tool.after':
      return {
        ...call,
        [body.failed ? 'error' : 'tool_response']: body.output,
        is_interrupt: body.interrupted || undefined,
      }
    case 'prompt.submit':
      return { prompt: body.prompt, source: body.fromUser ? undefined : 'system' }
    case 'prompt.command':
      return { command_name: body.command, command_args: body.args }
    case 'session.start':
      return { source: body.subjects?.[0] ?? body.source }
    case 'session.end':
      return { reason: body.reason }
    case 'turn.stop':
    case 'agent.stop':
      return { stop_hook_active: body.alreadyBlocked, last_assistant_message: body.text }
    case 'task.created':
    case 'task.completed':
      return {
        task_id: task.id,
        task_subject: task.subject,
        task_description: task.description,
        teammate_name: task.teammate,
        team_name: task.team,
      }
    case 'teammate.idle':
      return { teammate_name: body.teammate, team_name: body.team, tasks_summary: body.tasksSummary }
    case 'compact.before':
      return { trigger: body.trigger, custom_instructions: body.instructions }
    case 'notification':
      return { notification_type: body.type, message: body.message }
    default:
      return {}
  }
}

const defined = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Whether the host parses the wire form as the event of the table; it may have more fields. */
export function isFaithful(body, decoded, project) {
  const { raw: _raw, name: _name, id: _id, host: _host, at: _at, session: _session, tool, ...rest } = body
  if (!Object.entries(rest).every(([key, value]) => sorted(value) === sorted(decoded[key]))) return false
  if (tool === undefined) return true
  const files = tool.files.map((file) => ({ ...file, path: resolve(project, file.path) }))
  return Object.entries({ ...tool, files }).every(([key, value]) => sorted(value) === sorted(decoded.tool[key]))
}

const sorted = (value) =>
  JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
