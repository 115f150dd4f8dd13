import { isKnown, type Origin } from '../../effects.ts'
import type { Context } from '../../read/context.ts'
import { asOwnCode } from '../own-code.ts'
import { isFile } from '../modules.ts'
import { contentsOf, scriptContent } from '../scripts.ts'

/**
 * A file of the project that says what a program runs: `package.json`, a Makefile. Unknown parts of it are the
 * project's own, unless the file itself came from outside. `task`: the part of it that runs. False when there is no
 * such file.
 */
export function runProjectFile(
  context: Context,
  path: string,
  run: (at: Context, text: string) => void,
  task = '',
): boolean {
  const { state, reader, call } = context
  if (!isKnown(path) || !isFile(context, path)) return false
  if (call.place.depth > MAX_DEPTH || !reader.step(FILE_WORK)) return true
  const isFetched = !state.files.has(path) && reader.world.originOf?.(path) === 'foreign'
  for (const content of contentsOf(context, scriptContent(context, path))) {
    const { text, from } = content
    if (!isKnown(text)) {
      if (isForeign(from)) context.code(context.name, from)
    } else if (isNew(context, `${path} ${task}`, text)) {
      if (isFetched || isForeign(from)) run(context, text)
      else asOwnCode(context, (own) => run(own, text))
    }
  }
  return true
}

/** The same task of the same text is read once: scripts that call each other would be read over and over. */
function isNew({ state }: Context, task: string, text: string): boolean {
  const isKnownTask = state.tasks.get(task) === text
  state.tasks.set(task, text)
  return !isKnownTask
}

/** Edited by a program that reads the project is not from outside. */
const isForeign = ({ network, decoded, unknown, files }: Origin): boolean =>
  network || decoded || (unknown && files.length === 0)

/** `npm test` that runs `make` that runs a script. */
const MAX_DEPTH = 6
const FILE_WORK = 50

/** The first of several files that is there, in a directory or in one above it. */
export function nearest(context: Context, names: readonly string[], directory: string): string | undefined {
  if (!isKnown(directory)) return undefined
  let at = directory
  for (let level = 0; level < MAX_LEVELS; level++) {
    const found = names.map((name) => `${at === '/' ? '' : at}/${name}`).find((path) => isFile(context, path))
    if (found !== undefined || at === '/' || at === '') return found
    at = at.slice(0, at.lastIndexOf('/')) || '/'
  }
  return undefined
}

const MAX_LEVELS = 8

export const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
