import { type Budget, ANY, isKnown, ONE, UNKNOWN, type FileEffect, foldPath, mayBe } from '@holdpoint/shell'
import type { Files } from '@holdpoint/engine'
import { wordFor } from '../named-words.ts'
import type { Known, Places, Protection } from './places.ts'

export interface Touched extends Protection {
  readonly path: string
  /** It may be that file, or the program may only read it. */
  readonly doubtful: boolean
}

/** Whether the effect includes everything below a directory; for git that depends on the tracked files. */
export type Takes = 'all' | 'some'

/** The protected file that an effect changes, if any. Reading is always allowed. */
export function touchedBy(
  effect: FileEffect,
  takes: Takes,
  places: Places,
  files: Files,
  budget: Budget,
): Touched | undefined {
  // Reads are harmless, except `maybe` ones: arguments of an unknown program are reported as reads.
  if (!effect.maybe && (effect.op === 'read' || effect.op === 'list')) return undefined
  // Several words in one are more likely text than a path.
  if (effect.maybe && /\s/.test(wordFor(effect, budget)) && files.stat(effect.path) === undefined) return undefined
  // `find . -name '*.json' | xargs prettier`: which files an unknown program changes cannot be decided here.
  if (effect.maybe && effect.namedBy !== undefined && isGeneric(effect.path)) return undefined
  const isWhole = takes === 'all' && takesWhole(effect)
  for (const path of new Set([effect.path, effect.real])) {
    const small = foldPath(path)
    const found = isKnown(path)
      ? exactly(small, isWhole, effect, places, files)
      : possibly(small, isWhole, places, files, budget)
    if (found === undefined) continue
    return { ...found, path: found.path === small ? path : found.path, doubtful: found.doubtful || effect.maybe }
  }
  return undefined
}

function exactly(
  path: string,
  isWhole: boolean,
  effect: FileEffect,
  places: Places,
  files: Files,
): Touched | undefined {
  const found = places.at(path)
  if (found !== undefined) return { ...found, path, doubtful: false }
  if (places.isProgramDirectory(path) && (effect.op === 'delete' || removesAccess(effect.mode))) {
    return { why: 'program', note: '', path, doubtful: false }
  }
  return (isWhole ? below(path, places, files) : undefined) ?? broughtAlong(path, effect, places, files)
}

/** A directory copied over another includes its settings files. */
function broughtAlong(path: string, { op, from }: FileEffect, places: Places, files: Files): Touched | undefined {
  const sources = op === 'write' ? (from?.files ?? []).slice(0, MAX_SOURCES).filter(files.isDirectory) : []
  if (sources.length === 0) return undefined
  const inside = places.known.filter((place) => folded(place).startsWith(`${path}/`))
  const depth = path.split('/').length
  const found = inside.find((place) =>
    sources.some((source) => files.stat([source, ...place.path.split('/').slice(depth)].join('/')) !== undefined),
  )
  const protection = found && places.at(found.path)
  return found && protection && { ...protection, path: found.path, doubtful: false }
}

const MAX_SOURCES = 20

/** Removing or locking a directory affects everything in it; a directory moved in its place adds its own files. */
function takesWhole({ op, recursive, mode, path, from, run, maybe }: FileEffect): boolean {
  if (op === 'delete' || (maybe && isHidden(path))) return true
  if (op === 'mode') return recursive || removesAccess(mode) || OWNERS.test(run?.program ?? '')
  return (recursive || (from?.files.length ?? 0) > 0) && foldPath(path).endsWith('/.claude')
}

/** Besides chmod, other programs change the access to a directory. */
const OWNERS = /^(?:chown|chgrp|chattr|setfacl)$/

/** The owner loses access. `0` is `000`. */
const isClosed = (mode: string): boolean => /^[0-7]+$/.test(mode) && (Number.parseInt(mode, 8) & 0o100) === 0

const removesAccess = (mode: string | undefined): boolean =>
  mode !== undefined && (isClosed(mode) || /(^|,)[ugoa]*(-[rwst]*x|=[rwst]*(,|$))/.test(mode))

