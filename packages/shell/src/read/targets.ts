import { UNKNOWN, type Origin } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { CommandCall } from './reader.ts'
import { origins } from '../words/value.ts'

/** A file that a word means. */
export interface Target {
  readonly path: string
  /** Where its name came from, when it is not written in the command. */
  readonly namedBy?: Origin
}

/**
 * The files that words of a call mean. A completely unknown word means any of the places whose names the listing it
 * came from prints; a partly known word means what the known part says.
 */
export function targetsIn({ argv, stdin }: CommandCall): (text: string, cwd: string) => readonly Target[] {
  let known: { readonly each: ReadonlyMap<string, Origin>; readonly all: Origin } | undefined
  const originOf = (text: string): Origin => {
    if (known === undefined) {
      const open = argv.filter((arg) => arg.text.includes(UNKNOWN))
      // Code that is given no names takes them from its input.
      const all = open.length > 0 ? origins(open.map(({ from }) => from)) : stdin.from
      known = { each: new Map(open.map((arg) => [arg.text, arg.from])), all }
    }
    return known.each.get(text) ?? known.all
  }
  return (text, cwd) => {
    if (!text.includes(UNKNOWN)) return [{ path: absolutePath(text, cwd) }]
    const namedBy = originOf(text)
    if (!text.startsWith(UNKNOWN) || namedBy.lists.length === 0) return [{ path: absolutePath(text, cwd), namedBy }]
    const rest = text.slice(UNKNOWN.length)
    const paths = namedBy.lists.map((place) => absolutePath(rest === '' ? place : beside(place, rest), cwd))
    return [...new Set(paths)].map((path) => ({ path, namedBy }))
  }
}

/** `${f%.js}.ts`, `$(dirname "$f")/x`: somewhere around what was listed, with a known end. */
const beside = (place: string, end: string): string =>
  place.startsWith(UNKNOWN) ? UNKNOWN + end : `${place.slice(0, place.lastIndexOf('/') + 1)}${UNKNOWN}${end}`
