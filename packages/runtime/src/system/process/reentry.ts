import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../files/alive.ts'
import { listNames } from '../files/read.ts'
import { createExclusive, ensurePrivateDirectory, isPrivateDirectory, removeFile } from '../files/write.ts'

/**
 * A program that a hook starts may start an agent, whose hooks would call Holdpoint again, without end. Such a program
 * gets the name of a file that exists only while its hook runs. A fixed value is unsafe: a repository's
 * settings can set variables, and could disable every hook.
 */
export const REENTRY_VARIABLE = 'HOLDPOINT_PARENT'

const folderIn = (home: string): string => join(home, 'running')

/** The token that identifies the children of one event. */
export interface ChildToken {
  /** Created when the first child starts. Throws when it cannot be stored. */
  value(): string
  /** Revokes the token. Otherwise a daemon would vouch for processes that its children have left running. */
  end(): void
}

/** The token files in use; removed when the process exits. */
const inUse = new Set<string>()
let isTidiedAtExit = false

export function openChildToken(home: string): ChildToken {
  let name: string | undefined
  let isOver = false
  return {
    value() {
      // A hook that timed out may still be running.
      if (isOver) throw new Error('the event is over')
      return (name ??= newToken(home))
    },
    end() {
      isOver = true
      if (name === undefined) return
      const file = join(folderIn(home), name)
      inUse.delete(file)
      remove(file)
    },
  }
}

function newToken(home: string): string {
  const name = `${process.pid}-${Math.random().toString(36).slice(2)}`
  ensurePrivateDirectory(home)
  ensurePrivateDirectory(folderIn(home))
  const file = join(folderIn(home), name)
  createExclusive(file, '')
  if (!isTidiedAtExit) process.once('exit', endChildTokens)
  isTidiedAtExit = true
  inUse.add(file)
  return name
}

function endChildTokens(): void {
  for (const file of inUse) remove(file)
  inUse.clear()
}

/** For a process with a single task: the same token in each home. */
export function childToken(home: string): string {
  const known = ofProcess.get(home) ?? openChildToken(home)
  ofProcess.set(home, known)
  return known.value()
}

const ofProcess = new Map<string, ChildToken>()

/** Whether this process was started, directly or not, by a hook that is still running. */
export function isReentrant(name: string | undefined, home: string): boolean {
  if (name === undefined || !/^[a-z0-9-]{3,64}$/.test(name)) return false
  const folder = folderIn(home)
  if (!isPrivateDirectory(home) || !isPrivateDirectory(folder)) return false
  return existsSync(join(folder, name)) && isAlive(ownerOf(name))
}

/** A killed process could not remove its token. */
export function removeDeadTokens(home: string): void {
  for (const name of listNames(folderIn(home))) {
    if (!isAlive(ownerOf(name))) remove(join(folderIn(home), name))
  }
}

const ownerOf = (name: string): number => Number.parseInt(name, 10)

/** A leftover token is invalid once its process is gone, so a failure here must not change an answer. */
function remove(path: string): void {
  try {
    removeFile(path)
  } catch {
    // Safe to ignore, see above.
  }
}
