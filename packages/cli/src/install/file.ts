import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, messageOf, UserError } from '@holdpoint/engine'
import { writeAtomic } from '@holdpoint/runtime/system'

const TRIES = 5

/** The text of a user's file, or undefined when there is none. */
export function readUserFile(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) throw new UserError(`${path} is not a file. Move it away and try again.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof UserError) throw error
    throw new UserError(`${path} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/**
 * Changes a file that belongs to the user. If another process writes it meanwhile, the change is applied to the new
 * text; a link is followed, because dotfiles are often links, and the file's mode is kept.
 * Returning undefined removes the file.
 */
export function changeUserFile(path: string, change: (text: string | undefined) => string | undefined): boolean {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = readUserFile(path)
    const after = change(before)
    if (after === before) return false
    if (readUserFile(path) !== before) continue
    refuseReadOnly(path)
    try {
      replace(path, before === undefined, after)
      return true
    } catch (error) {
      throw new UserError(`${path} cannot be written: ${messageOf(error)}`, { cause: error })
    }
  }
  throw new UserError(`${path} is changed by another program at the same time. Close that program and try again.`)
}

/** Renaming over a read-only file would succeed, against the intention of the user who made it read-only. */
export function refuseReadOnly(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o200
  if ((mode & 0o200) === 0) throw new UserError(`${path} is read-only.`)
}

function replace(path: string, isNew: boolean, text: string | undefined): void {
  const target = isNew && !isLink(path) ? path : realpathSync(path)
  if (text === undefined) {
    rmSync(target, { force: true })
    return
  }
  if (isNew) {
    mkdirSync(dirname(target), { recursive: true })
    writeAtomic(target, text, 0o644)
    return
  }
  const { mode } = statSync(target)
  writeAtomic(target, text, mode & 0o777)
  chmodSync(target, mode & 0o777)
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
