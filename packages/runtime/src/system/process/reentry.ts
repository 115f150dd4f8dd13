import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../files/alive.ts'
import { listNames } from '../files/read.ts'
import { createExclusive, ensurePrivateDirectory, isPrivateDirectory, removeFile } from '../files/write.ts'

/**
 * A program that a hook starts may start an agent, whose hooks would call us again, without end. Such a program
 * gets the name of a file that exists only while its hook runs. A fixed value would not do: a repository's
 * settings can set variables, and so could switch every hook off.
 */
export const REENTRY_VARIABLE = 'HOLDPOINT_PARENT'

const folderIn = (home: string): string => join(home, 'running')

/** What the children of one event are known by. */
export interface ChildToken {
  /** Made when the first child is started. Throws when there is no place for it. */
  value(): string
  /** From now on nobody is our child. A daemon would otherwise vouch for whatever its children have left running. */
  end(): void
}

/** The files of tokens in use; a process that ends takes them along. */
const inUse = new Set<string>()
let isTidiedAtExit = false

export function openChildToken(home: string): ChildToken {
  let name: string | undefined
  let isOver = false
  return {
    value() {
      // A hook that was given up on may still be at work.
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

/** For a process that is about one thing from start to end: the same token in each home. */
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
    removeFile(path)
  } catch {
    // As said.
  }
}
