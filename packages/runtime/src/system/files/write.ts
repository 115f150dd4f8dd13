import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '@holdpoint/engine'

const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

let serial = 0

/** A name beside `path` that no other process or call uses. */
export const besideOf = (path: string, kind: string): string =>
  `${path}.${process.pid}-${++serial}-${Math.random().toString(36).slice(2, 8)}.${kind}`

export function createExclusive(path: string, text: string, mode = 0o600): void {
  const fd = openSync(path, CREATE_NEW, mode)
  try {
    writeWhole(fd, text)
  } finally {
    closeSync(fd)
  }
}

/** Replaces a file atomically. A link at `path` is replaced, not followed. */
export function writeAtomic(path: string, text: string, mode = 0o600): void {
  const temporary = besideOf(path, 'tmp')
  try {
    createExclusive(temporary, text, mode)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Removes a file or a link. A missing file or a directory is ignored. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    const isAbsent = codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
    // Systems report different errors for a directory.
    if (!isAbsent && lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Removes a file. True for exactly one of any number of callers: of several that rename one file, one succeeds. */
export function takeFile(path: string): boolean {
  const taken = besideOf(path, 'taken')
  try {
    renameSync(path, taken)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  removeFile(taken)
  return true
}

/**
 * Creates a directory and its parents. Not with mkdir's own `recursive`: in Node 20 that never returns where
 * the parent exists and nothing can be created in it, as in /proc.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  // The directory usually exists, and a stat costs less than an exception.
  if (existsSync(path)) return
  try {
    makeOne(path, mode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeDirectory(dirname(path), mode)
    makeOne(path, mode)
  }
}

function makeOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Creates the directory for the user only; refuses one that another user could replace or write. */
export function ensurePrivateDirectory(path: string): void {
  // The directory usually exists, and a stat costs less than an exception.
  if (isPrivateDirectory(path)) return
  makeDirectory(path, 0o700)
  const problem = privateDirectoryProblem(path)
  if (problem !== undefined) throw new Error(problem)
}

export function isPrivateDirectory(path: string): boolean {
  try {
    return privateDirectoryProblem(path) === undefined
  } catch {
    return false
  }
}

/** Why a directory cannot be trusted, or undefined when it can. */
function privateDirectoryProblem(path: string): string | undefined {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return `${path} is not a directory`
  if (process.getuid !== undefined && stat.uid !== process.getuid()) return `${path} belongs to another user`
  if ((stat.mode & 0o022) !== 0) return `${path} can be written by others`
  return undefined
}

/** Truncating a partial line could remove another process's line; readers can separate the two. */
export function appendLine(directory: string, name: string, line: string): void {
  const bytes = Buffer.from(line)
  if (appendBytes(directory, name, bytes) < bytes.length) throw new Error(notWhole(`${directory}/${name}`))
}

export const notWhole = (path: string): string => `${path} did not take a whole line; is the disk full?`

/** One write system call, so that lines of concurrent processes never mix. Returns how many bytes the disk took. */
export function appendBytes(directory: string, name: string, bytes: Buffer): number {
  // Not blocking: a named pipe in place of the file is an error, not an endless wait.
  const flags =
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const path = `${directory}/${name}`
  const fd = openSync(path, flags, 0o600)
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is not a file`)
    return writeSync(fd, bytes)
  } finally {
    closeSync(fd)
  }
}

function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
}
