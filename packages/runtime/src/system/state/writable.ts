import { join } from 'node:path'
import { messageOf } from '@holdpoint/engine'
import { besideOf, createExclusive, ensurePrivateDirectory, removeFile } from '../files/write.ts'
import { preparePlace, type Place } from './place.ts'

/** More than the longest audit line; an empty file would fit on a full disk. */
const SIZE = 8 << 10

/** Why the state directory cannot store an audit line, or undefined when it can. */
export function stateProblem(place: Place, env: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    preparePlace(place, env)
    const spool = join(place.directory, 'spool')
    ensurePrivateDirectory(spool)
    const file = besideOf(join(spool, '.writable'), 'tmp')
    try {
      createExclusive(file, ' '.repeat(SIZE))
    } finally {
      removeFile(file)
    }
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
