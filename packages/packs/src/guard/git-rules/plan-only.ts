import {
  ANY,
  isKnown,
  ONE,
  type FileEffect,
  type GitEffect,
  gitArguments,
  isOn,
  wordsOf,
  absolutePath,
  isWithin,
} from '@holdpoint/shell'
import type { Services } from '@holdpoint/engine'
import { isSkippablePath } from '../../shared/source-files.ts'
import type { HistoryStep } from './repositories.ts'

/** Paths are relative to the top of the work tree. */
type Content = (path: string) => boolean

export const isPlan: Content = (path) => path === 'MASTER_PLAN.md'

const DOCUMENT = /\.(?:md|markdown|rst|adoc|asciidoc)$/i
const NAMED =
  /^(?:README|LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CONTRIBUTING|CHANGELOG|CODE_OF_CONDUCT|SECURITY)(?:\.txt)?$/i
const IN_DOCS = /^docs?\/(?:.*\/)?[^/]+\.(?:txt|png|jpe?g|gif|webp|svg|pdf)$/i

/** Files that no test depends on. Documents beside tests may be their data, and `requirements.txt` is no document. */
export const isDocumentation: Content = (path) =>
  isKnown(path.replaceAll(ANY, '').replaceAll(ONE, '')) &&
  // `:(exclude)a.md` names everything else.
  !/(?:^|\/):/.test(path) &&
  !isSkippablePath(path) &&
  (DOCUMENT.test(path) || NAMED.test(path) || IN_DOCS.test(path))

/** Limit of earlier calls to search for each commit; a commit of a plan needs far fewer. */
const MAX_BEFORE = 100

/** Commands that stage content which is unknown here. */
const STAGING = /^(?:am|apply|checkout|cherry-pick|merge|mv|pull|read-tree|reset|restore|revert|rm|stash|update-index)$/

export const isPlanOnly = (
  step: HistoryStep,
  written: readonly FileEffect[],
  services: Services,
): Promise<boolean | undefined> => holdsOnly(step, written, isPlan, services)

/**
 * Whether a commit holds nothing else: staged files, files that the command stages or `-a` includes. Undefined: git
 * gives no answer.
 */
export async function holdsOnly(
  { effect, repository: { root }, earlier }: HistoryStep,
  written: readonly FileEffect[],
  isSuch: Content,
  services: Services,
): Promise<boolean | undefined> {
  const given = gitArguments('commit', effect.args)
  const otherSource = given.options.some(({ name }) => name === 'pathspec-from-file')
  if (otherSource || isOn(given, 'amend', 'interactive', 'patch')) return false
  if (effect.run.env['GIT_INDEX_FILE'] !== undefined) return false
  const before = earlier()
  if (before.length > MAX_BEFORE || before.some(({ command }) => STAGING.test(command))) return false

  const isAllowed = (path: string): boolean => isWithin(path, root) && isSuch(path.slice(root.length + 1))
  const named = pathsOf(effect, wordsOf(given), services)
  const onlyNamed = named.length > 0 && !isOn(given, 'include')
  const adds = before.filter(({ command }) => command === 'add').map((add) => addedBy(add, services))
  const takesNew = !onlyNamed && adds.some(({ all }) => all)
  const takesTracked = !onlyNamed && (takesNew || isOn(given, 'all'))
  const paths = [...named, ...(onlyNamed ? [] : adds.flatMap((add) => add.paths))]
  const folders = paths.filter((path) => services.files.isDirectory(path))
  const files = paths.filter((path) => !folders.includes(path))
  if (onlyNamed && folders.length === 0) return files.every(isAllowed)

  const taken = await takenPaths(root, { takesTracked, takesNew, isPartial: onlyNamed, folders }, services)
  if (taken === undefined) return (await services.git.answers(root)) ? false : undefined
  // Files that the command itself writes earlier are not on disk yet.
  const isWrittenIn = ({ op, path }: FileEffect): boolean =>
    op !== 'read' &&
    op !== 'list' &&
    isWithin(path, root) &&
    (takesTracked || folders.some((folder) => isWithin(path, folder)))
  const all = [...files, ...taken, ...written.filter(isWrittenIn).map(({ path }) => path)]
  return all.length > 0 && all.every(isAllowed)
}

interface Taking {
  readonly takesTracked: boolean
  readonly takesNew: boolean
  /** The commit leaves the staged files out. */
  readonly isPartial: boolean
  /** Everything in these is taken, new files too. */
  readonly folders: readonly string[]
}

async function takenPaths(
  root: string,
  { takesTracked, takesNew, isPartial, folders }: Taking,
  { git, memo }: Services,
): Promise<readonly string[] | undefined> {
  const status = await memo(`git status ${root}`, () => git.status(root, { untracked: 'all' }))
  if (status === undefined) return undefined
  const isInFolder = (path: string): boolean => folders.some((folder) => isWithin(`${root}/${path}`, folder))
  const taken = status.changes.filter(
    ({ kind, staged, path }) =>
      isInFolder(path) || (!isPartial && (kind === 'untracked' ? takesNew : staged || takesTracked)),
  )
  // A file that may have changed may be included.
  const unsure = status.unsure.filter((path) => takesTracked || isInFolder(path))
  return [...taken.map(({ path }) => path), ...unsure].map((path) => `${root}/${path}`)
}

function addedBy(add: GitEffect, services: Services): { readonly all: boolean; readonly paths: readonly string[] } {
  const given = gitArguments('add', add.args)
  const paths = pathsOf(add, wordsOf(given), services)
  const directory = services.files.real(add.directory)
  const isWhole = (path: string): boolean => isWithin(directory, path)
  return { all: isOn(given, 'all', 'update') || paths.some(isWhole), paths: paths.filter((path) => !isWhole(path)) }
}

const pathsOf = ({ directory }: GitEffect, words: readonly string[], { files }: Services): readonly string[] =>
  words.map((word) => absolutePath(word, files.real(directory)))
