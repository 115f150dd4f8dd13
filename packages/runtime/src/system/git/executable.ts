import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from '@holdpoint/shell'
import { isProgram } from '../files/program.ts'
import { realPath } from '../files/read.ts'
import { findWorkTree } from './worktree.ts'

export interface Executable {
  readonly file: string
  /** The PATH it was found on, without entries inside the repository. */
  readonly path: string
}

const NAMES = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git']

/** The default search path of a system. */
const DEFAULT_PATH = '/usr/bin:/bin'

/** The user's git: never one inside the repository that it reads. */
export function findGit(path: string | undefined, directory: string): Executable | undefined {
  const tree = realPath(findWorkTree(directory) ?? directory)
  // When the repository is the root of the file system, every path is inside it.
  const isOutside = (place: string): boolean => tree === '/' || !isWithin(realPath(place), tree)
  const entries = (path ?? DEFAULT_PATH).split(delimiter).filter((entry) => isAbsolute(entry) && isOutside(entry))
  const file = entries
    .flatMap((entry) => NAMES.map((name) => join(entry, name)))
    .find((program) => isProgram(program) && isOutside(program))
  return file === undefined ? undefined : { file, path: entries.join(delimiter) }
}
