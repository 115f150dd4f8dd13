import type { Confinement, ProjectPath } from './confine.ts'
import { attempt } from '@holdpoint/engine'

export interface FoundFile extends ProjectPath {
  readonly size: number
}

const MAX_ENTRIES = 20_000
const MAX_DEPTH = 40
/** Third-party code, usually far more than the project's own. */
const LEFT_OUT: readonly string[] = ['node_modules', '.git']

/** The regular files below a directory, in order. Links are not followed, and hidden files are skipped. */
export function* filesBelow(start: ProjectPath, confinement: Confinement): Generator<FoundFile> {
  const { files, root, isHidden, isStill } = confinement
  let entries = 0
  function* visit(directory: string, depth: number): Generator<FoundFile> {
    const names = attempt(() => files.list(directory)) ?? []
    // The listing is valid only if the directory has not become a link.
    if (depth > MAX_DEPTH || !isStill({ path: directory, shown: '' })) return
    for (const name of names) {
      if (++entries > MAX_ENTRIES) return
      const path = `${directory}/${name}`
      const stat = isHidden(path) ? undefined : attempt(() => files.stat(path))
      if (stat?.kind === 'file') yield { path, shown: path.slice(root.path.length + 1), size: stat.size }
      if (stat?.kind === 'directory' && !LEFT_OUT.includes(name)) yield* visit(path, depth + 1)
    }
  }
  const stat = attempt(() => files.stat(start.path))
  if (stat?.kind === 'file') yield { ...start, size: stat.size }
  if (stat?.kind === 'directory') yield* visit(start.path, 0)
}
