import type { AgentEvent, Answer, Verdict } from '@holdpoint/engine'
import { context, decision, json, permission, SILENT } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * GitHub Copilot CLI 1.0.102, with event names in Pascal case: these select the dialect that reads
 * `hookSpecificOutput`. It renames tools to those of Claude Code, but not the fields of their input.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse', 'ask', 'allow', 'rewrite', 'context'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: ['feedback', 'context'], subject: 'tool_name' },
  PostToolUseFailure: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  SessionStart: { kind: 'session.start', powers: ['context'], subject: 'source' },
  SessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  Stop: { kind: 'turn.stop', powers: ['refuse'] },
  SubagentStop: { kind: 'agent.stop', powers: ['refuse'], subject: 'agent_type' },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  if ((EVENTS[name]?.powers ?? []).length === 0) return SILENT
  if (name === 'PreToolUse') return json(permission(name, verdict), verdict)
  return json({ ...decision(verdict), ...context(verdict) }, verdict)
}

export const copilot = tableHost({
  id: 'copilot',
  events: EVENTS,
  projectVariables: ['COPILOT_PROJECT_DIR'],
  limitMs: 30_000,
  tools: {
    kinds: {
      Bash: 'shell',
      bash: 'shell',
      powershell: 'shell',
      PowerShell: 'shell',
      Write: 'write',
      create: 'write',
      Edit: 'edit',
      edit: 'edit',
      Read: 'read',
      view: 'read',
      Grep: 'read',
      grep: 'read',
      rg: 'read',
      Agent: 'agent',
      task: 'agent',
      ask_user: 'ask',
    },
    patches: { apply_patch: ['input', 'patch', 'command'] },
    textOnly: ['report_intent', 'ask_user', 'web_fetch', 'update_todo', 'think'],
    path: ['path', 'file_path'],
    content: ['file_text', 'content'],
    from: ['old_str', 'old_string'],
    to: ['new_str', 'new_string'],
    mcp: /^mcp__/,
  },
  encode,
})
