import type { FileEffect, GitEffect } from '../../../core/effects.ts'
import { gitArguments } from '../../../core/git-grammar.ts'
import { isOn, wordsOf } from '../../../core/git-options.ts'
import { absolutePath, isWithin } from '../../../core/paths.ts'
import type { Services } from '../../../core/services.ts'
import type { HistoryStep } from './repositories.ts'

const PLAN = 'MASTER_PLAN.md'

/** Nobody needs that many calls to commit a plan, and looking through them for every commit would take too long. */
const MAX_BEFORE = 100

/** Commands that put into the index what cannot be told from here. */
const STAGING = /^(?:am|apply|checkout|cherry-pick|merge|mv|pull|read-tree|reset|restore|revert|rm|stash|update-index)$/

/**
 * Whether a commit holds the plan and nothing else: what is staged, what the same command stages, what `-a` takes.
 * Undefined: git gives no answer.
 */
export async function isPlanOnly(
  { effect, repository: { root }, earlier }: HistoryStep,
  written: readonly FileEffect[],
  services: Services,
): Promise<boolean | undefined> {
  const given = gitArguments('commit', effect.args)
  const otherSource = given.options.some(({ name }) => name === 'pathspec-from-file')
  if (otherSource || isOn(given, 'amend', 'interactive', 'patch')) return false
  if (effect.run.env['GIT_INDEX_FILE'] !== undefined) return false
  const before = earlier()
  if (before.length > MAX_BEFORE || before.some(({ command }) => STAGING.test(command))) return false

  const isPlan = (path: string): boolean => path === `${root}/${PLAN}`
  const named = pathsOf(effect, wordsOf(given), services)
  const onlyNamed = named.length > 0 && !isOn(given, 'include')
  if (onlyNamed) return named.every(isPlan)

  const adds = before.filter(({ command }) => command === 'add').map((add) => addedBy(add, services))
  const takesNew = adds.some(({ all }) => all)
  const takesTracked = takesNew || isOn(given, 'all')
  const staged = await stagedPaths(root, takesTracked, takesNew, services)
  if (staged === undefined) return (await services.git.answers(root)) ? false : undefined
  // What the command itself writes before is not on disk yet.
  const changed = takesTracked ? written.filter(({ op, path }) => op !== 'read' && isWithin(path, root)) : []
  const all = [...named, ...adds.flatMap(({ paths }) => paths), ...staged, ...changed.map(({ path }) => path)]
  return all.length > 0 && all.every(isPlan)
}

async function stagedPaths(
  root: string,
  takesTracked: boolean,
  takesNew: boolean,
  { git, memo }: Services,
): Promise<readonly string[] | undefined> {
  const status = await memo(`git status ${root}`, () => git.status(root, { untracked: 'all' }))
  if (status === undefined) return undefined
  const taken = status.changes.filter(({ kind, staged }) => (kind === 'untracked' ? takesNew : staged || takesTracked))
  // A file that may have changed may be taken along.
  const paths = [...taken.map(({ path }) => path), ...(takesTracked ? status.unsure : [])]
  return paths.map((path) => `${root}/${path}`)
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
