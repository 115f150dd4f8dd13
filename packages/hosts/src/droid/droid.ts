import { type AgentEvent, type Answer, refuses, type Verdict } from '@holdpoint/engine'
import { context, decision, json, permission, reasonOf, SILENT, specific } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Factory Droid 0.225: the events of Claude Code with tools of its own. An `ask` runs the tool with `--auto high`. A
 * prompt is refused by `continue: false`; `droid exec` does not report prompts.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse', 'rewrite'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  SessionStart: { kind: 'session.start', powers: ['context'], subject: 'source' },
  SessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  Stop: { kind: 'turn.stop', powers: ['refuse'] },
  SubagentStop: { kind: 'agent.stop', powers: [] },
  PreCompact: { kind: 'compact.before', powers: [], subject: 'trigger' },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  if ((EVENTS[name]?.powers ?? []).length === 0) return SILENT
  if (name === 'PreToolUse') return json(permission(name, verdict), verdict)
  if (name === 'UserPromptSubmit' && refuses(verdict.decision))
    return json({ continue: false, stopReason: reasonOf(verdict) }, verdict)
  return json({ ...decision(verdict), ...specific(name, context(verdict)) }, verdict)
}

export const droid = tableHost({
  id: 'droid',
  events: EVENTS,
  projectVariables: ['FACTORY_PROJECT_DIR'],
  limitMs: 60_000,
  tools: {
    kinds: {
      Execute: 'shell',
      Create: 'write',
      Edit: 'edit',
      MultiEdit: 'edit',
      Read: 'read',
      Grep: 'read',
      Task: 'agent',
      AskUser: 'ask',
    },
    patches: { ApplyPatch: ['input', 'patch', 'command'] },
    textOnly: ['TodoWrite', 'WebSearch', 'FetchUrl', 'ExitSpecMode', 'AskUser', 'TaskOutput', 'TaskStop', 'ToolSearch'],
    path: ['file_path', 'path'],
    content: ['content'],
    from: ['old_str'],
    to: ['new_str'],
    mcp: /^mcp__|___/,
  },
  encode,
})
