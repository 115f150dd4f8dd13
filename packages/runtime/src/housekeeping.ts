import { statSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomic } from './system/files/write.ts'
import type { Place } from './system/state/place.ts'

const EVERY_MS = 24 * 3600 * 1000
const MARK = 'housekeeping'

/**
 * Once a day a separate process moves the spool into the database and deletes old entries, so that the audit does
 * not grow without limit when it is never read. It is detached: no host waits for it or ends it.
 */
export function keepHouse(place: Place, root: string, program: string, now: Date): void {
  const mark = join(place.directory, MARK)
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs
  if (last !== undefined && Math.abs(now.getTime() - last) < EVERY_MS) return
  writeAtomic(mark, '')
  // On the first day there is nothing to delete yet.
  if (last === undefined) return
  // Not by `import`, which the launcher's compiled code does not support; nor at the top, because it is slow to load.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(process.execPath, [program, 'audit', 'ingest', '--project', root], {
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  })
  child.on('error', () => undefined)
  child.unref()
}
