import type { Store } from './store/store.ts'
import { entriesOf } from './entries.ts'
import { readChunk, resumeAt, spoolFiles, syncSpool } from './read-spool.ts'

/**
 * Moves new spool lines into the store, and returns how many were new. Each step advances the cursor of a file in the
 * same transaction as its entries, so it can be interrupted at any time and run by several processes at once.
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
    // Undefined: another process advanced the cursor first; continue from its position.
    added += count ?? 0
    // Yields between two chunks, so that a server can handle requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function cursorOf(store: Store, source: string): Promise<number> {
  const { cursors } = await store.state()
  return cursors.find((cursor) => cursor.source === source)?.offset ?? 0
}
