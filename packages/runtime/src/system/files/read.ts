import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { codeOf, type FileStat } from '@holdpoint/engine'

/** Files that people write by hand are small; larger ones are truncated here instead of in each reader. */
const DEFAULT_MAX_BYTES = 1 << 20

/** The errors for a missing file: deleted, a link, or below something that is not a directory. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENXIO', 'ENAMETOOLONG'])

// Not following links keeps a hook from reading what a link points at; not blocking keeps a named pipe from hanging it.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export function readText(path: string, maxBytes = DEFAULT_MAX_BYTES): string | undefined {
  const file = openRegular(path, kept.get(path))
  if (file === undefined) return undefined
  if (file.same !== undefined) return file.same.text
  try {
    const text = readFrom(file.fd, 0, Math.min(file.size, maxBytes))
    if (file.size <= Math.min(MAX_KEPT_BYTES, maxBytes) && isSettled(file.stat)) keep(path, text, file.stat)
    return text
  } finally {
    closeSync(file.fd)
  }
}

/**
 * A cache for a process that answers many events and reads the same small files each time. An entry is valid while the
 * file's stat is unchanged; timestamps are coarse, so files that changed recently are not cached.
 */
interface Read {
  readonly text: string
  readonly stat: Stats
}
const kept = new Map<string, Read>()
const MAX_KEPT = 200
const MAX_KEPT_BYTES = 16 << 10
const SETTLED_MS = 2_000

const isSettled = ({ ctimeMs }: Stats): boolean => Date.now() - ctimeMs > SETTLED_MS

function keep(path: string, text: string, stat: Stats): void {
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(path, { text, stat })
}

/** Unlike the modification time, programs cannot set the change time. */
const isSame = (one: Stats, other: Stats): boolean =>
  one.ino === other.ino &&
  one.size === other.size &&
  one.ctimeMs === other.ctimeMs &&
  one.mtimeMs === other.mtimeMs &&
  one.dev === other.dev &&
  one.mode === other.mode

/** The end of a file that may be large, without its first, probably cut, line. */
export function readTail(path: string, maxBytes: number): string | undefined {
  const file = openRegular(path)
  if (file === undefined) return undefined
  try {
    const start = Math.max(0, file.size - maxBytes)
    const text = readFrom(file.fd, start, file.size - start)
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    closeSync(file.fd)
  }
}

export function listNames(directory: string): readonly string[] {
  if (directory.includes('\0')) return []
  try {
    return readdirSync(directory).toSorted()
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? '')) return []
    throw error
  }
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

/** No file system has longer paths, or follows more links. */
const MAX_PATH = 4096
const MAX_LINKS = 40

/**
 * Resolves links as far as the path exists, and keeps the rest unchanged. Most paths that commands name do not exist,
 * and an exception costs many times as much as asking first.
 */
export function realPath(path: string, links = 0): string {
  if (path.includes('\0') || path.length > MAX_PATH || links > MAX_LINKS) return path
  const rest: string[] = []
  for (let at = path; ; at = dirname(at)) {
    const found = entryAt(at)
    const real = found === undefined ? undefined : resolved(at)
    if (real !== undefined) return rest.length === 0 ? real : join(real, ...rest)
    const target = found?.isSymbolicLink() === true ? targetOf(at) : undefined
    if (target !== undefined) return join(realPath(target, links + 1), ...rest)
    if (dirname(at) === at) return path
    rest.unshift(basename(at))
  }
}

/**
 * The same for one event, which names the same places again and again: each part of a path is looked at once, and nothing
 * is looked for in a directory that does not exist.
 */
export function openRealPath(): (path: string) => string {
  const seen = new Map<string, { readonly real: string; readonly isThere: boolean }>()
  const look = (path: string): { readonly real: string; readonly isThere: boolean } => {
    const known = seen.get(path)
    if (known !== undefined) return known
    const above = dirname(path) === path ? undefined : look(dirname(path))
    const entry = above?.isThere === false ? undefined : entryAt(path)
    const real =
      above === undefined || entry?.isSymbolicLink() === true ? realPath(path) : join(above.real, basename(path))
    const place = { real, isThere: entry !== undefined }
    seen.set(path, place)
    return place
  }
  return (path) =>
    isAbsolute(path) && !path.includes('\0') && path.length <= MAX_PATH ? look(path).real : realPath(path)
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function resolved(path: string): string | undefined {
  try {
    // The JavaScript version checks each part of the path, which is many times slower.
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** Of a dangling link: a program that writes through it creates the target. */
function targetOf(path: string): string | undefined {
  try {
    const target = readlinkSync(path)
    const whole = isAbsolute(target) ? target : join(dirname(path), target)
    return whole === path ? undefined : whole
  } catch {
    return undefined
  }
}

export function statOf(path: string): FileStat | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other'
    return { kind, size: stat.size, modifiedAt: stat.mtime }
  } catch {
    return undefined
  }
}

interface Opened {
  readonly fd: number
  readonly size: number
  readonly stat: Stats
  readonly same?: undefined
}

function openRegular(path: string): Opened | undefined
function openRegular(path: string, known: Read | undefined): Opened | { readonly same: Read } | undefined
function openRegular(path: string, known?: Read): Opened | { readonly same: Read } | undefined {
  if (path.includes('\0')) return undefined
  let fd: number
  try {
    // Most of these files do not exist, and a stat costs less than an exception.
    const now = lstatSync(path, { throwIfNoEntry: false })
    if (now === undefined) return undefined
    if (known !== undefined && isSame(known.stat, now)) return { same: known }
    fd = openSync(path, FLAGS)
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? '')) return undefined
    throw error
  }
  const stat = fstatSync(fd)
  if (stat.isFile()) return { fd, size: stat.size, stat }
  closeSync(fd)
  return undefined
}

function readFrom(fd: number, start: number, length: number): string {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(fd, buffer, filled, length - filled, start + filled)
    if (count === 0) break
    filled += count
  }
  return (filled === length ? buffer : buffer.subarray(0, filled)).toString()
}
