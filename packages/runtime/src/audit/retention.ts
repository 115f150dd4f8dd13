import { lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listNames } from '../system/files/read.ts'
import type { Store } from './store/store.ts'
import { isOver } from './compare.ts'
import { readChunk, spoolDirectory, spoolFiles } from './read-spool.ts'

export const RETENTION_DAYS = 30
/** On a machine that belongs to a team, entries that the server does not have yet are kept longer, up to this age. */
export const UNSHIPPED_DAYS = 90
const DAY_MS = 24 * 3600 * 1000

/**
 * Deletes what is older: entries, then the spool files they came from, then databases that were set aside.
 * Entries go first; a file goes only when it is fully ingested and has not changed for the same period. With `shipped`,
 * entries after that sequence number wait for the server, for a bounded time.
 */
export async function retire(
  store: Store,
  projectDirectory: string,
  now: Date,
  days = RETENTION_DAYS,
  shipped?: number,
): Promise<number> {
  const before = now.getTime() - days * DAY_MS
  let removed = await store.prune(before, shipped)
  if (shipped !== undefined) removed += await store.prune(now.getTime() - Math.max(days, UNSHIPPED_DAYS) * DAY_MS)
  const { anchor, cursors } = await store.state()
  const files = spoolFiles(projectDirectory)
  for (const cursor of cursors) {
    const { source, offset } = cursor
    const path = join(spoolDirectory(projectDirectory), source)
    const isDone = isOver(cursor, anchor.sequence) && readChunk(projectDirectory, source, offset) === undefined
    if (files.includes(source) && !(isDone && isOlder(path, before))) continue
    rmSync(path, { force: true })
    await store.forget(source)
  }
  for (const name of listNames(projectDirectory).filter((name) => name.startsWith('audit.db.corrupt-'))) {
    const path = join(projectDirectory, name)
    if (isOlder(path, before)) rmSync(path, { recursive: true, force: true })
  }
  return removed
}

const isOlder = (path: string, than: number): boolean =>
  (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < than
