import { isKnown, UNKNOWN, type FileEffect, isWithin, mayBe } from '@holdpoint/shell'
import type { ToolAfter, ToolBefore, Files, GitState, Services } from '@holdpoint/engine'
import {
  isCodeFile,
  isMetaRepository,
  isSkippablePath,
  isSourceFile,
  isTestFile,
  relativeTo,
} from '../shared/source-files.ts'

/** One file that a tool call changes, and where it belongs. */
export interface Touched {
  /** Absolute, links resolved. */
  readonly path: string
  /** Relative to the project or work tree that holds it; a path that is neither in one nor the other stays whole. */
  readonly relative: string
  /** The work tree or project that holds it. */
  readonly tree: string | undefined
  readonly repository: GitState | undefined
  /** Whether it belongs to the project of the session, linked work trees included. */
  readonly isProject: boolean
  readonly effect: FileEffect
}

/** Source that the gates speak of: no tests, no configuration, nothing generated. */
export const isSource = ({ path, relative }: Touched): boolean => isSourceFile(path) && !isSkippablePath(relative)

/** Source and tests: whatever can turn a test red or green. */
export const isTested = ({ path, relative }: Touched): boolean =>
  isCodeFile(path) && (!isSkippablePath(relative) || isTestFile(relative))

type ToolEvent = ToolBefore | ToolAfter
type TouchServices = Pick<Services, 'files' | 'git' | 'effects' | 'env'>

/** Every file that a tool call writes or deletes, with any tool. Unknown paths are left out. */
export async function touchedFiles(event: ToolEvent, services: TouchServices): Promise<readonly Touched[]> {
  const { files } = await services.effects(event)
  const changes = files.filter(isChange)
  if (changes.length === 0) return []
  const repositoryAt = cachedLookup(services.git.state)
  const root = services.files.real(event.root)
  const project: Project = { root, main: repositoryAt(root)?.main, repositoryAt }
  const touched = new Map<string, Touched>()
  for (const effect of changes) {
    for (const path of await pathsOf(effect, event.kind === 'tool.after', services)) {
      if (!touched.has(path)) touched.set(path, locate(path, effect, project))
    }
  }
  return [...touched.values()]
}

/** An unknown program may only read its arguments, and a device is not a file of the project. */
export const isChange = ({ op, maybe, path }: FileEffect): boolean =>
  (op === 'write' || op === 'delete') && !maybe && !path.startsWith('/dev/')

/** The files that an effect changes. Deleting a directory includes its sources. */
async function pathsOf(effect: FileEffect, isOver: boolean, services: TouchServices): Promise<readonly string[]> {
  const { op, real, recursive } = effect
  const named = expanded(real, services.files)
  if (op !== 'delete') return named
  if (isOver) return recursive || !isKnown(real) ? [...named, ...(await deletedBelow(real, services))] : named
  return named.flatMap((path) =>
    services.files.stat(path)?.kind === 'directory' ? sourcesBelow(path, services.files) : [path],
  )
}

/** After the deletion only git knows which files were there. */
async function deletedBelow(path: string, { git }: TouchServices): Promise<readonly string[]> {
  const known = path.slice(0, path.search(/[\uFFFC\uE0F0\uE0F1]|$/))
  const repository = git.state(known.slice(0, known.lastIndexOf('/')) || '/')
  if (repository === undefined) return []
  const gone = (await git.output(repository.root, ['ls-files', '--deleted', '-z'])) ?? ''
  const paths = gone.split('\0').filter((name) => name !== '')
  return paths.map((name) => `${repository.root}/${name}`).filter((name) => isAtOrBelow(name, path))
}

/** Whether a file is at or below a path that may be a pattern. */
function isAtOrBelow(file: string, path: string): boolean {
  const levels = path.split('/').length
  return mayBe(path, file) || mayBe(path, file.split('/').slice(0, levels).join('/'))
}

const MAX_ENTRIES = 2_000

/** Limit of listed files: callers only need to know that there are some. */
function sourcesBelow(directory: string, files: Files): readonly string[] {
  const found: string[] = []
  const queue = [directory].filter((path) => !isSkipped(path))
  let visited = 0
  // The loop also visits entries that are appended during iteration.
  for (const at of queue) {
    for (const name of namesIn(at, files)) {
      if (++visited > MAX_ENTRIES) return found
      const path = `${at}/${name}`
      const kind = files.stat(path)?.kind
      if (kind === 'directory' && !isSkipped(path)) queue.push(path)
      else if (kind === 'file' && isSourceFile(name)) found.push(path)
    }
  }
  return found
}

const isSkipped = (directory: string): boolean =>
  isSkippablePath(`${directory.slice(directory.lastIndexOf('/') + 1)}/file`)

/** A directory that cannot be listed counts as empty. */
function namesIn(directory: string, files: Files): readonly string[] {
  try {
    return files.list(directory)
  } catch {
    return []
  }
}

interface Project {
  readonly root: string
  readonly main: string | undefined
  repositoryAt(directory: string): GitState | undefined
}

/** Cached by directory: many files share few directories. */
function cachedLookup<T>(look: (key: string) => T): (key: string) => T {
  const known = new Map<string, { readonly value: T }>()
  return (key) => {
    const found = known.get(key) ?? { value: look(key) }
    known.set(key, found)
    return found.value
  }
}

function locate(path: string, effect: FileEffect, project: Project): Touched {
  const known = path.split(UNKNOWN, 1)[0] ?? path
  const repository = project.repositoryAt(known.slice(0, known.lastIndexOf('/')) || '/')
  const isInside = isWithin(path, project.root)
  const trees = [...(repository === undefined ? [] : [repository.root]), ...(isInside ? [project.root] : [])]
  // A work tree below the project, or a project below the top of its repository: the nearer one counts.
  const tree = trees.toSorted((a, b) => b.length - a.length)[0]
  const relative = (tree === undefined ? undefined : relativeTo(path, tree)) ?? path
  const isProject = isInside || (repository !== undefined && repository.main === project.main)
  return { path, relative, tree, repository, isProject, effect }
}

export const isMeta = ({ repository }: Touched, world: TouchServices): boolean =>
  repository !== undefined && isMetaRepository(repository, world)

const MAX_FOUND = 500
const MAX_LOOKED_AT = 20_000

/** Files on disk that a pattern matches. A path with a variable keeps its unknown part. */
function expanded(path: string, files: Files): readonly string[] {
  if (isKnown(path)) return [path]
  if (path.includes(UNKNOWN)) return path.startsWith(UNKNOWN) ? [] : [path]
  let found: readonly string[] = ['']
  let left = MAX_LOOKED_AT
  for (const segment of path.split('/').slice(1)) {
    if (isKnown(segment)) {
      found = found.map((directory) => `${directory}/${segment}`)
      continue
    }
    const next: string[] = []
    for (const directory of found) {
      const names = namesIn(directory === '' ? '/' : directory, files).slice(0, left)
      left -= names.length
      next.push(...names.filter((name) => mayBe(`/${segment}`, `/${name}`)).map((name) => `${directory}/${name}`))
      if (left <= 0 || next.length >= MAX_FOUND) break
    }
    found = next.slice(0, MAX_FOUND)
  }
  return found
}
