import { lstatSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Env } from '@holdpoint/engine'
import { listNames, realPath } from '../system/files/read.ts'

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
  return listNames(home)
    .filter((folder) => [...names].some((name) => isNamed(folder, name)))
    .map((folder) => join(home, folder))
    .filter(isRealDirectory)
}

const isNamed = (folder: string, name: string): boolean => folder === name || folder.startsWith(`${name}-`)

/** A link could lead anywhere. */
const isRealDirectory = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
