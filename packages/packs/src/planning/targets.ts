import { isKnown, UNKNOWN, type FileEffect, isWithin, mayBe, mayBeWithin } from '@holdpoint/shell'
import type { Files } from '@holdpoint/engine'
import { nameOf, parentOf } from './workspace.ts'

/** The files and directories that a call changes, with any tool or command. */

/** `unclear`: a path with a part that is unknown before the command runs may match. */
export type Touch = 'yes' | 'unclear' | 'no'

/** Everything that may be changed. An argument of an unknown program proves nothing. */
export const changes = (effects: readonly FileEffect[]): readonly FileEffect[] =>
  effects.filter(({ op, maybe }) => (op === 'write' || op === 'delete' || op === 'mode') && !maybe)

/** The names under which a file is changed: as given, where links lead, and the link itself at its real place. */
export function namesOf({ path, real }: FileEffect, files: Files): readonly string[] {
  const itself = isKnown(path) ? `${files.real(parentOf(path))}/${nameOf(path)}` : path
  return [...new Set([path, real, itself])]
}

/** Whether an effect changes this one file, alone or with the directory around it. */
export function touchesFile(effect: FileEffect, file: string, files: Files): Touch {
  const targets = [...new Set([file, files.real(file)])]
  const names = namesOf(effect, files)
  if (names.some((name) => isExact(name) && targets.some((target) => isMeant(effect, name, target)))) return 'yes'
  return names.some((name) => targets.some((target) => isPossible(effect, name, target))) ? 'unclear' : 'no'
}

/** `cp -r new/. plan/` and `tar -C plan` may include the file; a path with the same end may be it. */
function isPossible(effect: FileEffect, name: string, target: string): boolean {
  if (isExact(name)) return effect.op === 'write' && name === parentOf(target) && !makesDirectory(effect)
  return mayBe(name, target) && (isKnown(nameOf(name)) || knownPart(name) === parentOf(target))
}

/** The one way to write a directory that leaves everything in it as it is. */
export const makesDirectory = ({ op, run }: FileEffect): boolean => op === 'write' && run?.program === 'mkdir'

/** Whether an effect changes something in this directory. `known` are the files in it that one could mean. */
export function touchesDirectory(effect: FileEffect, directory: string, known: readonly string[], files: Files): Touch {
  const places = [...new Set([directory, files.real(directory)])]
  const names = namesOf(effect, files)
  const isHit = (name: string, place: string): boolean =>
    isExact(name)
      ? mayBeWithin(name, place) || (files.isDirectory(place) && isMeant(effect, name, place))
      : isWithin(knownPart(name), place)
  if (names.some((name) => places.some((place) => isHit(name, place)))) return 'yes'
  const couldBe = (name: string): boolean =>
    isUnclear(name) && places.some((place) => known.some((file) => mayBe(name, `${place}/${file}`)))
  return names.some(couldBe) ? 'unclear' : 'no'
}

/** Deleting or moving a directory includes everything in it. */
function isMeant({ op }: FileEffect, name: string, target: string): boolean {
  if (mayBe(name, target)) return true
  return op === 'delete' && ancestorsOf(target).some((ancestor) => mayBe(name, ancestor))
}

function ancestorsOf(path: string): readonly string[] {
  const parts = path.split('/')
  return parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join('/'))
}

/** A pattern counts like a name: it is matched against the names on disk. */
const isExact = (name: string): boolean => !name.includes(UNKNOWN)

/** Part of the path is unknown, but its end is known; a fully unknown path could be any file. */
const isUnclear = (name: string): boolean => name.includes(UNKNOWN) && isKnown(nameOf(name))

/** The directories before the first unknown part. */
function knownPart(name: string): string {
  const known = name.slice(0, name.indexOf(UNKNOWN))
  return known.slice(0, known.lastIndexOf('/'))
}
