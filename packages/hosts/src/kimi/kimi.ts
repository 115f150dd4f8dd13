import { type AgentEvent, type Answer, capText, refuses, type JsonObject, type Verdict } from '@holdpoint/engine'
import { json, reasonOf, SILENT, specific } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Kimi Code 2.1. One form refuses at every event: `permissionDecision: "deny"`. It ignores the answer to SessionStart,
 * so context waits for the first prompt. Of a turn only the first stop is reported. A sub-agent's calls and stops look
 * like those of the main agent.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  PostToolUseFailure: { kind: 'tool.after', powers: [], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  SessionStart: { kind: 'session.start', powers: [], subject: 'source' },
  SessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  Stop: { kind: 'turn.stop', powers: ['refuse'] },
  SubagentStart: { kind: 'agent.start', powers: [] },
  SubagentStop: { kind: 'agent.stop', powers: [] },
  PreCompact: { kind: 'compact.before', powers: [], subject: 'trigger' },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  if ((EVENTS[name]?.powers ?? []).length === 0) return SILENT
  const told: JsonObject = verdict.context === undefined ? {} : { message: capText(verdict.context) }
  const refused = { permissionDecision: 'deny', permissionDecisionReason: reasonOf(verdict) }
  // An answer without a message is told to the model as it is, so there is nothing else in one.
  return json(refuses(verdict.decision) ? specific(name, refused) : told, { decision: verdict.decision })
}

export const kimi = tableHost({
  id: 'kimi',
  events: EVENTS,
  projectVariables: [],
  limitMs: 30_000,
  tools: {
    kinds: {
      Bash: 'shell',
      Write: 'write',
      Edit: 'edit',
      Read: 'read',
      ReadMediaFile: 'read',
      Grep: 'read',
      Agent: 'agent',
      AgentSwarm: 'agent',
      AskUserQuestion: 'ask',
    },
    textOnly: [
      'AskUserQuestion',
      'TodoList',
      'FetchURL',
      'WebSearch',
      'EnterPlanMode',
      'ExitPlanMode',
      'CreateGoal',
      'UpdateGoal',
      'GetGoal',
      'SetGoalBudget',
      'TaskList',
      'TaskOutput',
      'TaskStop',
      'WaitFor',
      'CronList',
      'CronDelete',
    ],
    path: ['path', 'file_path'],
    content: ['content'],
    from: ['old_string'],
    to: ['new_string'],
    mcp: /^mcp__/,
    directory: ['cwd'],
  },
  encode,
})
