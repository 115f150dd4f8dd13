import { linkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, type Env } from '@holdpoint/engine'
import { files } from '../system/files/files.ts'
import { withLock } from '../system/files/lock.ts'
import { besideOf, createExclusive, ensurePrivateDirectory, makeDirectory, writeAtomic } from '../system/files/write.ts'
import { isOwner, readLock, type Lock, LOCK_FILE } from '@holdpoint/packs'
import { keyOf, stateHome } from '../system/state/place.ts'

/** What a caller needs to take or release the lock of a feature directory. */
export interface Claim {
  readonly directory: string
  readonly session: string
  readonly now: Date
  readonly env: Env
}

export type Acquired =
  | { readonly is: 'new' | 'own' | 'taken over' }
  /** Another session holds the lock, and it is not stale, or the caller did not ask to take it over. */
  | { readonly is: 'refused'; readonly lock: Lock; readonly isStale: boolean }

const WAIT_MS = 2_000

/** Takes the lock atomically: of several concurrent callers exactly one gets it. */
export function acquireLock(claim: Claim, staleMs: number, mayTakeOver: boolean): Acquired {
  const { directory, session, now } = claim
  makeDirectory(directory)
  return oneAtATime(claim, () => {
    const lock = readLock(directory, files)
    if (lock.is === 'held' && lock.session !== undefined && isOwner(lock.session, session)) return { is: 'own' }
    const text = `${JSON.stringify({ session_id: session, acquired_at: now.toISOString() })}\n`
    // This also protects against programs that write the file without this command.
    if (lock.is === 'free' && create(join(directory, LOCK_FILE), text)) return { is: 'new' }
    const isStale = isLeftOver(directory, readLock(directory, files), now, staleMs)
    if (!mayTakeOver || !isStale) return { is: 'refused', lock: readLock(directory, files), isStale }
    writeAtomic(join(directory, LOCK_FILE), text)
    return { is: 'taken over' }
  })
}

export type Released = 'released' | 'free' | 'foreign' | 'corrupt'

/** Releases the lock if this session holds it. */
export const releaseLock = (claim: Claim): Released =>
  oneAtATime(claim, () => {
    const lock = readLock(claim.directory, files)
    if (lock.is !== 'held') return lock.is
    if (lock.session === undefined || !isOwner(lock.session, claim.session)) return 'foreign'
    rmSync(join(claim.directory, LOCK_FILE), { force: true })
    return 'released'
  })

/** When the lock was taken, if known. */
export function lockedSince(directory: string, lock: Lock): Date | undefined {
  const said = lock.is === 'held' && lock.acquiredAt !== undefined ? new Date(lock.acquiredAt) : undefined
  if (said !== undefined && !Number.isNaN(said.getTime())) return said
  return statSync(join(directory, LOCK_FILE), { throwIfNoEntry: false })?.mtime
}

/** The owner of a corrupt lock is unknown, and an old lock is abandoned. */
function isLeftOver(directory: string, lock: Lock, now: Date, staleMs: number): boolean {
  if (lock.is !== 'held') return true
  const since = lockedSince(directory, lock)
  return since !== undefined && now.getTime() - since.getTime() >= staleMs
}

function oneAtATime<T>({ directory, env }: Claim, work: () => T): T {
  const home = stateHome(env)
  const locks = join(home, 'locks')
  ensurePrivateDirectory(home)
  ensurePrivateDirectory(locks)
  return withLock(join(locks, `planning-lock-${keyOf(files.real(directory))}.lock`), WAIT_MS, work)
}

/** Creates the file with its content, or not at all. */
function create(path: string, text: string): boolean {
  const whole = besideOf(path, 'tmp')
  try {
    createExclusive(whole, text)
    linkSync(whole, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(whole, { force: true })
  }
}
