import { absolutePath, isWithin } from '../paths.ts'
import { ANY, ONE, UNKNOWN } from '../effects.ts'
import { gitArguments } from './git-grammar.ts'
import { isOn, valueOf, wordsOf, type GitArguments } from './git-options.ts'

/** What `checkout`, `switch`, `restore`, … are asked to do; several readers of a command want to know. */

export interface Overwriting {
  /** Files that get other content without a question; empty when none do. */
  readonly paths: readonly string[]
  /** Paths come from a file, or are chosen while it runs. */
  readonly more: boolean
  /** Local changes everywhere are thrown away. */
  readonly everything: boolean
}

const NOTHING: Overwriting = { paths: [], more: false, everything: false }

/** What `git checkout` overwrites. A lone word is a path when a file of that name exists: git then takes no branch. */
export function checkoutOverwrites(args: readonly string[], exists: (path: string) => boolean): Overwriting {
  const given = gitArguments('checkout', args)
  if (given.help) return NOTHING
  const force = isOn(given, 'force')
  // With a new branch git refuses paths.
  const makesBranch = isOn(given, 'b', 'B', 'orphan', 'detach', 't', 'track')
  const paths = makesBranch ? [] : checkoutPaths(given, exists)
  const more = isOn(given, 'patch') || valueOf(given, 'pathspec-from-file') !== undefined
  return { paths, more, everything: force && paths.length === 0 && !more }
}

function checkoutPaths(given: GitArguments, exists: (path: string) => boolean): readonly string[] {
  if (given.separated) return given.paths
  const words = given.words.map(({ text }) => text)
  const [first = ''] = words
  if (words.length > 1) return looksLikePath(first) ? words : words.slice(1)
  // A side of a conflict is always one of files.
  const isPath = isOn(given, 'ours', 'theirs') || looksLikePath(first) || exists(first)
  return isPath ? words : []
}

/** No branch can be called so. */
const looksLikePath = (word: string): boolean =>
  /^(?:\.{1,2}(?:\/|$)|\/|:)|\/$|[*?[\\]/.test(word) || word.includes(ANY) || word.includes(ONE)

/** The branch that `git checkout` or `git switch` ends on: undefined when it stays, UNKNOWN when it is not known. */
export function switchedTo(
  command: 'checkout' | 'switch',
  args: readonly string[],
  exists: (path: string) => boolean,
): { readonly branch: string | undefined } | undefined {
  const given = gitArguments(command, args)
  if (given.help) return undefined
  const made = ['b', 'B', 'create', 'force-create', 'orphan'].map((name) => valueOf(given, name)).find(Boolean)
  if (made !== undefined) return { branch: made }
  const [first] = given.words.map(({ text }) => text)
  if (isOn(given, 'detach')) return { branch: undefined }
  if (first === undefined) return undefined
  if (command === 'checkout' && checkoutPaths(given, exists).length > 0) return undefined
  if (first === '-' || first.startsWith('@{')) return { branch: UNKNOWN }
  // `-t origin/topic` makes `topic`.
  return { branch: isOn(given, 't', 'track') ? first.replace(/^(?:refs\/)?(?:remotes\/)?[^/]+\//, '') : first }
}

export function switchDiscards(args: readonly string[]): boolean {
  const given = gitArguments('switch', args)
  return !given.help && isOn(given, 'force', 'discard-changes')
}

/** What `git restore` overwrites in the work tree. Naming either side switches off the default for the other. */
export function restoreOverwrites(args: readonly string[]): Overwriting {
  const given = gitArguments('restore', args)
  const named = given.options.some(({ name }) => name === 'staged' || name === 'worktree')
  const touchesTree = named ? isOn(given, 'worktree') : true
  if (given.help || !touchesTree) return NOTHING
  const more = isOn(given, 'patch') || valueOf(given, 'pathspec-from-file') !== undefined
  return { paths: wordsOf(given), more, everything: false }
}

/** The last of the modes holds. */
export function resetMode(args: readonly string[]): string | undefined {
  const given = gitArguments('reset', args)
  const modes = ['hard', 'soft', 'mixed', 'merge', 'keep']
  return given.help ? undefined : given.options.findLast(({ name, on }) => on && modes.includes(name))?.name
}

export interface Removal {
  readonly paths: readonly string[]
  readonly force: boolean
  readonly recursive: boolean
}

/** Undefined when nothing would be removed from the disk. */
export function cleanRemoves(args: readonly string[], needsForce: boolean): Removal | undefined {
  const given = gitArguments('clean', args)
  const acts = isOn(given, 'force', 'interactive') || !needsForce
  if (given.help || isOn(given, 'dry-run') || !acts) return undefined
  return { paths: wordsOf(given), force: isOn(given, 'force') || !needsForce, recursive: isOn(given, 'd') }
}

export function rmRemoves(args: readonly string[]): Removal | undefined {
  const given = gitArguments('rm', args)
  if (given.help || isOn(given, 'dry-run', 'cached')) return undefined
  const listed = valueOf(given, 'pathspec-from-file') === undefined ? [] : [UNKNOWN]
  return { paths: [...wordsOf(given), ...listed], force: isOn(given, 'force'), recursive: isOn(given, 'r') }
}

/** Whether a path is the whole of where git works: `.`, `:/`, `*`, a directory above. */
export function isWholeTree(path: string, directory: string): boolean {
  if (path === ANY || path === '*' || /^:(?:\/|\([^)]*\))?\.?\/?$/.test(path) || /^:[!^]/.test(path)) return true
  return !path.startsWith(':') && isWithin(directory, absolutePath(path, directory))
}
