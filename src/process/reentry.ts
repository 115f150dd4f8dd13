import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../files/alive.ts'
import { listNames } from '../files/read.ts'
import { createExclusive, ensurePrivateDirectory, isPrivateDirectory } from '../files/write.ts'

/**
 * A program that a hook starts may start an agent, whose hooks would call us again, without end. Such a program
 * gets the name of a file that exists only while its hook runs. A fixed value would not do: a repository's
 * settings can set variables, and so could switch every hook off.
 */
export const REENTRY_VARIABLE = 'HOLDPOINT_PARENT'

const folderIn = (home: string): string => join(home, 'running')

/** The token of this process in each home; a library may serve more than one. */
const tokens = new Map<string, string>()

/** The token for children of this process; made when the first child is started, gone when this process is. */
export function childToken(home: string): string {
  const known = tokens.get(home)
  if (known !== undefined) return known
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`
  ensurePrivateDirectory(home)
  ensurePrivateDirectory(folderIn(home))
  createExclusive(join(folderIn(home), name), '')
  if (tokens.size === 0) process.once('exit', endChildTokens)
  tokens.set(home, name)
  return name
}

function endChildTokens(): void {
  for (const [home, name] of tokens) remove(join(folderIn(home), name))
  tokens.clear()
}

/** Whether this process was started, directly or not, by a hook that is still running. */
export function isReentrant(name: string | undefined, home: string): boolean {
  if (name === undefined || !/^[a-z0-9-]{3,64}$/.test(name)) return false
  const folder = folderIn(home)
  if (!isPrivateDirectory(home) || !isPrivateDirectory(folder)) return false
  return existsSync(join(folder, name)) && isAlive(ownerOf(name))
}

/** A process that was killed could not take its token away. */
export function removeDeadTokens(home: string): void {
  for (const name of listNames(folderIn(home))) {
    if (!isAlive(ownerOf(name))) remove(join(folderIn(home), name))
  }
}

const ownerOf = (name: string): number => Number.parseInt(name, 10)

/** A token that stays says nothing once its process is gone, so failing here must not change an answer. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // As said.
  }
}
