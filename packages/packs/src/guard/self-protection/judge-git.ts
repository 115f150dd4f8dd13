import { isKnown, type GitEffect, type Run, absolutePath } from '@holdpoint/shell'
import type { ChangedPath, Files, Services } from '@holdpoint/engine'
import { TRACKABLE, type Places } from './places.ts'

/** Git commands that change the content of the work tree. */

export interface ChangedByGit {
  readonly path: string
  /** It comes with a whole branch or commit, which may well be wanted. */
  readonly moves: boolean
}

const WITH_PATHS: readonly string[] = [
  'checkout',
  'restore',
  'rm',
  'mv',
  'stash',
  'clean',
  'checkout-index',
  'update-index',
]
const WITH_PATCH: readonly string[] = ['apply', 'am']
const PATHS: readonly string[] = TRACKABLE.map((name) => `:(top,icase)${name}`)
/** Each query starts a git process, so a command with more than this asks. */
const MAX_QUESTIONS = 8

type Ask = (directory: string, args: readonly string[]) => Promise<string | undefined>

/** Without an answer from git any file may be affected. */
const UNKNOWN_CHANGE: ChangedByGit = { path: 'the settings of hooks', moves: true }

export async function changedByGit(
  effects: readonly GitEffect[],
  places: Places,
  services: Services,
): Promise<readonly (ChangedByGit | undefined)[]> {
  const asked = new Map<string, Promise<string | undefined>>()
  const ask: Ask = (directory, args) => {
    const key = JSON.stringify([directory, args])
    const known = asked.get(key)
    if (known !== undefined) return known
    const answer = services.git.output(directory, args)
    asked.set(key, answer)
    return answer
  }
  const found: (ChangedByGit | undefined)[] = []
  for (const effect of effects) {
    if (asked.size >= MAX_QUESTIONS) return [...found, UNKNOWN_CHANGE]
    found.push(await changedBy(effect, places, services, ask))
  }
  return found
}

async function changedBy(
  { command, args, directory, run }: GitEffect,
  places: Places,
  services: Services,
  ask: Ask,
): Promise<ChangedByGit | undefined> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const onlyIndex = args.includes('--cached') || (args.includes('--staged') && !args.includes('--worktree'))
  if (!isKnown(directory) || onlyIndex) return undefined
  const named = WITH_PATHS.includes(command) ? words.map((word) => absolutePath(withoutMagic(word), directory)) : []
  const path = named.find((given) => places.at(given) !== undefined)
  if (path !== undefined) return { path, moves: false }
  if (WITH_PATCH.includes(command)) return patched({ ...run, args: words }, places, services)
  const lost = dropped(command, args, words)
  const range = rangeOf(command, args, words)
  if (lost === undefined && range === undefined) return undefined
  const repository = services.git.state(directory)
  if (repository === undefined) return undefined
  const dirty = lost && (await changed(repository.root, lost, services))
  if (dirty !== undefined) return { path: dirty, moves: false }
  const moved = range && (await ask(directory, ['diff', '--name-only', '-z', range, '--', ...PATHS]))
  // A name that is not a commit is no answer either; git would not check it out.
  if (moved === undefined && !(await services.git.answers(directory))) return UNKNOWN_CHANGE
  const first = moved?.split('\0').find((name) => name !== '')
  return first === undefined ? undefined : { path: first, moves: true }
}

/** The files a patch is for, wherever it comes from. */
export function patched(
  { stdin, stdinFrom, cwd, args }: Run,
  places: Places,
  { files }: Services,
): ChangedByGit | undefined {
  const words = args.filter((arg) => isKnown(arg) && !arg.startsWith('-'))
  const sources = [...stdinFrom.files, ...words.map((word) => absolutePath(word, cwd))]
  const texts = [stdin ?? '', ...sources.map((source) => readable(source, files))]
  const targets = texts.flatMap((text) => [...text.matchAll(/^(?:\+\+\+|---|rename to|copy to) (.*)$/gm)])
  const path = targets
    .map(([, name = '']) => absolutePath(name.trim().replace(/^[ab]\//, ''), cwd))
    .find((given) => places.at(given) !== undefined)
  return path === undefined ? undefined : { path, moves: false }
}

function readable(path: string, files: Files): string {
  try {
    return files.read(path) ?? ''
  } catch {
    return ''
  }
}

const withoutMagic = (word: string): string => word.replace(/^:(\([^)]*\)|\/)/, '')

const WIDE = ['.', './', '.claude', '.claude/', ':/', '*']

/** Files whose uncommitted changes a command discards. */
interface Dropped {
  readonly tracked: boolean
  readonly untracked: boolean
  readonly ignored: boolean
}

const TRACKED: Dropped = { tracked: true, untracked: false, ignored: false }

function dropped(command: string, args: readonly string[], words: readonly string[]): Dropped | undefined {
  const has = (pattern: RegExp): boolean => args.some((arg) => pattern.test(arg))
  if (command === 'clean') return { tracked: false, untracked: true, ignored: has(/^-[a-zA-Z]*[xX]/) }
  if (command === 'stash' && (words.length === 0 || ['push', 'save'].includes(words[0] ?? ''))) {
    const takesAll = has(/^(-[a-z]*a|--all)$/)
    return { tracked: true, untracked: takesAll || has(/^(-[a-z]*u|--include-untracked)$/), ignored: takesAll }
  }
  if (['checkout', 'switch', 'restore'].includes(command)) {
    const isWide =
      words.some((word) => WIDE.includes(word)) ||
      args.some((arg) => ['-f', '--force', '--discard-changes'].includes(arg))
    return isWide ? TRACKED : undefined
  }
  const isForced = command === 'checkout-index' && has(/^(-[a-z]*f[a-z]*|--force)$/)
  return isForced || (command === 'reset' && has(/^--hard$/)) ? TRACKED : undefined
}

async function changed(root: string, lost: Dropped, { git, memo }: Services): Promise<string | undefined> {
  const status = await memo(`git status of settings ${root}`, () =>
    git.status(root, { untracked: 'all', ignored: true, paths: PATHS }),
  )
  const isLost = ({ kind }: ChangedPath): boolean =>
    kind === 'untracked' ? lost.untracked : kind === 'ignored' ? lost.ignored : lost.tracked
  return status?.changes.find(isLost)?.path ?? (lost.tracked ? status?.unsure[0] : undefined)
}

const MOVING = 'merge rebase cherry-pick revert reset checkout switch stash'.split(' ')

/** Two commits, of which the second becomes the work tree; or the commits that a merge adds. */
function rangeOf(command: string, args: readonly string[], words: readonly string[]): string | undefined {
  if (!MOVING.includes(command)) return undefined
  const isHard = command === 'reset' && args.some((arg) => ['--hard', '--merge', '--keep'].includes(arg))
  const target = command === 'stash' && ['pop', 'apply'].includes(words[0] ?? '') ? (words[1] ?? 'stash@{0}') : words[0]
  // A name from a command is used only when it can be nothing but a name.
  if (target === undefined || !/^[\w@][\w./@{}~^-]*$/.test(target)) return undefined
  if (command === 'merge' || command === 'rebase') return `HEAD...${target}`
  if (command === 'cherry-pick' || command === 'revert') return `${target}^..${target}`
  return isHard || ['checkout', 'switch', 'stash'].includes(command) ? `HEAD..${target}` : undefined
}
