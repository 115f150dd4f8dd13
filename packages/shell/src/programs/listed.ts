import { isKnown, UNKNOWN } from '../effects.ts'
import type { Context } from '../read/context.ts'
import type { Value } from '../words/value.ts'

const MAX_LISTED = 200

/** Reads the files that a list names, one on a line, from the directory they are in. An unknown list may name any file. */
export const readListed = (context: Context, { text }: Value, directory?: string): readonly Value[] =>
  (isKnown(text) ? text.split(/[\n\0]/).filter((line) => line !== '') : [UNKNOWN])
    .slice(0, MAX_LISTED)
    .map((path) => context.read(within(directory, path)))

/** The name of a file that a program looks for in a directory. */
export const within = (directory: string | undefined, path: string): string =>
  directory === undefined || path.startsWith('/') ? path : `${directory}/${path}`
