import type { Host, JsonObject } from '@holdpoint/engine'
import { DEFAULT_HOST, loadHost } from '@holdpoint/hosts'

/**
 * The agent that really sends an event. Copilot and Cursor also run the entries in `.claude/settings.json`, with their
 * own payloads.
 * Only the payload tells: a repository's settings can set the environment. Claude Code names a transcript and a call.
 */
export async function hostBehind(named: Host, payload: JsonObject): Promise<Host> {
  if (named.id !== DEFAULT_HOST) return named
  if (typeof payload['cursor_version'] === 'string' && typeof payload['conversation_id'] === 'string')
    return loadHost('cursor')
  const isCopilot =
    typeof payload['timestamp'] === 'string' &&
    typeof payload['session_id'] === 'string' &&
    payload['permission_mode'] === undefined &&
    payload['tool_use_id'] === undefined &&
    (payload['transcript_path'] === undefined || payload['stop_reason'] !== undefined)
  return isCopilot ? loadHost('copilot') : named
}
