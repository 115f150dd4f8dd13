import { existsSync } from 'node:fs'
import { safeName, type Env, type Notes } from '@holdpoint/engine'
import { createExclusive, ensurePrivateDirectory, removeFile } from '../files/write.ts'
import { isTrusted, preparePlace, type Place } from './place.ts'

/** Notes of a process that answers many events, by the file that each would be. */
export type KeptNotes = Set<string>

const MAX_KEPT = 10_000

/** Notes for later events of a session: empty files, or in the memory of a process that answers many events. */
export function openNotes(place: Place, env: Env, session: string, kept?: KeptNotes): Notes {
  const directory = `${place.directory}/sessions/${session}`
  const fileOf = (name: string): string => `${directory}/${safeName(name)}`

  function leave(name: string): void {
    if (kept !== undefined) return keep(kept, fileOf(name))
    preparePlace(place, env)
    ensurePrivateDirectory(directory)
    createExclusive(fileOf(name), '')
  }

  /** The process that left it may have been another one. */
  function take(name: string): boolean {
    const file = fileOf(name)
    if (kept?.delete(file) === true) return true
    if (!isTrusted(place, env) || !existsSync(file)) return false
    removeFile(file)
    return true
  }

  return { leave, take }
}

function keep(kept: KeptNotes, file: string): void {
  const [oldest] = kept
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.add(file)
}
