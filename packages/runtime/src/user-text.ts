import { dirname, resolve } from 'node:path'
import type { AgentEvent } from '@holdpoint/engine'
import { isDirectory } from './system/files/read.ts'
import { sleep } from './system/files/sleep.ts'
import { lastUserText } from './system/files/transcript.ts'

const WAIT_MS = 200
const STEP_MS = 10

/** The user's last message, if the host names the transcript file. */
export function userTextOf({ raw, cwd }: AgentEvent): string | undefined {
  const given = raw['transcript_path'] ?? raw['transcriptPath']
  if (typeof given !== 'string' || given === '') return undefined
  const path = resolve(cwd, given)
  // The host writes the transcript with a delay, possibly after it calls the hook.
  for (let left = isDirectory(dirname(path)) ? WAIT_MS : 0; ; left -= STEP_MS) {
    const text = lastUserText(path)
    if (text !== undefined || left <= 0) return text
    sleep(STEP_MS)
  }
}
