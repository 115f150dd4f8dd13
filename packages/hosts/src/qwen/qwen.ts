import type { AgentEvent, Answer, Verdict } from '@holdpoint/engine'
import { context, decision, json, permission, SILENT, specific } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Qwen Code 0.24.4: the events of Claude Code with the tools of Gemini CLI. It does not use a changed input, and denies
 * what a hook asks about. After each round of tool calls it reports an empty prompt.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: ['context'], subject: 'tool_name' },
  PostToolUseFailure: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  SessionStart: { kind: 'session.start', powers: ['context'], subject: 'source' },
  SessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  Stop: { kind: 'turn.stop', powers: ['refuse'] },
  SubagentStart: { kind: 'agent.start', powers: [], subject: 'agent_type' },
  SubagentStop: { kind: 'agent.stop', powers: [], subject: 'agent_type' },
  PreCompact: { kind: 'compact.before', powers: [], subject: 'trigger' },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  if ((EVENTS[name]?.powers ?? []).length === 0) return SILENT
  if (name === 'PreToolUse') return json(permission(name, verdict), verdict)
  return json({ ...decision(verdict), ...specific(name, context(verdict)) }, verdict)
}

export const qwen = tableHost({
  id: 'qwen',
  events: EVENTS,
  projectVariables: ['QWEN_PROJECT_DIR'],
  limitMs: 60_000,
  tools: {
    kinds: {
      run_shell_command: 'shell',
      monitor: 'shell',
      write_file: 'write',
      edit: 'edit',
      notebook_edit: 'edit',
      read_file: 'read',
      grep_search: 'read',
      agent: 'agent',
      ask_user_question: 'ask',
    },
    textOnly: ['todo_write', 'save_memory', 'web_fetch', 'exit_plan_mode', 'enter_plan_mode', 'ask_user_question'],
    path: ['file_path', 'notebook_path', 'path'],
    content: ['content', 'new_source'],
    from: ['old_string'],
    to: ['new_string'],
    mcp: /^mcp__/,
    directory: ['directory'],
  },
  encode,
})
