import type { AgentEvent, GitState, Services } from '@holdpoint/engine'
import { type Effects, gitArguments, isOn, type GitArguments } from '@holdpoint/shell'
import { isMetaRepository } from '../../shared/source-files.ts'
import { holdsOnly, isDocumentation, isPlan } from './plan-only.ts'
import { gitSteps, repositoryOnDisk, type GitStep, type HistoryStep } from './repositories.ts'

/** `commit-tree` creates a commit directly. */
const MAKES_HISTORY = ['commit', 'commit-tree', 'merge']

/** Every commit and merge that a command creates; dry runs, and ending or undoing a merge, create none. */
export function historySteps({ git }: Effects, event: AgentEvent, services: Services): readonly HistoryStep[] {
  if (!git.some(({ command }) => MAKES_HISTORY.includes(command))) return []
  return gitSteps(git, event.cwd, services).filter(isInRepository).filter(makesHistory)
}

const isInRepository = (step: GitStep): step is HistoryStep => step.repository !== undefined

function makesHistory({ effect: { command, args } }: GitStep): boolean {
  const given = gitArguments(command, args)
  if (given.help) return false
  if (command === 'merge') return !isOn(given, 'abort', 'quit', 'continue')
  return command === 'commit-tree' || (command === 'commit' && !onlyShows(given))
}

/** The forms of the status option override each other, also when negated. */
function onlyShows(given: GitArguments): boolean {
  const form = given.options.findLast(({ name }) => ['short', 'porcelain', 'long'].includes(name))
  return isOn(given, 'dry-run') || form?.on === true
}

/** An orphan branch in a repository with history is not its first commit. Undefined: git gives no answer. */
export async function isFirstCommit({ unborn, root }: GitState, { git, memo }: Services): Promise<boolean | undefined> {
  if (!unborn) return false
  // The same command creates the repository.
  if (git.state(root)?.root !== root) return true
  const commits = await memo(`git commits ${root}`, () => git.output(root, ['rev-list', '--all', '--max-count=1']))
  if (commits === undefined) return (await git.answers(root)) ? true : undefined
  return commits.trim() === ''
}

/**
 * Whether a commit or merge needs evidence. Plan changes, the first commit and an open merge never need it.
 * Undefined: unknown, because git gives no answer.
 */
export async function needsEvidence(
  step: HistoryStep,
  effects: Effects,
  services: Services,
  planExempt: boolean,
  docsExempt = false,
): Promise<boolean | undefined> {
  const { repository, effect } = step
  if (isMetaRepository(repository, services)) return false
  if (effect.command !== 'commit') return true
  if (repository.merging) return false
  const isFirst = await isFirstCommit(repository, services)
  if (isFirst !== false) return isFirst === undefined ? undefined : false
  if (!planExempt && !docsExempt) return true
  const isExempt = (path: string): boolean => (isPlan(path) ? planExempt : docsExempt && isDocumentation(path))
  const holdsNothingElse = await holdsOnly(step, effects.files, isExempt, services)
  return holdsNothingElse === undefined ? undefined : !holdsNothingElse
}

/** Whose `.claude` counts: the session's own when the commit is in its repository, else that of the other one. */
export const evidenceRoot = ({ repository }: HistoryStep, event: AgentEvent, services: Services): string =>
  repositoryOnDisk(event.root, services)?.main === repository.main ? event.root : repository.root
