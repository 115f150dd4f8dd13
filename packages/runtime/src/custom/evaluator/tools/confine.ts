import { foldPath, isWithin } from '@holdpoint/shell'
import { isPrivatePath } from '@holdpoint/packs'
import type { Files } from '@holdpoint/engine'

/** A path in the project, links resolved. */
export interface ProjectPath {
  readonly path: string
  /** The displayed path, relative to the project. */
  readonly shown: string
}

export interface Confinement {
  readonly files: Files
  readonly root: ProjectPath
  /** The resolved path, or why it must not be read. */
  placeOf(given: unknown): ProjectPath | string
  /** Whether a file is off limits: credentials, and git's own files. */
  isHidden(path: string): boolean
  /** Whether a path is unchanged; a link may have replaced it meanwhile. */
  isStill(place: ProjectPath): boolean
}

const OUTSIDE = 'That is not in this project.'
const MAX_PATH = 1_000

/** Everything an evaluator reads is checked here, even after a prompt injection. */
export function confine(root: string, home: string | undefined, files: Files): Confinement {
  const real = files.real(root)
  const relative = (path: string): string => (path === real ? '.' : path.slice(real.length + 1))
  const isHidden = (path: string): boolean =>
    isPrivatePath(path, home) ||
    relative(path)
      .split('/')
      .some((part) => foldPath(part) === '.git')
  const isStill = ({ path }: ProjectPath): boolean => files.real(path) === path
  return {
    files,
    root: { path: real, shown: '.' },
    isHidden,
    isStill,
    placeOf(given) {
      if (typeof given !== 'string' || given === '' || given.length > MAX_PATH || given.includes('\0')) {
        return 'That is not a path.'
      }
      // Without a project root the whole machine would be readable.
      if (real === '/' || given.split('/').includes('..')) return OUTSIDE
      const inside = [root, real].find((base) => isWithin(given, base))
      if (given.startsWith('/') && inside === undefined) return OUTSIDE
      const asked = clean(inside === undefined ? `${real}/${given}` : `${real}${given.slice(inside.length)}`)
      const path = files.real(asked)
      if (!isWithin(path, real)) return OUTSIDE
      if (isHidden(asked) || isHidden(path)) return 'That is not shown.'
      return { path, shown: relative(path) }
    },
  }
}

/** Removes empty and `.` segments. */
const clean = (path: string): string =>
  `/${path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')}`
