import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from '@holdpoint/shell'
import { realPath } from '../files/read.ts'
import { findWorkTree } from './worktree.ts'

export interface Executable {
  readonly file: string
  /** The PATH it was found on, without entries of the repository. */
  readonly path: string
}

const NAMES = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git']

/** Where a system looks without a PATH. */
const DEFAULT_PATH = '/usr/bin:/bin'

/** The git of the user: never one that lies in the repository it is to look at. */
export function findGit(path: string | undefined, directory: string): Executable | undefined {
  const tree = realPath(findWorkTree(directory) ?? directory)
  // With a repository at the root of the file system no place is left.
  const isOutside = (place: string): boolean => tree === '/' || !isWithin(realPath(place), tree)
  const entries = (path ?? DEFAULT_PATH).split(delimiter).filter((entry) => isAbsolute(entry) && isOutside(entry))
  const file = entries
    .flatMap((entry) => NAMES.map((name) => join(entry, name)))
    .find((program) => isProgram(program) && isOutside(program))
  return file === undefined ? undefined : { file, path: entries.join(delimiter) }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
