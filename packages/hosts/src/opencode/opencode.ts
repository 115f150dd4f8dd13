import { type AgentEvent, type Answer, capText, refuses, type Verdict } from '@holdpoint/engine'
import { reasonOf, SILENT } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * OpenCode 1.18. Its hooks are functions in its own process: Holdpoint's plugin calls the program for them and names
 * the events as Claude Code does. It takes an answer only if it is a JSON object, so that silence is no approval.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  PreToolUse: { kind: 'tool.before', powers: ['refuse', 'rewrite'], subject: 'tool_name' },
  PostToolUse: { kind: 'tool.after', powers: ['feedback', 'context'], subject: 'tool_name' },
  UserPromptSubmit: { kind: 'prompt.submit', powers: ['refuse', 'context'] },
  SessionStart: { kind: 'session.start', powers: ['context'], subject: 'source' },
  PreCompact: { kind: 'compact.before', powers: ['context'], subject: 'trigger' },
  Stop: { kind: 'turn.stop', powers: [] },
}

function encode(_: AgentEvent, verdict: Verdict): Answer {
  const isRefused = refuses(verdict.decision)
  const body = {
    ...(isRefused && { deny: reasonOf(verdict) }),
    ...(verdict.decision === 'feedback' && { feedback: reasonOf(verdict) }),
    ...(verdict.rewrite !== undefined && !isRefused && { args: verdict.rewrite }),
    ...(verdict.context !== undefined && { context: capText(verdict.context) }),
  }
  return { ...SILENT, stdout: JSON.stringify(body) }
}

export const opencode = tableHost({
  id: 'opencode',
  events: EVENTS,
  projectVariables: ['OPENCODE_PROJECT_DIR'],
  limitMs: 60_000,
  tools: {
    kinds: {
      bash: 'shell',
      write: 'write',
      edit: 'edit',
      multiedit: 'edit',
      read: 'read',
      grep: 'read',
      glob: 'read',
      list: 'read',
      task: 'agent',
      question: 'ask',
    },
    patches: { apply_patch: ['patchText', 'input', 'patch'], patch: ['patchText', 'input', 'patch'] },
    textOnly: ['todowrite', 'todoread', 'webfetch', 'websearch', 'skill', 'question', 'plan_enter', 'plan_exit'],
    path: ['filePath', 'path'],
    content: ['content'],
    from: ['oldString'],
    to: ['newString'],
    mcp: /^mcp__/,
    directory: ['workdir'],
  },
  encode,
})
