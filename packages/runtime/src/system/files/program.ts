import { accessSync, constants, statSync } from 'node:fs'
import { realPath } from './read.ts'

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** The file that a path runs, links resolved; undefined when it is no program. */
export const resolveProgram = (path: string): string | undefined => (isProgram(path) ? realPath(path) : undefined)
