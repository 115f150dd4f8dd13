import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { isWithin } from '@holdpoint/shell'
import { sha256Hex } from '@holdpoint/engine'

/** A file that belongs to what is trusted. */
export interface TrustedFile {
  /** Relative to the project, with slashes. */
  readonly path: string
  /** Digest of its bytes; `missing` when there is no file. */
  readonly digest: string
  readonly bytes: number
}

export interface NamedFiles {
  readonly files: readonly TrustedFile[]
  /** Why these files cannot be trusted. */
  readonly problem?: string
}

const MAX_FILE_BYTES = 8 << 20
const MAX_FILES = 64
const MAX_WORDS = 1_000
const MISSING = 'missing'

/**
 * The files named in a command, and the declared files. A word that names no file below the project is ignored;
 * a missing declared file is part of what is trusted, so that creating it later is a change.
 */
export function namedFiles(root: string, words: readonly string[], declared: readonly string[]): NamedFiles {
  const found = new Map<string, TrustedFile>()
  const addFile = (name: string, isDeclared: boolean): string | undefined => {
    const path = resolve(root, name)
    if (!isWithin(path, root)) return isDeclared ? `${name} does not lie in the project` : undefined
    const shown = relative(root, path).split(sep).join('/')
    if (found.has(shown)) return undefined
    const file = readTrustedFile(root, path, shown)
    if (typeof file === 'string') return file
    if (file !== undefined || isDeclared) found.set(shown, file ?? { path: shown, digest: MISSING, bytes: 0 })
    return found.size > MAX_FILES ? `it names more than ${MAX_FILES} files` : undefined
  }
  const problems = [
    ...(words.length > MAX_WORDS ? [`it has more than ${MAX_WORDS} words`] : []),
    ...declared.map((name) => addFile(name, true)),
    ...inDirectories(root, words.slice(0, MAX_WORDS)).map((name) => addFile(name, false)),
  ]
  const problem = problems.find((text) => text !== undefined)
  const files = [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { files, ...(problem !== undefined && { problem }) }
}

/** After `cd scripts`, names are relative to that directory. */
function inDirectories(root: string, words: readonly string[]): readonly string[] {
  const all = words.map((word) => withoutVariables(word, root))
  const unique = [...new Set(all)].filter(isPossible)
  const directories = all.filter((word, index) => isPossible(word) && CHANGES.has(all[index - 1] ?? ''))
  return [
    ...unique,
    ...directories.slice(0, MAX_CHANGES).flatMap((directory) => unique.map((word) => resolve(root, directory, word))),
  ]
}

const CHANGES = new Set(['cd', 'pushd', '-C'])
const MAX_CHANGES = 8
const isPossible = (word: string): boolean => word !== '' && word.length < 4_096 && !word.includes('\0')

/** Variables that commands use to find their project. */
const withoutVariables = (word: string, root: string): string =>
  word.replaceAll(/\$(?:CLAUDE_PROJECT_DIR|PWD)\b|\$\{(?:CLAUDE_PROJECT_DIR|PWD)(?::?-[^}]*)?\}/g, root)

/** A text says why it cannot be trusted. */
function readTrustedFile(root: string, path: string, shown: string): TrustedFile | string | undefined {
  try {
    // Links are followed, as the started program would, but not out of the project.
    const real = realpathSync.native(path)
    if (!statSync(real).isFile()) return undefined
    if (!isWithin(real, realpathSync.native(root))) return `${shown} is a link that leads out of the project`
    const digest = digestOf(real)
    if (digest === undefined) return `${shown} is larger than ${MAX_FILE_BYTES >> 20} MB`
    return { path: shown, ...digest }
  } catch {
    return isThere(path) ? `${shown} cannot be read` : undefined
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Below something that is not a directory, or an invalid file name.
    return false
  }
}

const known = new Map<string, { readonly stamp: string; readonly digest: string; readonly bytes: number }>()
const MAX_KNOWN = 500

/** Hashes bytes, not text: decoding would make different invalid bytes equal. */
function digestOf(real: string): Pick<TrustedFile, 'digest' | 'bytes'> | undefined {
  const fd = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd, { bigint: true })
    if (stat.size > MAX_FILE_BYTES) return undefined
    const stamp = stampOf(stat)
    const before = known.get(real)
    if (before?.stamp === stamp) return before
    const text = readFileSync(fd, 'latin1')
    const fresh = { stamp, digest: sha256Hex(text), bytes: text.length }
    if (known.size >= MAX_KNOWN) known.clear()
    if (isSettled(stat)) known.set(real, fresh)
    return fresh
  } finally {
    closeSync(fd)
  }
}

interface Stamped {
  readonly dev: bigint
  readonly ino: bigint
  readonly size: bigint
  readonly mtimeNs: bigint
  readonly ctimeNs: bigint
}

/** File timestamps are coarse: right after a change, another change may not be visible. */
export const isSettled = ({ ctimeNs }: Stamped): boolean => Date.now() - Number(ctimeNs / 1_000_000n) > SETTLED_MS
const SETTLED_MS = 2_000

/** Changes whenever the file does: programs cannot set the change time. */
export const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Stamped): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join('.')
