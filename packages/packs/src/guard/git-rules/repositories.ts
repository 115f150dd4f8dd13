import {
  isKnown,
  UNKNOWN,
  type GitEffect,
  switchedTo,
  gitArguments,
  isOn,
  valueOf,
  wordsOf,
  absolutePath,
  isWithin,
} from '@holdpoint/shell'
import type { GitState, Services } from '@holdpoint/engine'
import { canGoTo } from './settings.ts'

/** One git call, and the repository as it will find it after the calls before it in the same command. */
export interface GitStep {
  readonly effect: GitEffect
  /** Undefined outside a repository. Its branch is UNKNOWN when an earlier call makes it so. */
  readonly repository: GitState | undefined
  /** Earlier calls in the same repository. */
  earlier(): readonly GitEffect[]
}

/** A step in a repository, such as a commit or merge. */
export interface HistoryStep extends GitStep {
  readonly repository: GitState
}

type RepositoryServices = Pick<Services, 'git' | 'files' | 'memo'>

/** Repositories that the calls so far have created and changed. */
interface Course {
  readonly known: Map<string, GitState>
  readonly calls: Map<string, GitEffect[]>
}

/** Follows the git calls of a command: `git checkout -b topic && git commit` commits on `topic`. */
export function gitSteps(effects: readonly GitEffect[], cwd: string, world: RepositoryServices): readonly GitStep[] {
  const course: Course = { known: new Map(), calls: new Map() }
  return effects.map((effect) => {
    // The directory is unknown: assume the agent's working directory.
    const directory = isKnown(effect.directory) ? effect.directory : cwd
    const repository = repositoryAt(directory, course.known, world)
    const calls = course.calls.get(repository?.root ?? '') ?? []
    const count = calls.push(effect)
    course.calls.set(repository?.root ?? '', calls)
    const step: GitStep = { effect, repository, earlier: () => calls.slice(0, count - 1) }
    const after = stateAfter(step, directory, world)
    if (after !== undefined) course.known.set(after.root, after)
    return step
  })
}

/** The repository around a directory as it is on disk. */
export const repositoryOnDisk = (
  directory: string,
  { git, memo }: Pick<Services, 'git' | 'memo'>,
): GitState | undefined => memo(`git state ${directory}`, () => git.state(directory))

/** The nearest repository that an earlier call created or changed, unless another one is nested between. */
function repositoryAt(
  directory: string,
  known: ReadonlyMap<string, GitState>,
  world: RepositoryServices,
): GitState | undefined {
  const onDisk = repositoryOnDisk(directory, world)
  if (known.size === 0) return onDisk
  const place = world.files.real(directory)
  let nearest = onDisk
  for (const state of known.values()) {
    const isNearer = state.root.length >= (nearest?.root.length ?? 0)
    if (isNearer && isWithin(place, state.root)) nearest = state
  }
  return nearest
}

/** The repository that a call creates or changes, as it is afterwards. */
function stateAfter(step: GitStep, directory: string, world: RepositoryServices): GitState | undefined {
  const { command, args } = step.effect
  if (command === 'init') return afterInit(args, directory, world)
  if (command === 'clone') return afterClone(args, directory, world)
  const { repository } = step
  if (repository === undefined) return undefined
  switch (command) {
    case 'worktree':
      return afterWorktree(args, directory, repository, world)
    case 'checkout':
    case 'switch':
      return afterSwitch(command, { ...step, repository }, directory, world)
    case 'branch':
      return renamed(args, repository)
    case 'symbolic-ref': {
      const [name, target] = wordsOf(gitArguments(command, args))
      if (name !== 'HEAD' || target === undefined) return undefined
      return { ...repository, branch: target.replace(/^refs\/heads\//, '') }
    }
    case 'commit':
      return { ...repository, unborn: false, merging: false }
    case 'merge': {
      const given = gitArguments(command, args)
      return { ...repository, merging: given.options.some(({ name, on }) => name === 'commit' && !on) }
    }
    default:
      return undefined
  }
}

/** Calls that may create branches which do not exist yet. */
const BRINGS_BRANCHES = /^(?:branch|bundle|fetch|pull|remote|update-ref)$/

/** A switch that git refuses changes nothing, and a command after `;` runs on the old branch. */
function afterSwitch(
  command: 'checkout' | 'switch',
  { effect: { args }, repository, earlier }: HistoryStep,
  directory: string,
  world: RepositoryServices,
): GitState | undefined {
  const exists = (word: string): boolean => world.files.stat(absolutePath(word, directory)) !== undefined
  const branch = switchedTo(command, args, exists)?.branch
  const given = gitArguments(command, args)
  if (isOn(given, 'detach')) return { ...repository, branch: undefined }
  if (branch === undefined) return undefined
  const mayBeNew = earlier().some((before) => BRINGS_BRANCHES.test(before.command))
  const after = { ...repository, branch }
  if (isOn(given, 'B', 'force-create', 'orphan') || mayBeNew) return after
  const creates = isOn(given, 'b', 'create', 't', 'track')
  return creates !== canGoTo(branch, repository, world) ? after : undefined
}

function renamed(args: readonly string[], repository: GitState): GitState | undefined {
  const given = gitArguments('branch', args)
  if (!isOn(given, 'move', 'M')) return undefined
  const [first, second] = wordsOf(given)
  if (second === undefined) return { ...repository, branch: first }
  return first === repository.branch ? { ...repository, branch: second } : undefined
}

const fresh = (root: string, branch: string | undefined): GitState => ({
  root,
  main: root,
  branch,
  unborn: false,
  merging: false,
})

function afterInit(
  args: readonly string[],
  directory: string,
  { git, files }: RepositoryServices,
): GitState | undefined {
  const given = gitArguments('init', args)
  const root = files.real(absolutePath(wordsOf(given)[0] ?? '.', directory))
  // In an existing repository it changes nothing.
  if (git.state(root)?.root === root) return undefined
  return { ...fresh(root, valueOf(given, 'initial-branch') ?? UNKNOWN), unborn: true }
}

function afterClone(args: readonly string[], directory: string, world: RepositoryServices): GitState | undefined {
  const given = gitArguments('clone', args)
  const [url = '', name = url.replace(/\/?(?:\.git)?\/*$/, '').replace(/^.*[/:]/, '')] = wordsOf(given)
  const root = name === '' ? undefined : freeDirectory(name, directory, world)
  return root === undefined ? undefined : fresh(root, valueOf(given, 'branch') ?? UNKNOWN)
}

/** Git creates nothing at a path that exists. */
function freeDirectory(path: string, directory: string, { files }: RepositoryServices): string | undefined {
  const root = files.real(absolutePath(path, directory))
  return files.list(root).length > 0 ? undefined : root
}

function afterWorktree(
  args: readonly string[],
  directory: string,
  repository: GitState,
  world: RepositoryServices,
): GitState | undefined {
  const given = gitArguments('worktree', args)
  const [sub, path, commit] = wordsOf(given)
  if (sub !== 'add' || path === undefined) return undefined
  const root = freeDirectory(path, directory, world)
  if (root === undefined) return undefined
  const named = valueOf(given, 'b') ?? valueOf(given, 'B') ?? commit ?? root.slice(root.lastIndexOf('/') + 1)
  return { ...fresh(root, isOn(given, 'detach') ? undefined : named), main: repository.main }
}
