import { lstatSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { safeName, type StateArea, type Env } from '@holdpoint/engine'
import { withLock } from '../files/lock.ts'
import { listNames, readText } from '../files/read.ts'
import { ensurePrivateDirectory, writeAtomic } from '../files/write.ts'
import { stateHome } from './place.ts'

/** A hook with a timeout of three seconds can wait this long, and still answer. */
const LOCK_WAIT_MS = 2_400
const MAX_BYTES = 8 << 20
const LIFE_MS = 7 * 24 * 3600 * 1000

/** The directory that source documents call `/tmp`. */
export function temporaryRoot({ TMPDIR }: Env): string {
  return TMPDIR !== undefined && isAbsolute(TMPDIR) ? TMPDIR : '/tmp'
}

/**
 * Small JSON files in a directory that all users can write. Files of other users are ignored, and the locks are
 * in a directory that other users cannot write.
 */
export function openTemp(env: Env): StateArea {
  const root = temporaryRoot(env)
  const fileOf = (name: string): string => join(root, `${safeName(name)}.json`)

  function get<T>(name: string): T | undefined {
    const file = fileOf(name)
    refuseForeign(file)
    return parse<T>(readText(file, MAX_BYTES))
  }

  function update<T>(name: string, change: (old: T | undefined) => T | undefined): T | undefined {
    const locks = join(stateHome(env), 'locks')
    ensurePrivateDirectory(stateHome(env))
    ensurePrivateDirectory(locks)
    return withLock(join(locks, `${safeName(name)}.lock`), LOCK_WAIT_MS, () => {
      const value = change(get<T>(name))
      if (value === undefined) rmSync(fileOf(name), { force: true })
      else writeAtomic(fileOf(name), JSON.stringify(value))
      return value
    })
  }

  return { get, update }
}

/** Removes the user's files that sessions left more than a week ago. */
export function pruneTemp(env: Env, pattern: RegExp, now: Date): void {
  const root = temporaryRoot(env)
  for (const name of listNames(root).filter((entry) => pattern.test(entry))) {
    const stat = lstatSync(join(root, name), { throwIfNoEntry: false })
    if (stat?.isFile() === true && isOurs(stat.uid) && now.getTime() - stat.mtimeMs > LIFE_MS) {
      rmSync(join(root, name), { force: true })
    }
  }
}

function refuseForeign(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat !== undefined && !isOurs(stat.uid)) throw new Error(`${file} belongs to another user`)
}

const isOurs = (uid: number): boolean => process.getuid === undefined || uid === process.getuid()

/** A damaged file counts as missing. */
function parse<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
