import { closeSync, linkSync, openSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, monotonicMs } from '@holdpoint/engine'
import { isAlive } from './alive.ts'
import { readText } from './read.ts'
import { sleep } from './sleep.ts'
import { besideOf, createExclusive, removeFile } from './write.ts'

/** Holders need well under a millisecond; an older lock is a leftover, even if its pid is in use again. */
const ABANDONED_MS = 30_000
const STEP_MS = 2

export class LockTimeout extends Error {
  override readonly name = 'LockTimeout'
}

/** A file that names this process; a lock is a second name of it. */
interface Owner {
  readonly file: string
  readonly text: string
}

let isKept = false
let kept: Owner | undefined

/** For a process that answers many events: it makes one such file and not one for each lock, which takes ten times as long. */
export function keepLockFile(): void {
  isKept = true
  process.on('exit', () => kept !== undefined && removeFile(kept.file))
}

/**
 * Runs `work` while no other process holds `path`. A lock is a file that names its owner's pid and a nonce;
 * it is linked into place with its content, so no process sees it incomplete.
 */
export function withLock<T>(path: string, waitMs: number, work: () => T): T {
  const token = acquire(path, waitMs)
  try {
    return work()
  } finally {
    if (readText(path) === token) removeFile(path)
  }
}

function acquire(path: string, waitMs: number): string {
  const known = reused()
  const owner = known ?? newOwner(path)
  try {
    const giveUpAt = monotonicMs() + waitMs
    while (!tryLink(owner.file, path)) {
      removeIfAbandoned(path)
      if (monotonicMs() > giveUpAt) throw new LockTimeout(`${path} is locked by another process`)
      sleep(STEP_MS)
    }
    return owner.text
  } catch (error) {
    // The lock may be on another file system, or have as many names as a file can have.
    if (known === undefined || codeOf(error) === undefined) throw error
    kept = undefined
    return acquire(path, waitMs)
  } finally {
    if (owner !== kept) removeFile(owner.file)
  }
}

function newOwner(path: string): Owner {
  const file = besideOf(path, 'try')
  const owner = { file, text: `${process.pid} ${file.slice(path.length)}` }
  createExclusive(owner.file, owner.text)
  if (isKept) {
    kept = owner
    removeLeft(dirname(path))
  }
  return owner
}

/** A process that was killed has left its file. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.(\d+)-[^.]*\.try$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeFile(`${folder}/${name}`)
  }
}

/** The age of a lock is that of its file. */
function reused(): Owner | undefined {
  try {
    const now = new Date()
    if (kept !== undefined) utimesSync(kept.file, now, now)
  } catch {
    kept = undefined
  }
  return kept
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Only the process that creates the marker for one dead owner may remove that owner's lock; it then checks
 * again. Without the marker two cleaners could interleave, and the second remove a lock in use.
 */
function removeIfAbandoned(path: string): void {
  const token = readText(path)
  if (token === undefined || !isAbandoned(path, token)) return
  const marker = `${path}.clean`
  try {
    closeSync(openSync(marker, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && ageMs(marker) > ABANDONED_MS) removeFile(marker)
    return
  }
  try {
    // The same process may have taken it anew.
    if (readText(path) === token && isAbandoned(path, token)) removeFile(path)
  } finally {
    removeFile(marker)
  }
}

function isAbandoned(path: string, token: string): boolean {
  const pid = Number.parseInt(token, 10)
  return !isAlive(pid) || ageMs(path) > ABANDONED_MS
}

function ageMs(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}