function below(path: string, places: Places, files: Files): Touched | undefined {
  // Removing and reinstalling packages is routine; while Holdpoint is missing, the installed hook command asks.
  if (path.endsWith('/node_modules')) return undefined
  const prefix = path === '/' ? '/' : `${path}/`
  const isOwnFolder = (place: Known): boolean => place.assumed && folderOf(folded(place)) === path && isHidden(path)
  const found = places.known.find(
    (place) =>
      folded(place).startsWith(prefix) &&
      !isSharedTemporary(folded(place)) &&
      (isOwnFolder(place) || files.stat(place.path) !== undefined),
  )
  const protection = found && places.at(found.path)
  return found && protection && { ...protection, path: found.path, doubtful: false }
}

/** Patterns and unknown parts are compared with the known protected paths. */
function possibly(path: string, isWhole: boolean, places: Places, files: Files, budget: Budget): Touched | undefined {
  const isUnknown = path.includes(UNKNOWN)
  const tried = new Map<string, boolean>()
  const start = path.slice(0, Math.max(0, path.search(MARKS)))
  budget.spend(places.known.length)
  const fits = (place: string): boolean => {
    const known = tried.get(place)
    if (known !== undefined) return known
    const result = place.startsWith(start) && budget.spend(path.length) && mayBe(path, place)
    tried.set(place, result)
    return result
  }
  // A pattern matches only on its own level.
  const level = isUnknown ? undefined : levelsOf(path)
  for (const known of places.known) {
    const { path: place, assumed } = known
    const reached = ancestors(known).find((each) => (level === undefined || level === levelsOf(each)) && fits(each))
    if (reached === undefined || (isUnknown && !isTelling(path, reached))) continue
    if (isSharedTemporary(reached) && !hasLetters(path)) continue
    const isItself = reached === folded(known)
    if (!isItself && (!isWhole || (isUnknown && !/\/\.[^/]*$/.test(reached)))) continue
    const isMeant = hasLetters(path) || (isHidden(folderOf(path)) && folderOf(path) === folderOf(reached))
    const isThere = (assumed && isMeant) || files.stat(place) !== undefined
    const protection = places.at(place)
    if (protection !== undefined && (isThere || (isUnknown && isItself && !isGeneric(path)))) {
      return { ...protection, path: place, doubtful: isUnknown }
    }
  }
  // The value of the unknown part may not matter: `$ANYWHERE/.claude/settings.json`.
  const found = isTelling(path, path) ? places.at(path.replaceAll(UNKNOWN, '/…')) : undefined
  return found && { ...found, path, doubtful: true }
}

const MARKS = new RegExp(`[${UNKNOWN}${ANY}${ONE}]`)

/**
 * `rm -rf /tmp/*` and `mv build/* /tmp/` name everything there, not Holdpoint. The daemon's socket may be removed too;
 * then one-shot processes answer until a new daemon has started.
 */
const isSharedTemporary = (path: string): boolean => /^(?:\/private)?\/tmp\/[^/]+$/.test(path)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
const isHidden = (path: string): boolean => /\/\.[^/]+$/.test(path)

/** A name such as `*.json` matches many files; it means a protected one only where that file exists. */
const isGeneric = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).includes(ANY)

/** Enough of it is known to mean something: its name, or the directory it is in. */
function isTelling(path: string, place: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!name.includes(UNKNOWN)) return true
  const directory = place.slice(0, place.lastIndexOf('/') + 1)
  return /\/\.[^/]+\/$/.test(directory) && path.startsWith(directory)
}

function levelsOf(path: string): number {
  let count = 0
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count++
  return count
}
const hasLetters = (path: string): boolean => /[a-z]/i.test(path.slice(path.lastIndexOf('/') + 1))

/** The path itself and every directory above it but the root. Cached: a command may ask a thousand times. */
function ancestors(known: Known): readonly string[] {
  const old = chains.get(known)
  if (old !== undefined) return old
  const parts = foldPath(known.path).split('/')
  const made = parts.slice(2).map((_, index) => parts.slice(0, parts.length - index).join('/'))
  chains.set(known, made)
  return made
}

const folded = (known: Known): string => ancestors(known)[0] ?? known.path

const chains = new WeakMap<Known, readonly string[]>()
