import { isWithin } from '@holdpoint/shell'
import type { Services } from '@holdpoint/engine'

type ProgramServices = Pick<Services, 'files' | 'env'>

/** Where projects keep the programs they have installed for themselves. */
const LOCAL: readonly string[] = ['node_modules/.bin', '.venv/bin', 'venv/bin', 'vendor/bin']

/** The project's own copy of a program; undefined when there is none. */
export function findProgram(name: string, directory: string, root: string, world: ProgramServices): string | undefined {
  return localProgram(name, directory, root, world) ?? programOnPath(name, world)
}

/** Packages of a monorepo have their own programs, with those of the repository root as fallback. */
function localProgram(name: string, directory: string, root: string, { files }: ProgramServices): string | undefined {
  for (let at = directory; isWithin(at, root) && at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = LOCAL.map((folder) => `${at}/${folder}/${name}`).find((path) => isThere(path, files))
    if (found !== undefined) return found
  }
  return undefined
}

/** A relative entry would depend on the current directory. */
export function programOnPath(name: string, { files, env }: ProgramServices): string | undefined {
  const folders = (env('PATH') ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => `${folder}/${name}`).find((path) => isThere(path, files))
}

/** Package managers put links there. */
const isThere = (path: string, files: ProgramServices['files']): boolean =>
  files.stat(files.real(path))?.kind === 'file'

/** Text of a file at the top of a project; empty when there is none. */
export function rootText(root: string, name: string, files: ProgramServices['files']): string {
  try {
    return files.read(`${root}/${name}`) ?? ''
  } catch {
    return ''
  }
}
