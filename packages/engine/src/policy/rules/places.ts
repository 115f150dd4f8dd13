import { isKnown, UNKNOWN, type Run, isWithin, mayBeWithin } from '@holdpoint/shell'
import { globMatcher, globMayMatch } from '../../lib/glob.ts'
import type { Searched } from './pattern.ts'
import type { Truth } from './truth.ts'

/** Paths as rules name them: relative to the project, absolute, or below the home directory. */

/** Something that happens to a file or directory, as a rule sees it. */
export interface Touch {
  readonly op: 'read' | 'write' | 'delete' | 'mode' | 'list'
  /** Absolute; as written, and with links resolved. Both may have unknown parts. */
  readonly paths: readonly string[]
  readonly recursive: boolean
  /** The program that does it; none of another tool. */
  readonly run?: Run
  /** Its new text. */
  readonly content?: Searched
}

/** Where the project is, and what links in it lead to. */
export interface Ground {
  /** The project's work tree, and the same with links resolved. */
  readonly roots: readonly string[]
  readonly home: string | undefined
  /** A path as seen from the project, and from another work tree of its repository that holds it. */
  relatives(path: string): readonly string[]
  /** A directory that a rule names, with links resolved; undefined when that changes nothing. */
  resolved(directory: string): string | undefined
  /** The same, for the first level of the project only. */
  linkAt(name: string): boolean
}

export type PlaceMatcher = (touch: Touch, ground: Ground) => Truth

/** The first path level of the project that a pattern names; undefined when it may be any, or none. */
export function firstLevel(written: string): string | undefined {
  const [first = ''] = written.replace(/^\.\//, '').split('/', 1)
  return first === '' || first === '~' || /[*?[{\\]/.test(first) ? undefined : first
}

/** A later pattern wins over an earlier one; `!` in front takes back what an earlier one matched. */
export function placesMatcher(globs: readonly string[]): PlaceMatcher {
  const places = globs.map((glob) => ({ isTaken: !glob.startsWith('!'), test: placeMatcher(glob.replace(/^!/, '')) }))
  return (touch, ground) => {
    let result: Truth = 'no'
    for (const { isTaken, test } of places) {
      if (!isTaken && result === 'no') continue
      // A `!` pattern excludes a directory as a whole or not at all.
      const found = test(isTaken ? touch : { ...touch, recursive: false }, ground)
      if (isTaken) result = result === 'yes' || found === 'no' ? result : found
      else if (found !== 'no') result = found === 'yes' ? 'no' : 'maybe'
    }
    return result
  }
}

function placeMatcher(written: string): PlaceMatcher {
  const isHome = written === '~' || written.startsWith('~/')
  if (!isHome && !written.startsWith('/')) return relativeMatcher(globOf(written.replace(/^\.\//, '')))
  return (touch, ground) => {
    if (isHome && ground.home === undefined) return 'no'
    const glob = globOf(isHome ? escaped(ground.home ?? '') + written.slice(1) : written)
    const target = ground.resolved(glob.fixed)
    const globs = target === undefined ? [glob] : [glob, globOf(escaped(target) + glob.rest)]
    return strongest(globs, (each) => strongest(touch.paths, (path) => atPath(each, path, touch)))
  }
}

function relativeMatcher(glob: Glob): PlaceMatcher {
  const [first = ''] = glob.fixed.split('/')
  const atPlace = (path: string, touch: Touch, ground: Ground): Truth => {
    const inside = ground.relatives(path)
    if (inside.length > 0) return strongest(inside, (relative) => atPath(glob, relative, touch))
    if (!isKnown(path)) return ground.roots.some((root) => mayBeWithin(path, root)) ? 'maybe' : 'no'
    return touch.recursive && ground.roots.some((root) => isWithin(root, path)) ? atPath(glob, '', touch) : 'no'
  }
  return (touch, ground) => {
    const plain = strongest(touch.paths, (path) => atPlace(path, touch, ground))
    if (plain === 'yes' || first === '' || !ground.linkAt(first)) return plain
    const target = ground.resolved(`${ground.roots[0]}/${glob.fixed}`)
    if (target === undefined) return plain
    const linked = globOf(escaped(target) + glob.rest)
    const found = strongest(touch.paths, (path) => atPath(linked, path, touch))
    return found === 'no' ? plain : found
  }
}

function strongest<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let best: Truth = 'no'
  for (const item of items) {
    const found = test(item)
    if (found === 'yes') return 'yes'
    if (found === 'maybe') best = 'maybe'
  }
  return best
}

interface Glob {
  /** What every path it matches begins with: whole levels, without a slash at the end. */
  readonly fixed: string
  /** What follows that. */
  readonly rest: string
  /** A text that is in every path it matches. */
  readonly needle: string
  matches(path: string): boolean
  mayMatch(path: string): boolean
}

const globs = new Map<string, Glob>()
const MAX_KEPT = 10_000

/** A name matches itself and everything below it. */
function globOf(written: string): Glob {
  const known = globs.get(written)
  if (known !== undefined) return known
  const bare = written.replace(/\/+$/, '')
  const whole = bare.endsWith('**') ? bare : `${bare}/**`
  const special = whole.search(/[*?[{\\]/)
  const fixed = whole.slice(0, Math.max(whole.lastIndexOf('/', special), 0))
  const chunks = /[[{\\]/.test(whole) ? [] : whole.split(/[*?/]+/)
  let matches: ((path: string) => boolean) | undefined
  let mayMatch: ((path: string) => boolean) | undefined
  // Many rules name the same place and test the same path in a row, so the last result is cached.
  let last: { readonly path: string; readonly holds: boolean } | undefined
  const glob: Glob = {
    fixed,
    rest: whole.slice(fixed.length),
    needle: chunks.reduce((best, chunk) => (chunk.length > best.length ? chunk : best), ''),
    matches(path) {
      if (last?.path !== path) last = { path, holds: (matches ??= globMatcher(whole))(path) }
      return last.holds
    },
    mayMatch: (path) => (mayMatch ??= globMayMatch(whole))(path),
  }
  if (globs.size < MAX_KEPT) globs.set(written, glob)
  return glob
}

const escaped = (path: string): string => path.replace(/[*?[\]{},\\!]/g, String.raw`\$&`)

/** `path` is absolute, or relative, as the glob is. */
function atPath(glob: Glob, path: string, { op, recursive }: Touch): Truth {
  const isPlain = isKnown(path)
  if (isPlain && path.startsWith(glob.fixed) && path.includes(glob.needle) && glob.matches(path)) return 'yes'
  if (!isPlain && glob.mayMatch(path)) return 'maybe'
  if (!recursive) return 'no'
  const isAbove = isPlain && (path === '' || isWithin(glob.fixed, path))
  if (isPlain && !isAbove && !path.startsWith(glob.fixed)) return 'no'
  if (!glob.mayMatch(path === '' ? UNKNOWN : `${path}/${UNKNOWN}`)) return 'no'
  // An action on a whole directory affects what is in it. A copy into it may be something else.
  return isAbove && glob.fixed !== '' && op !== 'write' ? 'yes' : 'maybe'
}
