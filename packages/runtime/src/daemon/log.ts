import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { redact } from '../audit/redact.ts'
import { appendLine, ensurePrivateDirectory } from '../system/files/write.ts'
import { stateHome } from '../system/state/place.ts'
import type { Env } from '@holdpoint/engine'

const NAME = 'daemon.log'
const MAX_BYTES = 1 << 20
const MAX_LINE = 500

export const logFile = (env: Env): string => join(stateHome(env), NAME)

/** The daemon's log, for `holdpoint daemon logs`. One file and its predecessor. */
export function openLog(env: Env, now: () => Date): (text: string) => void {
  const folder = stateHome(env)
  // Created once: a last log line must not recreate a state directory that the user has deleted.
  let isMade = false
  return (text) => {
    try {
      if (!isMade) ensurePrivateDirectory(folder)
      isMade = true
      const file = logFile(env)
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(file, `${file}.1`)
      const line = redact(text).replaceAll(/\s+/g, ' ').slice(0, MAX_LINE)
      appendLine(folder, NAME, `${now().toISOString()} ${process.pid} ${line}\n`)
    } catch {
      // A daemon that cannot write its log still answers.
    }
  }
}
