import { askGit, readWorkTree, type WorkTree } from './git-status.ts'
import { decisionIds } from './master-plan.ts'
import type { Services } from '@holdpoint/engine'
import { isSkippablePath, isSourceFile } from './source-files.ts'

/** Decisions as the code states them: `@decision DEC-AUTH-001`, `// DECISION: …`, `# DECISION(DEC-AUTH-001): …`. */

export interface Annotation {
  /** Relative to the searched directory. */
  readonly path: string
  readonly line: number
  /** Empty when it names none. */
  readonly ids: readonly string[]
  /** Deprecated or superseded, as the lines below it say. */
  readonly retired: boolean
}

const MARK = /@decision\b|(?:#|\/\/) *DECISION[:(]/
const RETIRED = /status\b.*\b(?:deprecated|superseded)\b/i
const RATIONALE = /@rationale\b|\brationale:/i
/** The same as a git regex, where `\b` is not supported. */
const MARKS = '@decision|(#|//) *DECISION[:(]|[Ss]tatus.*([Dd]eprecated|[Ss]uperseded)'

/** An annotation is a comment of a few lines. */
const REACH = 15

interface CodeLine {
  readonly path: string
  readonly line: number
  readonly text: string
}

export const hasAnnotation = (text: string): boolean => MARK.test(text)
export const hasRationale = (text: string): boolean => RATIONALE.test(text)

export const annotationsIn = (path: string, text: string): readonly Annotation[] =>
  annotationsOf(text.split('\n').map((line, index) => ({ path, line: index + 1, text: line })))

/** Lines in the order of each file; those between may be missing. */
function annotationsOf(lines: readonly CodeLine[]): readonly Annotation[] {
  const found: { path: string; line: number; ids: readonly string[]; retired: boolean }[] = []
  for (const { path, line, text } of lines) {
    const last = found.at(-1)
    if (MARK.test(text)) found.push({ path, line, ids: decisionIds(text), retired: RETIRED.test(text) })
    else if (last?.path === path && line - last.line <= REACH && RETIRED.test(text)) last.retired = true
  }
  return found
}

export type PlanServices = Pick<Services, 'git' | 'files' | 'memo' | 'state'>

/** Every annotation in the source of a directory. Uses git grep where possible: it is fast and honours .gitignore. */
export async function readAnnotations(root: string, world: PlanServices): Promise<readonly Annotation[]> {
  const tree = await readWorkTree(root, world)
  if (tree === undefined || !tree.isRead) {
    return sourceFiles(root, world.files).flatMap((path) =>
      annotationsIn(path, readSource(`${root}/${path}`, world.files)),
    )
  }
  const key = contentKey(root, tree, world.files)
  const kept = key === undefined ? undefined : keptIn(world.state.project, key)
  if (kept !== undefined) return kept
  // Git grep also fails when nothing matches.
  const text = (await askGit(world.git, root, GREP)) ?? ''
  const found = annotationsOf(parseGrep(text).filter(({ path }) => isOwnSource(path)))
  if (key !== undefined) saveCache(world.state.project, { key, annotations: found })
  return found
}

const GREP = 'grep --untracked -n -I -z --no-color --no-recurse-submodules -E -e'.split(' ').concat(MARKS, '--', '.')

/** Cache key: equal while no file has changed. Undefined when that is unknown, as inside a new directory. */
function contentKey(
  root: string,
  { head, changes, unsure, root: top }: WorkTree,
  files: Services['files'],
): string | undefined {
  if (changes.some(({ path }) => path.endsWith('/'))) return undefined
  const parts = [...changes.map(({ path }) => path), ...unsure].map((path) => {
    const stat = files.stat(`${top}/${path}`)
    return `${path} ${stat?.size} ${stat?.modifiedAt.getTime()}`
  })
  return [root, head, ...parts].join('\n')
}

interface Kept {
  readonly key: string
  readonly annotations: readonly Annotation[]
}

const FILE = 'plan-annotations'

function keptIn(area: Services['state']['project'], key: string): readonly Annotation[] | undefined {
  try {
    const kept = area.get<Partial<Kept>>(FILE)
    return kept?.key === key && Array.isArray(kept.annotations) ? kept.annotations : undefined
  } catch {
    return undefined
  }
}

/** If the cache cannot be written, the next call searches again. */
function saveCache(area: Services['state']['project'], kept: Kept): void {
  try {
    area.update<Kept>(FILE, () => kept)
  } catch {
    // See above.
  }
}

export const isOwnSource = (relative: string): boolean => isSourceFile(relative) && !isSkippablePath(relative)

/** `path \0 line \0 text`, one per line; malformed lines were truncated. */
export function parseGrep(text: string): readonly CodeLine[] {
  return text.split('\n').flatMap((record) => {
    const [path = '', line = '', ...rest] = record.split('\0')
    return rest.length === 0 || !/^\d{1,9}$/.test(line) ? [] : [{ path, line: Number(line), text: rest.join('\0') }]
  })
}

const MAX_FILES = 2_000
const MAX_DIRECTORIES = 5_000
const MAX_BYTES = 512 << 10

/** Without git: a bounded walk that skips third-party code. */
function sourceFiles(root: string, files: Services['files']): readonly string[] {
  const found: string[] = []
  const directories = ['']
  for (const directory of directories) {
    for (const name of safeList(`${root}/${directory}`, files)) {
      if (found.length >= MAX_FILES) return found
      const path = `${directory}${name}`
      if (isOwnSource(path)) found.push(path)
      else if (directories.length < MAX_DIRECTORIES && mayHoldSource(path, root, files)) directories.push(`${path}/`)
    }
  }
  return found
}

const mayHoldSource = (path: string, root: string, files: Services['files']): boolean =>
  !/(?:^|\/)\.[^/]*$/.test(path) && !isSkippablePath(`${path}/x`) && files.stat(`${root}/${path}`)?.kind === 'directory'

function safeList(directory: string, files: Services['files']): readonly string[] {
  try {
    return files.list(directory)
  } catch {
    return []
  }
}

/** A file may be deleted, or be unreadable, after it was listed. */
export function readSource(path: string, files: Services['files']): string {
  try {
    return files.read(path, { maxBytes: MAX_BYTES }) ?? ''
  } catch {
    return ''
  }
}
