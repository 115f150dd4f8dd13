import { existsSync, watch, type FSWatcher } from 'node:fs'
import { dirname, join } from 'node:path'
import { listNames, statOf } from '@holdpoint/runtime/system'

/** An editor writes a file in several steps, and a checkout many files. */
const QUIET_MS = 150
const MAX_FOLDERS = 200

export interface Watching {
  /** Resolves when something has changed since the last call, or when watching has ended. */
  next(): Promise<'changed' | 'ended'>
  /** Watches these from now on: files, and folders recursively. */
  at(paths: readonly string[]): void
  end(): void
}

/** Watches folders, not files: an editor often replaces a file by a new one. */
export function startWatching(): Watching {
  let watchers: FSWatcher[] = []
  let isOver = false
  let hasChanged = false
  let timer: NodeJS.Timeout | undefined
  let tell: (() => void) | undefined
  const touched = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      hasChanged = true
      tell?.()
    }, QUIET_MS)
  }
  const close = (): void => {
    for (const watcher of watchers) watcher.close()
    watchers = []
  }
  return {
    async next() {
      if (!isOver && !hasChanged) {
        await new Promise<void>((resolve) => {
          tell = resolve
        })
      }
      hasChanged = false
      return isOver ? 'ended' : 'changed'
    },
    at(paths) {
      close()
      if (isOver) return
      for (const [folder, names] of foldersOf(paths)) {
        try {
          const watcher = watch(folder, (_, name) => {
            if (names === 'all' || name === null || names.has(name)) touched()
          })
          // A deleted folder is watched again after the next run, if it exists then.
          watcher.on('error', touched)
          watchers.push(watcher)
        } catch {
          // Deleted meanwhile.
        }
      }
    },
    end() {
      isOver = true
      clearTimeout(timer)
      close()
      tell?.()
    },
  }
}

/** Which names matter in which folder. */
function foldersOf(paths: readonly string[]): ReadonlyMap<string, Set<string> | 'all'> {
  const folders = new Map<string, Set<string> | 'all'>()
  for (const path of paths) {
    const name = path.slice(dirname(path).length + 1)
    const known = folders.get(dirname(path)) ?? new Set<string>()
    if (known !== 'all') folders.set(dirname(path), known.add(name))
    if (statOf(path)?.kind === 'directory') for (const folder of foldersBelow(path)) folders.set(folder, 'all')
  }
  return new Map([...folders].filter(([folder]) => existsSync(folder)).slice(0, MAX_FOLDERS))
}

function foldersBelow(folder: string, depth = 0): readonly string[] {
  if (depth > 8) return []
  const inner = listNames(folder)
    .filter((name) => name !== 'node_modules' && name !== '.git')
    .map((name) => join(folder, name))
    .filter((path) => statOf(path)?.kind === 'directory')
  return [folder, ...inner.flatMap((path) => foldersBelow(path, depth + 1))]
}
