import { lstatSync, readdirSync, type Dirent } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { UserError, type Env } from '@holdpoint/engine'
import { realPath } from '@holdpoint/runtime/system'

export interface Transcript {
  readonly path: string
  readonly bytes: number
  readonly changedAt: number
}

/** Transcripts of sub-agents are three levels below the folder of all projects. */
const MAX_DEPTH = 6

/** Where Claude Code keeps the transcripts of all projects. */
export function transcriptHome(env: Env): string | undefined {
  const { CLAUDE_CONFIG_DIR: config, HOME: home } = env
  if (config !== undefined && isAbsolute(config)) return join(config, 'projects')
  return home !== undefined && isAbsolute(home) ? join(home, '.claude/projects') : undefined
}

/**
 * The folders that may hold sessions of a project: its own, and those of directories inside it. Their names are equal
 * for `a/b` and `a-b`, so the caller must check where each session was started.
 */
export function projectFolders(root: string, env: Env): readonly string[] {
  const home = transcriptHome(env)
  if (home === undefined) return []
  const names = new Set([root, realPath(root)].map((path) => path.replace(/[^A-Za-z0-9]/g, '-')))
  return entriesOf(home)
    .filter((entry) => entry.isDirectory() && [...names].some((name) => isNamed(entry.name, name)))
    .map(({ name }) => join(home, name))
}

const isNamed = (folder: string, name: string): boolean => folder === name || folder.startsWith(`${name}-`)

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
