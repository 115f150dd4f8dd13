import { isKnown, UNKNOWN } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { State } from './state.ts'
import { putFile } from './written-files.ts'
import { unknown, type Value } from '../words/value.ts'
import type { ShellWorld } from './world.ts'

/** What a name runs when this command has created a program of that name, or has changed the search path. */
export interface Identity {
  /** The program it really is: `/bin/rm`, copied or linked to `./tool`. */
  readonly path?: string
  /** The file that runs, whatever its name says. */
  readonly file?: string
}

/** Where programs are what their names say. */
const SYSTEM_PROGRAM = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/

export function identityOf(name: string, env: ReadonlyMap<string, Value>, state: State, world: ShellWorld): Identity {
  if (!isKnown(name)) return {}
  const file = name.includes('/') ? absolutePath(name, state.cwd) : foundFirst(name, env, state, world)
  if (file === undefined || SYSTEM_PROGRAM.test(file)) return {}
  const real = linkedTo(file, state) ?? file
  const written = writtenTo(real, state)
  const copied =
    written && !isKnown(written.text) ? written.from.files.find((path) => SYSTEM_PROGRAM.test(path)) : undefined
  const path = copied ?? (written === undefined ? systemProgram(real, world) : undefined)
  if (path !== undefined) return { path }
  return written === undefined && name.includes('/') ? {} : { file: real }
}

/** Links that this command makes, and links to those. */
function linkedTo(file: string, { links }: State): string | undefined {
  let target = links.get(file)
  for (let steps = 0; target !== undefined && steps < MAX_LINKS; steps++) {
    const next = links.get(target)
    if (next === undefined) return target
    target = next
  }
  return target
}

const MAX_LINKS = 16

/** A link that is on disk already may lead to a program under another name. */
function systemProgram(file: string, world: ShellWorld): string | undefined {
  if (SYSTEM_PROGRAM.test(file)) return file
  const real = world.real(file)
  return real !== file && SYSTEM_PROGRAM.test(real) ? real : undefined
}

/** What this command has written there, by name or with a whole archive. */
function writtenTo(file: string, state: State): Value | undefined {
  const { files } = state
  const own = files.get(file)
  if (own !== undefined || files.size === 0) return own
  for (let at = file.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : file.lastIndexOf('/', at - 1)) {
    const unpacked = files.get(`${file.slice(0, at)}/${UNKNOWN}`)
    if (unpacked?.from.network !== true) continue
    // A package from the network is a published program, and no text that was sent to be run.
    const content = unknown({ ...unpacked.from, network: false, unknown: true })
    putFile(state, file, content)
    return content
  }
  return undefined
}

/** A program in a directory which this command puts in front of the others. */
function foundFirst(
  name: string,
  env: ReadonlyMap<string, Value>,
  state: State,
  world: ShellWorld,
): string | undefined {
  const path = env.get('PATH')?.text ?? state.variables.get('PATH')?.values[0]?.text
  if (path === undefined) return undefined
  for (const directory of path.split(':').slice(0, MAX_DIRECTORIES)) {
    if (!isKnown(directory)) return undefined
    const file = absolutePath(`${directory === '' ? '.' : directory}/${name}`, state.cwd)
    if (SYSTEM_PROGRAM.test(file)) return undefined
    if (state.links.has(file) || writtenTo(file, state) !== undefined) return file
    if (systemProgram(file, world) !== undefined) return file
    if (!INSTALLED.test(file) && world.read(file) !== undefined) return file
  }
  return undefined
}

const MAX_DIRECTORIES = 16

/** Where package managers put programs. */
const INSTALLED = /\/(?:node_modules\/\.bin|\.?v?env\/bin)\/[^/]+$/
