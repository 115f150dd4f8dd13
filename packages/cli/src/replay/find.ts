import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { realPath } from '@holdpoint/runtime/system'

export interface Transcript {
  readonly path: string
  readonly bytes: number
  readonly changedAt: number
}

/** Transcripts of sub-agents are three levels below the folder of all projects. */
const MAX_DEPTH = 6

/** Transcripts named by the user: files, or folders with everything below. */
export function namedTranscripts(paths: readonly string[], since = 0): readonly Transcript[] {
  return paths.flatMap((given) => {
    const path = resolve(given)
    const stat = lstatSync(realPath(path), { throwIfNoEntry: false })
    if (stat === undefined) throw new UserError(`${given} does not exist.`)
    if (stat.isDirectory()) return transcriptsBelow(realPath(path), since)
    if (!stat.isFile()) throw new UserError(`${given} is not a file.`)
    return [{ path: realPath(path), bytes: stat.size, changedAt: stat.mtimeMs }]
  })
}

/** Sorted by name. Links are not followed: they could lead outside, or in a cycle. */
export function transcriptsBelow(folder: string, since = 0, depth = 0): readonly Transcript[] {
  if (depth > MAX_DEPTH) return []
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return transcriptsBelow(path, since, depth + 1)
    const stat =
      entry.isFile() && entry.name.endsWith('.jsonl') ? lstatSync(path, { throwIfNoEntry: false }) : undefined
    // A file last written before the period has no entries of it.
    return stat === undefined || stat.mtimeMs < since ? [] : [{ path, bytes: stat.size, changedAt: stat.mtimeMs }]
  })
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
