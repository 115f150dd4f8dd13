import type { AgentEvent, Answer, Verdict } from '@holdpoint/engine'
import { context, decision, json, permission, request, SILENT, specific } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Codex CLI 0.166. It rejects an answer with a field that it does not know at that event, and then the tool runs. So an
 * answer has nothing but what its own schema lists. `ask` is such an answer.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: {
    kind: 'tool.before',
    powers: ['refuse', 'rewrite', 'context', 'notice'],
    subject: 'tool_name',
    showsNotice: true,
  },
  PostToolUse: {
    kind: 'tool.after',
    powers: ['feedback', 'context', 'notice'],
    subject: 'tool_name',
    showsNotice: true,
  },
  PermissionRequest: { kind: 'permission', powers: ['refuse', 'allow'], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context', 'notice', 'halt'], showsNotice: true },
  SessionStart: { kind: 'session.start', powers: ['context', 'notice', 'halt'], subject: 'source', showsNotice: true },
  SessionEnd: { kind: 'session.end', powers: [], limitMs: 1_000 },
  Stop: { kind: 'turn.stop', powers: ['refuse', 'notice', 'halt'], showsNotice: true },
  SubagentStart: { kind: 'agent.start', powers: ['context'], subject: 'agent_type' },
  SubagentStop: { kind: 'agent.stop', powers: ['refuse'], subject: 'agent_type' },
  PreCompact: { kind: 'compact.before', powers: [], subject: 'trigger' },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  switch (name) {
    case 'PreToolUse':
      return json(permission(name, verdict, true), verdict)
    case 'PermissionRequest':
      return json(specific(name, request(verdict)), verdict)
    case 'SessionEnd':
    case 'PreCompact':
      return SILENT
    default:
      return json({ ...decision(verdict), ...specific(name, context(verdict)) }, verdict)
  }
}

export const codex = tableHost({
  id: 'codex',
  events: EVENTS,
  projectVariables: [],
  limitMs: 600_000,
  tools: {
    kinds: { Bash: 'shell', spawn_agent: 'agent' },
    patches: { apply_patch: ['command', 'input', 'patch'] },
    textOnly: ['update_plan', 'send_input', 'wait_agent', 'close_agent'],
    path: ['path', 'file_path'],
    content: ['content'],
    from: [],
    to: [],
    mcp: /^mcp__/,
  },
  encode,
})
