import type { AgentEvent, Env } from '@holdpoint/engine'
import { detectProjectRoot } from '../system/git/root.ts'
import { claudeCode } from '@holdpoint/hosts'
import { remembering } from './remember.ts'

/** A past tool call, from a transcript or the audit. */
export interface PastCall {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly session: string
  readonly cwd: string
  /** The directory in which the session was started. */
  readonly project: string
  readonly at?: Date
  /** Present only for calls of a sub-agent. */
  readonly agent?: { readonly id: string; readonly type?: string }
}

/** The event that the host would have sent for a call. */
export function eventOf(call: PastCall, env: Env, fallback: Date): AgentEvent {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: call.session,
    cwd: call.cwd,
    tool_name: call.tool,
    tool_input: call.input,
    tool_use_id: call.id,
    ...(call.agent !== undefined && { agent_id: call.agent.id, agent_type: call.agent.type }),
  }
  return claudeCode.decode(payload, {
    eventName: 'PreToolUse',
    env: { CLAUDE_PROJECT_DIR: call.project },
    cwd: call.cwd,
    now: call.at ?? fallback,
    id: call.id,
    lastAssistantText: () => undefined,
    findRoot: (hints, from) => rootOf([...hints, from].join('\0'), hints, from, env['HOME']),
  })
}

const rootOf = remembering(
  1_000,
  (_key: string, hints: readonly string[], from: string, home: string | undefined): string =>
    detectProjectRoot(hints, from, home),
)
