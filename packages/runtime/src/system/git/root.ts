import { isDirectory } from '../files/read.ts'
import { cachedLookup } from '../files/places.ts'
import { findWorkTree } from './worktree.ts'

/** The first hint that is a directory, else the work tree around `cwd`, else `cwd` itself, else home. */
export function detectProjectRoot(hints: readonly string[], cwd: string, home: string | undefined): string {
  return cachedLookup(`root ${JSON.stringify([hints, cwd, home])}`, () => {
    const hinted = hints.find(isDirectory)
    return hinted ?? findWorkTree(cwd) ?? (isDirectory(cwd) ? cwd : (home ?? cwd))
  })
}
