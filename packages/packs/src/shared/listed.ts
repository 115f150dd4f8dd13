import type { Files } from '@holdpoint/engine'
import { foldName } from '@holdpoint/shell'

/**
 * The same files, for detection: it tries dozens of names of which a project has one or two. One listing of each
 * directory replaces a stat for each name. Valid for one question, because a listing is not read again.
 */
export function listed(files: Files): Files {
  const names = new Map<string, readonly string[]>()
  const folded = new Map<string, ReadonlySet<string>>()
  const list = (directory: string): readonly string[] => {
    const known = names.get(directory) ?? files.list(directory)
    names.set(directory, known)
    return known
  }
  // Some file systems do not distinguish case or the form of accents.
  const mayExist = (path: string): boolean => {
    const slash = path.lastIndexOf('/')
    const directory = path.slice(0, slash)
    let known = folded.get(directory)
    if (known === undefined) {
      try {
        known = new Set(list(directory).map(foldName))
      } catch {
        // A directory that cannot be listed may still be entered.
        return true
      }
      folded.set(directory, known)
    }
    return known.has(foldName(path.slice(slash + 1)))
  }
  return {
    ...files,
    list,
    stat: (path) => (mayExist(path) ? files.stat(path) : undefined),
    read: (path, options) => (mayExist(path) ? files.read(path, options) : undefined),
  }
}
