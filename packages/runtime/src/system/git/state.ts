import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GitState } from '@holdpoint/engine'
import { readText, realPath } from '../files/read.ts'
import { findWorkTree, mainWorkTree } from './worktree.ts'

/** Where HEAD points, and whether that has no commit yet. */
export interface Head {
  readonly ref: string | undefined
  readonly unborn: boolean
}

/** What git writes into HEAD where refs are not files (reftable). */
const NO_FILE = 'refs/heads/.invalid'

/** The state of the repository around `directory`, read from its files; `ask`: git itself, where they do not say it. */
export function gitState(directory: string, ask?: (tree: string) => Head | undefined): GitState | undefined {
  const tree = findWorkTree(directory)
  if (tree === undefined) return undefined
  const own = gitDirectory(tree)
  const written = refIn(text(join(own, 'HEAD'))?.trim() ?? '')
  const asked = written === NO_FILE ? ask?.(tree) : undefined
  const ref = written === NO_FILE ? asked?.ref : written
  const root = realPath(tree)
  return {
    root,
    // A linked work tree has its own in another directory.
    main: own === join(tree, '.git') ? root : mainWorkTree(tree),
    branch: ref?.startsWith(HEADS) === true ? ref.slice(HEADS.length) : ref,
    unborn: asked?.unborn ?? (ref !== undefined && !hasRef(own, ref)),
    merging: existsSync(join(own, 'MERGE_HEAD')),
  }
}

const HEADS = 'refs/heads/'

/** Undefined for a detached HEAD, and for content that git does not understand either. */
function refIn(head: string): string | undefined {
  const ref = head.startsWith('ref:') ? head.slice('ref:'.length).trimStart() : ''
  for (let at = 0; at < ref.length; at++) if (ref.charCodeAt(at) <= 0x20) return undefined
  return ref === '' ? undefined : ref
}

/** `.git` of a linked work tree or a submodule is a file that contains the path of its directory. */
function gitDirectory(tree: string): string {
  const entry = join(tree, '.git')
  if (statSync(entry, { throwIfNoEntry: false })?.isDirectory() === true) return entry
  const pointer = /^gitdir:\s*(.+)$/m.exec(text(entry) ?? '')?.[1]?.trim()
  return pointer === undefined ? entry : resolve(tree, pointer)
}

function hasRef(own: string, ref: string): boolean {
  const common = text(join(own, 'commondir'))?.trim()
  const shared = common === undefined ? own : resolve(own, common)
  if (existsSync(join(shared, ref)) || existsSync(join(own, ref))) return true
  const packed = text(join(shared, 'packed-refs')) ?? ''
  // A repository with another ref format has none here; it is not treated as empty.
  return packed.split('\n').some((line) => line.endsWith(` ${ref}`)) || existsSync(join(shared, 'reftable'))
}

/** An unreadable file is treated as absent. */
function text(path: string): string | undefined {
  try {
    return readText(path)
  } catch {
    return undefined
  }
}
