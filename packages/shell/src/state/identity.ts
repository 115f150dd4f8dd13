import { isKnown } from '../effects.ts'
import { absolutePath } from '../paths.ts'
import type { State } from './state.ts'
import { writtenTo } from './written-files.ts'
import type { Value } from '../words/value.ts'
import type { ShellWorld } from './world.ts'

/** What a name runs when this command has created a program of that name, or has changed the search path. */
export interface Identity {
  /** The program it really is: `/bin/rm`, copied or linked to `./tool`. */
  readonly path?: string
  /** The file that runs, whatever its name says. */
  readonly file?: string
  /** The file was put in the place of a program that is looked up by its name. */
  readonly shadows?: boolean
}

/** Where programs are what their names say. */
const SYSTEM_PROGRAM = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$/

export function identityOf(name: string, env: ReadonlyMap<string, Value>, state: State, world: ShellWorld): Identity {
  if (!isKnown(name)) return {}
  const isPath = name.includes('/')
  const file = isPath ? absolutePath(name, state.cwd) : foundFirst(name, env, state, world)
  if (file === undefined || (SYSTEM_PROGRAM.test(file) && !state.files.has(file))) return {}
  const real = linkedTo(file, state) ?? file
  const written = writtenTo(real, state)
  const path = written === undefined ? systemProgram(real, world) : copiedFrom(written, world)
  if (path !== undefined) return { path: calledAs(file, path) }
  if (written === undefined && isPath && world.originOf?.(real) === undefined) return {}
  return { file: real, ...(written !== undefined && !isPath && { shadows: true }) }
}

/** Programs that are many: the name they are called by says which. */
const MANY_IN_ONE = /\/(?:busybox|toybox|coreutils|sbase-box|uutils)$/

const calledAs = (file: string, path: string): string =>
  MANY_IN_ONE.test(path) && APPLET.test(file) ? file.slice(file.lastIndexOf('/') + 1) : path

/** The ones that matter; under any other name, the first argument says what it does. */
const APPLET =
  /\/(?:\[|awk|ash|base32|base64|bash|cat|chgrp|chmod|chown|cp|dd|ed|env|find|ftpget|ftpput|hush|install|kill|killall|link|ln|mkfs\.\w+|mv|nc|nice|nohup|patch|pkill|poweroff|reboot|halt|rm|rmdir|sed|sh|shred|split|su|tar|tee|tftp|timeout|touch|truncate|unlink|vi|wget|xargs)$/

/** The system's program whose content was copied, as far as that is known. */
function copiedFrom({ text, from }: Value, world: ShellWorld): string | undefined {
  if (isKnown(text)) return undefined
  for (const path of from.files) {
    const program = systemProgram(path, world)
    if (program !== undefined) return program
  }
  return undefined
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

/** A link or a copy that is on disk already may be a program under another name. */
function systemProgram(file: string, world: ShellWorld): string | undefined {
  if (SYSTEM_PROGRAM.test(file)) return file
  const real = world.real(file)
  return real !== file && SYSTEM_PROGRAM.test(real) ? real : world.copyOf?.(real)
}

/** A program in a directory which this command puts in front of the others, or that it puts where programs are. */
function foundFirst(
  name: string,
  env: ReadonlyMap<string, Value>,
  state: State,
  world: ShellWorld,
): string | undefined {
  const path = env.get('PATH')?.text ?? state.variables.get('PATH')?.values[0]?.text
  for (const directory of path?.split(':').slice(0, MAX_DIRECTORIES) ?? []) {
    if (!isKnown(directory)) break
    const file = absolutePath(`${directory === '' ? '.' : directory}/${name}`, state.cwd)
    if (SYSTEM_PROGRAM.test(file)) break
    if (state.links.has(file) || writtenTo(file, state) !== undefined) return file
    if (systemProgram(file, world) !== undefined) return file
    if (!INSTALLED.test(file) && world.read(file) !== undefined) return file
  }
  const put = state.named.get(name)
  if (put !== undefined && state.files.has(put) && isSearched(put, world)) return put
  return (world.env('PATH') ?? '')
    .split(':', MAX_DIRECTORIES)
    .map((directory) => `${directory}/${name}`)
    .find((file) => file.startsWith('/') && !SYSTEM_PROGRAM.test(file) && isPutThere(file, world))
}

/** By an earlier call, or by any program under another name. */
const isPutThere = (file: string, world: ShellWorld): boolean =>
  world.originOf?.(file) === 'foreign' || world.copyOf?.(file) !== undefined

const MAX_DIRECTORIES = 16

/** A directory that the shell looks for programs in: by its name, or by the environment of the command. */
function isSearched(file: string, world: ShellWorld): boolean {
  const directory = file.slice(0, file.lastIndexOf('/'))
  return /\/(?:s?|\.)bin$/.test(directory) || (world.env('PATH') ?? '').split(':').includes(directory)
}

/** Where package managers put programs. */
const INSTALLED = /\/(?:node_modules\/\.bin|\.?v?env\/bin)\/[^/]+$/
