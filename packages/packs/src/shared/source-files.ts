import type { Files, GitState } from '@holdpoint/engine'

/** How the harness defines source and test files, and paths that its gates skip. */

const SOURCE = /\.(?:ts|tsx|js|jsx|py|rs|go|java|kt|swift|c|cpp|h|hpp|cs|rb|php|sh|bash|zsh)$/

export const isSourceFile = (path: string): boolean => SOURCE.test(path)

/** Source as the harness defines it, and code in languages that its documents do not name. */
const MORE_CODE =
  /\.(?:[cm]js|[cm]ts|vue|svelte|astro|exs?|erl|scala|sc|groovy|kts|clj[cs]?|fs|fsx|vb|cc|cxx|hh|m|mm|dart|lua|pl|pm|r|R|jl|hs|ml|mli|zig|nim|sql)$/
export const isCodeFile = (path: string): boolean => isSourceFile(path) || MORE_CODE.test(path)

/** Directories of third-party code, generated files and settings. */
const SKIPPED_DIRECTORIES: readonly string[] = [
  'node_modules',
  'vendor',
  'third_party',
  'dist',
  'build',
  '.next',
  'target',
  '__pycache__',
  '.git',
  '.claude',
]
/** Whether everything below a directory of that name is third-party or generated. */
export const isForeignDirectory = (name: string): boolean => SKIPPED_DIRECTORIES.includes(name)

const SKIPPED_NAME = /\.(?:config|min|generated)\.|[-.]lock(?:\.|$)/

/**
 * Config, test, vendor and generated files. The path is relative to the project, so that a project which itself is
 * below a folder called `build` is not skipped as a whole; and whole names count, so that `src/builder.ts` is not.
 */
export function isSkippablePath(relative: string): boolean {
  const { directories, name } = parts(relative)
  return (
    directories.some((directory) => SKIPPED_DIRECTORIES.includes(directory)) ||
    SKIPPED_NAME.test(name) ||
    isTestFile(relative)
  )
}

const TEST_DIRECTORIES: readonly string[] = ['test', 'tests', '__tests__']
const TEST_NAME = /\.(?:test|spec)\.|^test_.*\.py$|_test\.(?:py|go)$|^conftest\.py$/
const SPEC_NAME = /[._-](?:spec|test)\.[^.]+$/

/** Relative to the project, as above. */
export function isTestFile(relative: string): boolean {
  const { directories, name } = parts(relative)
  if (directories.some((directory) => TEST_DIRECTORIES.includes(directory))) return true
  if (TEST_NAME.test(name)) return true
  // A folder of specifications may hold anything; in one of tests the file names mark the tests.
  return directories.some((directory) => directory === 'spec' || directory === 'specs') && SPEC_NAME.test(name)
}

/** `path` without `root` in front; undefined when it is not below it. */
export function relativeTo(path: string, root: string): string | undefined {
  const prefix = root.endsWith('/') ? root : `${root}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/** `~/.claude` is the user's own configuration and no product; its linked work trees are the same repository. */
export function isMetaRepository({ main }: Pick<GitState, 'main'>, { env, files }: SourceServices): boolean {
  const home = env('HOME') ?? ''
  return home !== '' && main === files.real(`${home}/.claude`)
}

interface SourceServices {
  env(name: string): string | undefined
  readonly files: Pick<Files, 'real'>
}

function parts(relative: string): { readonly directories: readonly string[]; readonly name: string } {
  const segments = relative.split('/')
  return { directories: segments.slice(0, -1), name: segments.at(-1) ?? '' }
}
