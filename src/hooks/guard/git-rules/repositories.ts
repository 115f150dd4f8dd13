import { isKnown, UNKNOWN, type GitEffect } from '../../../core/effects.ts'
import { switchedTo } from '../../../core/git-calls.ts'
import { gitArguments } from '../../../core/git-grammar.ts'
import { isOn, valueOf, wordsOf } from '../../../core/git-options.ts'
import { absolutePath, isWithin } from '../../../core/paths.ts'
import type { GitState, Services } from '../../../core/services.ts'

/** One git call, and the repository as it will find it after the calls before it in the same command. */
export interface GitStep {
  readonly effect: GitEffect
  /** Undefined outside of any repository. Its branch is UNKNOWN when an earlier call makes it so. */
  readonly repository: GitState | undefined
  /** Earlier calls in the same repository. */
  readonly earlier: readonly GitEffect[]
}

/** A step in a repository, such as a commit or merge. */
export interface HistoryStep extends GitStep {
  readonly repository: GitState
}

type World = Pick<Services, 'git' | 'files'>

/** Follows the git calls of a command: `git checkout -b topic && git commit` commits on `topic`. */
export function gitSteps(effects: readonly GitEffect[], cwd: string, world: World): readonly GitStep[] {
  const known = new Map<string, GitState>()
  const steps: GitStep[] = []
  for (const effect of effects) {
    // Where it works cannot be told: most likely where the agent stands.
    const directory = isKnown(effect.directory) ? effect.directory : cwd
    const repository = repositoryAt(directory, known, world)
    const earlier = steps.filter((step) => step.repository?.root === repository?.root).map((step) => step.effect)
    steps.push({ effect, repository, earlier })
    const after = stateAfter(effect, directory, repository, world)
    if (after !== undefined) known.set(after.root, after)
  }
  return steps
}

/** The nearest repository that an earlier call made or changed, unless another one lies between. */
function repositoryAt(directory: string, known: ReadonlyMap<string, GitState>, { git }: World): GitState | undefined {
  const onDisk = git.state(directory)
  const roots = [...known.keys()].filter((root) => isWithin(directory, root))
  const nearest = roots.reduce<string | undefined>(
    (a, b) => (a === undefined || b.length > a.length ? b : a),
    undefined,
  )
  if (onDisk !== undefined && known.has(onDisk.root) && (nearest?.length ?? 0) <= onDisk.root.length) {
    return known.get(onDisk.root)
  }
  return nearest !== undefined && nearest.length > (onDisk?.root.length ?? 0) ? known.get(nearest) : onDisk
}

/** The repository that a call makes or changes, as it is afterwards. */
function stateAfter(
  { command, args }: GitEffect,
  directory: string,
  repository: GitState | undefined,
  world: World,
): GitState | undefined {
  switch (command) {
    case 'init':
      return afterInit(args, directory, world)
    case 'clone':
      return afterClone(args, directory)
    case 'worktree':
      return repository === undefined ? undefined : afterWorktree(args, directory, repository)
    default:
      return repository === undefined ? undefined : changed(command, args, directory, repository, world)
  }
}

function changed(
  command: string,
  args: readonly string[],
  directory: string,
  repository: GitState,
  { files }: World,
): GitState | undefined {
  switch (command) {
    case 'checkout':
    case 'switch': {
      const exists = (word: string): boolean => files.stat(absolutePath(word, directory)) !== undefined
      const switched = switchedTo(command, args, exists)
      return switched === undefined ? undefined : { ...repository, branch: switched.branch }
    }
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

function afterInit(args: readonly string[], directory: string, { git }: World): GitState | undefined {
  const given = gitArguments('init', args)
  const root = absolutePath(wordsOf(given)[0] ?? '.', directory)
  // In a repository that is there already it changes nothing.
  return git.state(root)?.root === root
    ? undefined
    : { ...fresh(root, valueOf(given, 'initial-branch') ?? UNKNOWN), unborn: true }
}

function afterClone(args: readonly string[], directory: string): GitState | undefined {
  const given = gitArguments('clone', args)
  const [url = '', name = url.replace(/\/?(?:\.git)?\/*$/, '').replace(/^.*[/:]/, '')] = wordsOf(given)
  return name === '' ? undefined : fresh(absolutePath(name, directory), valueOf(given, 'branch') ?? UNKNOWN)
}

function afterWorktree(args: readonly string[], directory: string, repository: GitState): GitState | undefined {
  const given = gitArguments('worktree', args)
  const [sub, path, commit] = wordsOf(given)
  if (sub !== 'add' || path === undefined) return undefined
  const root = absolutePath(path, directory)
  const named = valueOf(given, 'b') ?? valueOf(given, 'B') ?? commit ?? root.slice(root.lastIndexOf('/') + 1)
  return { ...fresh(root, isOn(given, 'detach') ? undefined : named), main: repository.main }
}
