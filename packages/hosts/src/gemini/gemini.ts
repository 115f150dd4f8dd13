import { type AgentEvent, type Answer, refuses, type Verdict } from '@holdpoint/engine'
import { context, json, reasonOf, SILENT, specific } from '../shared/answer-forms.ts'
import { tableHost, type EventSpec } from '../shared/table-host.ts'

/**
 * Gemini CLI 0.61. An `ask` without a user at the screen ends the run, and nothing tells whether there is one. It calls
 * PreCompress before every model call and takes no answer there, so that event is left out.
 */
const EVENTS: Readonly<Record<string, EventSpec>> = {
  BeforeTool: {
    kind: 'tool.before',
    powers: ['refuse', 'rewrite', 'notice', 'halt'],
    subject: 'tool_name',
    showsNotice: true,
  },
  AfterTool: { kind: 'tool.after', powers: ['feedback', 'context', 'notice'], subject: 'tool_name', showsNotice: true },
  BeforeAgent: { kind: 'prompt.submit', powers: ['refuse', 'context', 'notice', 'halt'], showsNotice: true },
  AfterAgent: { kind: 'turn.stop', powers: ['refuse', 'notice'], showsNotice: true },
  SessionStart: { kind: 'session.start', powers: ['context', 'notice'], subject: 'source', showsNotice: true },
  SessionEnd: { kind: 'session.end', powers: [], subject: 'reason' },
  Notification: { kind: 'notification', powers: [] },
}

function encode({ name }: AgentEvent, verdict: Verdict): Answer {
  if ((EVENTS[name]?.powers ?? []).length === 0) return SILENT
  const isRefused = refuses(verdict.decision) || verdict.decision === 'feedback'
  const input = verdict.rewrite === undefined || isRefused ? {} : { tool_input: verdict.rewrite }
  return json(
    {
      ...(isRefused && { decision: 'deny', reason: reasonOf(verdict) }),
      ...specific(name, { ...input, ...context(verdict) }),
    },
    verdict,
  )
}

export const gemini = tableHost({
  id: 'gemini',
  events: EVENTS,
  projectVariables: ['GEMINI_PROJECT_DIR'],
  limitMs: 60_000,
  tools: {
    kinds: {
      run_shell_command: 'shell',
      write_file: 'write',
      replace: 'edit',
      read_file: 'read',
      read_many_files: 'read',
      grep_search: 'read',
      search_file_content: 'read',
      invoke_agent: 'agent',
      ask_user: 'ask',
    },
    textOnly: [
      'google_web_search',
      'web_fetch',
      'write_todos',
      'save_memory',
      'activate_skill',
      'complete_task',
      'ask_user',
      'enter_plan_mode',
      'exit_plan_mode',
    ],
    path: ['file_path', 'absolute_path', 'path', 'dir_path'],
    content: ['content'],
    from: ['old_string'],
    to: ['new_string'],
    mcp: /^mcp_|__/,
    directory: ['dir_path', 'directory'],
  },
  // Context of earlier hooks comes back in front of the next prompt.
  prompt: (prompt) => prompt.replace(/^(?:\s*<hook_context>[^]*?<\/hook_context>)+\s*/, ''),
  encode,
})
