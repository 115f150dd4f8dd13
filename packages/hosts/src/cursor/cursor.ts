import { type AgentEvent, type Answer, capText, refuses, type Verdict } from '@holdpoint/engine'
import { filled, optional, text, valueAt, type Payload } from '../payload.ts'
import { reasonOf, SILENT } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Cursor, by the hook runtime in @cursor/sdk 1.0.32. Its entries are closed on failure, and silence is one: every answer
 * is a JSON object. An ask before a tool call is left out, because only the closed agent shows what becomes of it.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  preToolUse: { kind: 'tool.before', powers: ['refuse', 'rewrite', 'context'], subject: 'tool_name' },
  postToolUse: { kind: 'tool.after', powers: ['context'], subject: 'tool_name' },
  postToolUseFailure: { kind: 'tool.after', powers: ['context'], subject: 'tool_name' },
  beforeSubmitPrompt: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  sessionStart: { kind: 'session.start', powers: ['context'] },
  sessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  stop: { kind: 'turn.stop', powers: ['refuse'] },
  preCompact: { kind: 'compact.before', powers: [], subject: 'trigger' },
}

function encode({ kind }: AgentEvent, verdict: Verdict): Answer {
  const isRefused = refuses(verdict.decision)
  const reason = reasonOf(verdict)
  const body = {
    ...(kind === 'tool.before' && { permission: isRefused ? 'deny' : 'allow' }),
    ...(kind === 'tool.before' && isRefused && { user_message: reason, agent_message: reason }),
    ...(kind === 'prompt.submit' && isRefused && { continue: false, user_message: reason }),
    ...(kind === 'turn.stop' && isRefused && { followup_message: reason }),
    ...(verdict.rewrite !== undefined && !isRefused && { updated_input: verdict.rewrite }),
    ...(verdict.context !== undefined && { additional_context: capText(verdict.context) }),
  }
  return { ...SILENT, stdout: JSON.stringify(body) }
}

/** Only shell events have a directory, and a conversation is the session. */
function normal(payload: Payload): Payload {
  const roots = valueAt(payload, 'workspace_roots')
  const [root] = Array.isArray(roots) ? (roots as unknown[]) : []
  const loops = valueAt(payload, 'loop_count')
  return {
    ...payload,
    ...optional('session_id', filled(payload, 'conversation_id', 'session_id')),
    ...optional('cwd', filled(payload, 'cwd') ?? (typeof root === 'string' ? root : undefined)),
    ...optional('tool_response', text(payload, 'tool_output', 'error_message')),
    ...(typeof loops === 'number' && loops > 0 && { stop_hook_active: true }),
  }
}

export const cursor = tableHost({
  id: 'cursor',
  events: EVENTS,
  projectVariables: ['CURSOR_PROJECT_DIR'],
  limitMs: 60_000,
  tools: {
    kinds: { Shell: 'shell', Write: 'write', Delete: 'write', Read: 'read', Grep: 'read', Task: 'agent' },
    textOnly: ['WebSearch', 'WebFetch', 'TodoWrite'],
    path: ['file_path', 'path', 'target_file'],
    content: ['content', 'contents', 'file_text'],
    from: ['old_string', 'old_str'],
    to: ['new_string', 'new_str'],
    mcp: /^MCP:|^mcp__/,
  },
  normal,
  encode,
})
