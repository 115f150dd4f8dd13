import type { Store } from './store/store.ts'
import { entriesOf } from './entries.ts'
import { readChunk, resumeAt, spoolFiles, syncSpool } from './read-spool.ts'

/**
 * Takes what the spool has got since the last time into the store, and tells how much was new. Each step moves the
 * cursor of a file together with its entries, so it can be cut short at any moment and done by several at once.
 */
export async function ingest(store: Store, projectDirectory: string, now: Date): Promise<number> {
  let added = 0
  for (const source of spoolFiles(projectDirectory)) {
    added += await ingestFile(store, projectDirectory, source, now)
  }
  return added
}

async function ingestFile(store: Store, projectDirectory: string, source: string, now: Date): Promise<number> {
  let added = 0
  for (let isSynced = false; ; isSynced = true) {
    const from = await cursorOf(store, source)
    const chunk = readChunk(projectDirectory, source, resumeAt(projectDirectory, source, from))
    if (chunk === undefined) return added
    if (!isSynced) syncSpool(projectDirectory, source)
    const entries = entriesOf(source, chunk)
    const count = await store.append(entries, now.getTime(), { source, from, to: chunk.to })
    // Undefined: another process was faster; look again where it is now.
    added += count ?? 0
    // Who serves others meanwhile gets a turn between two chunks.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function cursorOf(store: Store, source: string): Promise<number> {
  const { cursors } = await store.state()
  return cursors.find((cursor) => cursor.source === source)?.offset ?? 0
}
