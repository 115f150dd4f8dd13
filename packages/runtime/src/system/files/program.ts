import { accessSync, constants, statSync } from 'node:fs'
import { cachedLookup } from './places.ts'
import { realPath } from './read.ts'

/** Asks first whether it exists: most names in a PATH do not, and an exception costs many times as much. */
export function isProgram(file: string): boolean {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The file that a path runs, links resolved; undefined when it is no program. */
export const resolveProgram = (path: string): string | undefined =>
  cachedLookup(`program ${path}`, () => (isProgram(path) ? realPath(path) : undefined))
