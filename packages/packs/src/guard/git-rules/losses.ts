import {
  isKnown,
  UNKNOWN,
  type GitEffect,
  checkoutOverwrites,
  cleanRemoves,
  isWholeTree,
  resetMode,
  restoreOverwrites,
  rmRemoves,
  switchDiscards,
  type Overwriting,
  isFalse,
  gitArguments,
  isOn,
  valueOf,
  wordsOf,
} from '@holdpoint/shell'

/** What a git call would destroy: work that no commit holds, or the way back to one. */
export type Loss =
  | 'reset-hard'
  | 'reset-merge'
  | 'clean'
  | 'branch-delete'
  | 'branch-overwrite'
  | 'discard-all'
  | 'discard-files'
  | 'remove-files'
  | 'stash-clear'
  | 'stash-drop'
  | 'worktree-force'
  | 'submodule-force'
  | 'ref-delete'
  | 'reflog'
  | 'prune'
  | 'rewrite-history'
  | 'unclear'

/** Lookups that the reader may use. */
export interface Surroundings {
  /** A setting of this call, else of the repository. */
  config(key: string): string | undefined
  /** Whether a path exists, relative to where git works. */
  exists(path: string): boolean
  hasBranch(name: string): boolean
  /** Whether a merge, rebase, cherry-pick or revert is stopped at conflicts. */
  inConflict(): boolean
}

type Check = (args: readonly string[], effect: GitEffect, around: Surroundings) => Loss | undefined

/** What one git call would destroy, if anything. `push.ts` reads pushes. */
export function lossOf(effect: GitEffect, around: Surroundings): Loss | undefined {
  const { command, args } = effect
  if (command === '') return isKnown(args[0] ?? '') ? undefined : 'unclear'
  const check = Object.hasOwn(CHECKS, command) ? CHECKS[command] : undefined
  if (check === undefined) return undefined
  const given = gitArguments(command, args)
  if (given.help) return undefined
  return check(args, effect, around) ?? (given.unclear ? 'unclear' : undefined)
}

const CHECKS: Readonly<Record<string, Check>> = {
  reset(args) {
    const mode = resetMode(args)
    return mode === 'hard' ? 'reset-hard' : mode === 'merge' ? 'reset-merge' : undefined
  },
  clean: (args, _, { config }) =>
    cleanRemoves(args, !isFalse(config('clean.requireforce'))) === undefined ? undefined : 'clean',
  branch,
  checkout: (args, effect, around) =>
    discarded(checkoutOverwrites(args, around.exists), effect, around) ??
    movesBranch('checkout', args, 'B', around.hasBranch),
  restore: (args, effect, around) => discarded(restoreOverwrites(args), effect, around),
  switch: (args, _, { hasBranch }) =>
    switchDiscards(args) ? 'discard-all' : movesBranch('switch', args, 'force-create', hasBranch),
  'read-tree'(args) {
    const given = gitArguments('read-tree', args)
    return isOn(given, 'reset') && isOn(given, 'u') && !isOn(given, 'dry-run') ? 'discard-all' : undefined
  },
  'checkout-index'(args) {
    const given = gitArguments('checkout-index', args)
    if (!isOn(given, 'force') || valueOf(given, 'prefix') !== undefined || isOn(given, 'temp')) return undefined
    return isOn(given, 'all') ? 'discard-all' : 'discard-files'
  },
  rm(args, { directory }) {
    const removal = rmRemoves(args)
    if (removal === undefined || !removal.force) return undefined
    return removal.paths.some((path) => isWholeTree(path, directory)) ? 'discard-all' : 'remove-files'
  },
  mv(args) {
    const given = gitArguments('mv', args)
    return isOn(given, 'force') && !isOn(given, 'dry-run') ? 'remove-files' : undefined
  },
  stash,
  worktree(args, _, { hasBranch }) {
    const given = gitArguments('worktree', args)
    const [sub] = wordsOf(given)
    // Git hands a name that begins with a dash on to `git branch`, as an option.
    if (sub === 'add' && ['b', 'B'].some((name) => valueOf(given, name)?.startsWith('-'))) return 'branch-delete'
    if (sub === 'add') return movesBranch('worktree', args, 'B', hasBranch)
    return sub === 'remove' && isOn(given, 'force') ? 'worktree-force' : undefined
  },
  fetch,
  submodule(args) {
    const given = gitArguments('submodule', args)
    return isOn(given, 'force') && ['deinit', 'update'].includes(wordsOf(given)[0] ?? '')
      ? 'submodule-force'
      : undefined
  },
  tag: (args) => (isOn(gitArguments('tag', args), 'delete') ? 'ref-delete' : undefined),
  'update-ref'(args, { run }, { hasBranch }) {
    const given = gitArguments('update-ref', args)
    if (isOn(given, 'd')) return 'ref-delete'
    const [ref = ''] = wordsOf(given)
    if (ref.startsWith(HEADS) && hasBranch(ref.slice(HEADS.length))) return 'branch-overwrite'
    // It reads its instructions from standard input.
    return isOn(given, 'stdin') && /^delete\b/m.test(run.stdin ?? 'delete') ? 'ref-delete' : undefined
  },
  reflog,
  gc(args, _, { config }) {
    const given = gitArguments('gc', args)
    const prune = given.options.findLast(({ name }) => name === 'prune')
    const age = prune?.value ?? config('gc.pruneexpire')
    const pruned = prune?.on !== false && age !== undefined && !isLongAgo(age)
    return pruned || forgetsSoon(config) ? 'prune' : undefined
  },
  prune(args) {
    const given = gitArguments('prune', args)
    return isOn(given, 'dry-run') || isLongAgo(valueOf(given, 'expire') ?? 'now') ? undefined : 'prune'
  },
  'filter-branch': () => 'rewrite-history',
  'filter-repo': (args) =>
    args.some((arg) => ['--analyze', '--dry-run', '--version'].includes(arg)) ? undefined : 'rewrite-history',
  'fast-import': (args) => (isOn(gitArguments('fast-import', args), 'force') ? 'rewrite-history' : undefined),
}

