import { resolve } from 'node:path'
import type { AgentEvent } from '../core/event.ts'
import { lastUserText } from '../files/transcript.ts'

/** What the user said last, where the host has told us which file the conversation is kept in. */
export function userTextOf({ raw, cwd }: AgentEvent): string | undefined {
  const path = raw['transcript_path'] ?? raw['transcriptPath']
  return typeof path === 'string' && path !== '' ? lastUserText(resolve(cwd, path)) : undefined
}
