import { constants, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { messageOf, sha256Hex } from '@holdpoint/engine'
import { isSettled, stampOf, type NamedFiles, type TrustedFile } from '../trust-files.ts'

/** The source files of a project's hooks: everything in one directory, except tests and packages. */

export const HOOKS_DIRECTORY = '.holdpoint/hooks'

export interface HookTree extends NamedFiles {
  /** A digest of all paths and contents. */
  readonly digest: string
  /** Files that are hooks, by name; paths as in `files`. */
  readonly hooks: Readonly<Record<string, string>>
}

const MAX_FILES = 400
const MAX_DEPTH = 8
const MAX_FILE_BYTES = 1 << 20
const MAX_BYTES = 8 << 20

const EMPTY: HookTree = { files: [], digest: '', hooks: {} }

interface Found {
  /** Relative to the hooks directory. */
  readonly path: string
  readonly stamp: string
  readonly isSettled: boolean
  readonly size: number
}

const known = new Map<string, { readonly stamp: string; readonly tree: HookTree }>()
const MAX_KNOWN = 50

/** Reads only the files that have changed since the last call. */
export function hookTree(root: string): HookTree {
  try {
    const found = walk(root)
    if (found.length === 0) return EMPTY
    const stamp = found.map(({ path, stamp: own }) => `${path} ${own}`).join('\n')
    const before = known.get(root)
    if (before?.stamp === stamp) return before.tree
    const tree = treeOf(found.map(({ path }) => [path, readBytes(root, path)]))
    if (known.size >= MAX_KNOWN) known.clear()
    if (found.every((file) => file.isSettled)) known.set(root, { stamp, tree })
    return tree
  } catch (error) {
    return { ...EMPTY, problem: messageOf(error) }
  }
}

/** The texts with their tree: what is built is what was hashed. */
export function readSources(root: string): { readonly tree: HookTree; readonly texts: ReadonlyMap<string, string> } {
  const bytes = walk(root).map(({ path }) => [path, readBytes(root, path)] as const)
  const texts = bytes.map(([path, content]) => [path, Buffer.from(content, 'latin1').toString('utf8')] as const)
  return { tree: treeOf(bytes), texts: new Map(texts) }
}

function treeOf(contents: readonly (readonly [path: string, bytes: string])[]): HookTree {
  const files = contents.map(([path, bytes]): TrustedFile => {
    return { path: `${HOOKS_DIRECTORY}/${path}`, digest: sha256Hex(bytes), bytes: bytes.length }
  })
  const digest = sha256Hex(JSON.stringify(files.map(({ path, digest: own }) => [path, own])))
  const hooks = hooksIn(contents.map(([path]) => path))
  const twice = hooks.find(([name], index) => hooks.findIndex(([other]) => other === name) !== index)
  return {
    files,
    digest,
    hooks: Object.fromEntries(hooks),
    ...(twice !== undefined && { problem: `two files in ${HOOKS_DIRECTORY} are the hook \`own/${twice[0]}\`` }),
  }
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/i
const ENDINGS = ['.ts', '.js', '.mjs']
/** The id of all rules together. */
const TAKEN = 'rules'

/** Files directly in the directory. Files that begin with `_` or are in subdirectories are only for import. */
const hooksIn = (paths: readonly string[]): readonly (readonly [name: string, path: string])[] =>
  paths.flatMap((path) => {
    const name = basename(path, extname(path))
    const isHook = !path.includes('/') && ENDINGS.includes(extname(path)) && NAME.test(name) && name !== TAKEN
    return isHook ? [[name, path] as const] : []
  })

const isLeftOut = (name: string): boolean => name.startsWith('.') || name === 'node_modules' || isTest(name)

export const isTest = (name: string): boolean => /\.(?:test|spec)\.[cm]?[jt]s$/.test(name)

/** Throws when an entry could be replaced without detection. */
function walk(root: string): readonly Found[] {
  for (const directory of ['.holdpoint', HOOKS_DIRECTORY]) {
    const stat = lstatSync(join(root, directory), { throwIfNoEntry: false })
    if (stat === undefined) return []
    if (stat.isSymbolicLink()) throw new Error(`${directory} is a link; hooks are read only from the project itself`)
    if (!stat.isDirectory()) return []
  }
  const found: Found[] = []
  let total = 0
  const visit = (folder: string, depth: number): void => {
    if (depth > MAX_DEPTH) throw new Error(`${HOOKS_DIRECTORY}/${folder} is nested too deeply`)
    for (const name of readdirSync(join(root, HOOKS_DIRECTORY, folder)).toSorted()) {
      if (isLeftOut(name)) continue
      const path = folder === '' ? name : `${folder}/${name}`
      const stat = lstatSync(join(root, HOOKS_DIRECTORY, path), { bigint: true })
      if (stat.isDirectory()) {
        visit(path, depth + 1)
        continue
      }
      if (!stat.isFile())
        throw new Error(`${HOOKS_DIRECTORY}/${path} is ${stat.isSymbolicLink() ? 'a link' : 'no file'}`)
      total += Number(stat.size)
      found.push({ path, stamp: stampOf(stat), isSettled: isSettled(stat), size: Number(stat.size) })
      if (found.length > MAX_FILES) throw new Error(`${HOOKS_DIRECTORY} holds more than ${MAX_FILES} files`)
      if (stat.size > MAX_FILE_BYTES) throw new Error(`${HOOKS_DIRECTORY}/${path} is larger than 1 MB`)
      if (total > MAX_BYTES) throw new Error(`${HOOKS_DIRECTORY} is larger than ${MAX_BYTES >> 20} MB`)
    }
  }
  visit('', 0)
  return found
}

// A file that has become a link or a pipe since the check is neither followed nor waited for.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** One character per byte. */
function readBytes(root: string, path: string): string {
  return readFileSync(join(root, HOOKS_DIRECTORY, path), { encoding: 'latin1', flag: FLAGS as unknown as string })
}
