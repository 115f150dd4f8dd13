import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { readText } from '../files/read.ts'

/** The work tree around a directory, found by its `.git`; no process is started. */
export const findWorkTree = (directory: string): string | undefined => treeAround(directory)?.[0]

function treeAround(directory: string): readonly [tree: string, entry: 'file' | 'directory'] | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const entry = gitEntry(at)
    if (entry !== undefined) return [at, entry]
    if (dirname(at) === at) return undefined
  }
}

/** The main work tree of the repository that `directory` belongs to, else `directory` itself; links resolved. */
export function mainWorkTree(directory: string): string {
  const [tree, entry] = treeAround(directory) ?? [directory, undefined]
  return realPath(entry === 'file' ? (mainOfLinked(tree) ?? tree) : tree)
}

/** Whether two directories belong to one repository, linked work trees included. */
export const isSameProject = (one: string, other: string): boolean => mainWorkTree(one) === mainWorkTree(other)

/** `.git` of a linked work tree is a file that points into the main one's `.git/worktrees/<name>`. */
function mainOfLinked(tree: string): string | undefined {
  const pointer = /^gitdir:\s*(.+)$/m.exec(readable(resolve(tree, '.git')) ?? '')?.[1]
  if (pointer === undefined) return undefined
  const gitDirectory = resolve(tree, pointer.trim())
  const common = readable(resolve(gitDirectory, 'commondir'))?.trim()
  // Without a commondir it is a submodule: a project of its own.
  if (common === undefined) return undefined
  const shared = resolve(gitDirectory, common)
  // A bare repository has no work tree; it is the main directory of its linked work trees.
  return basename(shared) === '.git' ? dirname(shared) : shared
}

/** An unreadable file is treated as absent; an exception here would disable every hook. */
function readable(path: string): string | undefined {
  try {
    return readText(path)
  } catch {
    return undefined
  }
}

function gitEntry(directory: string): 'file' | 'directory' | undefined {
  try {
    const stat = statSync(resolve(directory, '.git'), { throwIfNoEntry: false })
    return stat === undefined ? undefined : stat.isFile() ? 'file' : 'directory'
  } catch {
    return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
