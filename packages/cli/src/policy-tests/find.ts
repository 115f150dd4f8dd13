import { join, relative, resolve } from 'node:path'
import { UserError } from '@holdpoint/engine'
import { isDirectory, listNames, readText, statOf } from '@holdpoint/runtime/system'
import { checkTestFile, type TestFile } from './check-file.ts'

/** The paths of policy tests in a project. */

const AT_ROOT = /^holdpoint(?:\.[\w-]+)?\.test\.ya?ml$/
const FOLDER = '.holdpoint/tests'
const ENDING = /\.ya?ml$/
/** Limits above anything written by hand. */
const MAX_DEPTH = 8
const MAX_FILES = 1_000
const MAX_BYTES = 1 << 20

/** The named files, else all of the project; as paths from the working directory. */
export function testFiles(named: readonly string[], root: string, cwd: string): readonly string[] {
  const found = named.length > 0 ? named.flatMap((name) => filesAt(resolve(cwd, name), name)) : ownFiles(root)
  return [...new Set(found.map((path) => shortened(path, cwd)))]
}

/** Outside the working directory an absolute path is clearer. */
function shortened(path: string, cwd: string): string {
  const short = relative(cwd, path)
  return short.startsWith('../../..') ? path : short
}

function ownFiles(root: string): readonly string[] {
  const beside = listNames(root).filter((name) => AT_ROOT.test(name))
  return [...beside.map((name) => join(root, name)), ...filesBelow(join(root, FOLDER))]
}

function filesAt(path: string, name: string): readonly string[] {
  if (isDirectory(path)) {
    const found = [...new Set([...ownFiles(path), ...filesBelow(path).filter(isTest)])]
    if (found.length === 0) throw new UserError(`no policy tests in ${name}.`)
    return found
  }
  if (statOf(path) === undefined) throw new UserError(`${name} does not exist.`)
  return [path]
}

const isTest = (path: string): boolean => path.endsWith('.test.yml') || path.endsWith('.test.yaml')

function filesBelow(directory: string, depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return []
  return listNames(directory)
    .filter((name) => name !== 'node_modules' && name !== '.git')
    .flatMap((name) => {
      const path = join(directory, name)
      const kind = statOf(path)?.kind
      if (kind === 'directory') return filesBelow(path, depth + 1)
      return kind === 'file' && ENDING.test(name) ? [path] : []
    })
    .slice(0, MAX_FILES)
}

export function readTestFile(file: string, cwd: string): TestFile {
  const refused = (why: string): TestFile => ({
    file,
    tests: [],
    copy: [],
    problems: [{ file, message: `cannot be read: ${why}.` }],
  })
  const path = resolve(cwd, file)
  const stat = statOf(path)
  if (stat === undefined) return refused('it does not exist')
  if (stat.size > MAX_BYTES) return refused('it is larger than 1 MB')
  const text = readText(path, MAX_BYTES)
  return text === undefined ? refused('it is not a file') : checkTestFile(text, file)
}