/** Everything at once, or only named files. Choosing a side of a conflict is a normal way to resolve it. */
function discarded(
  { paths, more, everything }: Overwriting,
  { command, args, directory }: GitEffect,
  around: Surroundings,
): Loss | undefined {
  if (everything) return 'discard-all'
  if (isOn(gitArguments(command, args), 'ours', 'theirs') && around.inConflict()) return undefined
  if (paths.some((path) => isWholeTree(path, directory))) return 'discard-all'
  return paths.length > 0 || more ? 'discard-files' : undefined
}

const HEADS = 'refs/heads/'

/** `checkout -B` and similar calls reset a branch that already exists. */
function movesBranch(
  command: string,
  args: readonly string[],
  option: string,
  hasBranch: Surroundings['hasBranch'],
): Loss | undefined {
  const name = valueOf(gitArguments(command, args), option)
  return name !== undefined && hasBranch(name) ? 'branch-overwrite' : undefined
}

/** `+source:branch` overwrites a branch of this repository. */
function fetch(args: readonly string[], _: GitEffect, { hasBranch }: Surroundings): Loss | undefined {
  const given = gitArguments('fetch', args)
  const targets = wordsOf(given).flatMap((word) => {
    const forced = word.startsWith('+') || isOn(given, 'force')
    return forced && word.includes(':') ? [word.slice(word.indexOf(':') + 1)] : []
  })
  const overwritten = targets.some((target) => hasBranch(target.replace(/^(?:refs\/)?heads\//, '')))
  return overwritten && !isOn(given, 'dry-run') ? 'branch-overwrite' : undefined
}

function branch(args: readonly string[], _: GitEffect, { hasBranch }: Surroundings): Loss | undefined {
  const given = gitArguments('branch', args)
  // The next fetch restores remote-tracking branches.
  if (isOn(given, 'remotes') && isOn(given, 'D', 'delete')) return undefined
  if (isOn(given, 'D') || (isOn(given, 'delete') && isOn(given, 'force'))) return 'branch-delete'
  if (isOn(given, 'force')) return 'branch-overwrite'
  const target = wordsOf(given).at(-1)
  return isOn(given, 'M', 'C') && target !== undefined && hasBranch(target) ? 'branch-overwrite' : undefined
}

function stash([sub = '']: readonly string[]): Loss | undefined {
  if (sub.includes(UNKNOWN)) return 'unclear'
  return sub === 'clear' ? 'stash-clear' : sub === 'drop' ? 'stash-drop' : undefined
}

function reflog(args: readonly string[], _: GitEffect, { config }: Surroundings): Loss | undefined {
  const given = gitArguments('reflog', args)
  const [sub = ''] = wordsOf(given)
  if (isOn(given, 'dry-run')) return undefined
  if (sub === 'delete' || sub === 'drop') return 'reflog'
  if (sub !== 'expire') return undefined
  const ages = [valueOf(given, 'expire'), valueOf(given, 'expire-unreachable')].filter((age) => age !== undefined)
  return ages.some((age) => !isLongAgo(age)) || (ages.length === 0 && forgetsSoon(config)) ? 'reflog' : undefined
}

const forgetsSoon = (config: Surroundings['config']): boolean =>
  ['gc.reflogexpire', 'gc.reflogexpireunreachable'].some((key) => !isLongAgo(config(key) ?? 'never'))

/** Expiry times that are safe: at least two weeks, git's own default, or never. */
function isLongAgo(age: string): boolean {
  if (/^(?:never|false)$/i.test(age)) return true
  const [, count = '', unit = ''] = /^(\d{1,4})[\s.]*(day|week|month|year)s?(?:[\s.]*ago)?$/i.exec(age) ?? []
  const days = { day: 1, week: 7, month: 30, year: 365 }[unit.toLowerCase()] ?? 0
  return Number(count) * days >= 14
}
