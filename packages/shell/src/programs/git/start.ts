import { isKnown, UNKNOWN } from '../../effects.ts'
import { absolutePath } from '../../paths.ts'
import type { GitCall } from './git.ts'
import { quoted, splitWords } from './words.ts'

/** How git begins: its own options and variables, and which command they lead to. */
export interface GitStart {
  /** Empty when there is none, or when it is unknown; then `args` starts with the word in its place. */
  readonly command: string
  readonly args: readonly string[]
  /** The working directory after `-C`. */
  readonly cwd: string
  readonly gitDir: string | undefined
  readonly workTree: string | undefined
  readonly config: Readonly<Record<string, string>>
  /** Commands that an alias hands to a shell. */
  readonly shell: readonly string[]
}

/** What the call depends on besides its words: aliases in configuration files, and variables that were set before. */
export interface GitSurroundings {
  /** `included`: a file of configuration that the call itself names. */
  alias(name: string, directory: string, included?: string): string | undefined
  variable(name: string): string | undefined
}

interface Progress {
  cwd: string
  gitDir: string | undefined
  workTree: string | undefined
  execPath: string | undefined
  config: Record<string, string>
}

type Variable = GitSurroundings['variable']

const MAX_ALIASES = 10

export function startOf({ args, env, cwd }: GitCall, around: GitSurroundings): GitStart {
  const variable = (name: string): string | undefined => env[name] ?? around.variable(name)
  const progress: Progress = {
    cwd,
    gitDir: env['GIT_DIR'],
    workTree: env['GIT_WORK_TREE'],
    execPath: env['GIT_EXEC_PATH'],
    config: environmentConfig(env),
  }
  const shell: string[] = []
  let words = takeGlobals(args, progress, variable)
  for (let depth = 0; depth < MAX_ALIASES; depth++) {
    const [name = '', ...rest] = words
    if (name === '' || !isKnown(name) || isBuiltIn(name)) break
    const value =
      progress.config[`alias.${name.toLowerCase()}`] ??
      around.alias(name, progress.cwd, progress.config['include.path'])
    if (value === undefined) break
    if (value.startsWith('!')) {
      shell.push([value.slice(1), ...rest.map(quoted)].join(' '))
      words = []
      break
    }
    words = takeGlobals([...(isKnown(value) ? splitWords(value) : [UNKNOWN]), ...rest], progress, variable)
  }
  const { execPath } = progress
  const [name = ''] = words
  if (execPath !== undefined && name !== '')
    shell.push([`${execPath}/git-${name}`, ...words.slice(1)].map(quoted).join(' '))
  return { ...commandOf(words), ...placesOf(progress), config: progress.config, shell }
}

/** Reads git's own options off the front; gives what follows them. */
function takeGlobals(args: readonly string[], progress: Progress, variable: Variable): readonly string[] {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (['--help', '-h'].includes(arg)) return ['help', ...args.slice(at + 1)]
    if (['--version', '-v', '--', '--html-path', '--man-path', '--info-path'].includes(arg)) return []
    if (!arg.startsWith('-')) return args.slice(at)
    const match =
      /^(-C|-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix|--attr-source|--exec-path|--shallow-file)(=?)(.*)$/s.exec(
        arg,
      )
    const [, name = '', equals = '', attached = ''] = match ?? []
    if (match === null || (name.startsWith('--') && equals === '' && attached !== '')) continue
    // Without a value it only prints where git's own programs are.
    if (name === '--exec-path' && equals === '') return []
    const value =
      equals === '' && attached === '' ? (args[++at] ?? '') : name.startsWith('--') ? attached : equals + attached
    note(name, value, progress, variable)
  }
  return []
}

function note(name: string, value: string, progress: Progress, variable: Variable): void {
  if (name === '-C' && value !== '') progress.cwd = absolutePath(value, progress.cwd)
  if (name === '--git-dir') progress.gitDir = value
  if (name === '--work-tree') progress.workTree = value
  if (name === '--exec-path') progress.execPath = value
  if (name === '-c') setConfig(value, progress.config)
  if (name === '--config-env') {
    const split = value.lastIndexOf('=')
    const text = isKnown(value) ? variable(value.slice(split + 1)) : UNKNOWN
    // Without the variable git stops.
    if (split > 0 && text !== undefined) setConfig(`${value.slice(0, split)}=${text}`, progress.config)
  }
}

/** A key without a value is true. */
function setConfig(text: string, config: Record<string, string>): void {
  const split = text.indexOf('=')
  const key = (split === -1 ? text : text.slice(0, split)).trim().toLowerCase()
  config[key] = split === -1 ? 'true' : text.slice(split + 1)
}

function environmentConfig(env: GitCall['env']): Record<string, string> {
  const config: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, key] of Object.entries(env)) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    if (number !== undefined) config[key.toLowerCase()] = env[`GIT_CONFIG_VALUE_${number}`] ?? ''
  }
  for (const word of splitWords(env['GIT_CONFIG_PARAMETERS'] ?? '')) setConfig(word, config)
  return config
}

const SYNONYMS: Readonly<Record<string, string>> = {
  stage: 'add',
  'init-db': 'init',
  annotate: 'blame',
  whatchanged: 'log',
}

function commandOf(words: readonly string[]): Pick<GitStart, 'command' | 'args'> {
  const [name = '', ...rest] = words
  if (!isKnown(name)) return { command: '', args: words }
  // As its first argument, `--help` opens the manual.
  if (rest[0] === '--help') return { command: 'help', args: [name] }
  // With `help.autocorrect` git runs the command it thinks was meant.
  const meant = isBuiltIn(name.toLowerCase()) ? name.toLowerCase() : name
  return { command: Object.hasOwn(SYNONYMS, meant) ? (SYNONYMS[meant] ?? meant) : meant, args: rest }
}

function placesOf({ cwd, gitDir, workTree, config }: Progress): Pick<GitStart, 'cwd' | 'gitDir' | 'workTree'> {
  const directory = gitDir === undefined || gitDir === '' ? undefined : absolutePath(gitDir, cwd)
  const tree = workTree === undefined || workTree === '' ? undefined : absolutePath(workTree, cwd)
  const configured = config['core.worktree']
  return {
    cwd,
    gitDir: directory,
    workTree: tree ?? (configured === undefined ? undefined : absolutePath(configured, directory ?? `${cwd}/.git`)),
  }
}

/** Git does not let an alias take the place of one of its own commands. */
const isBuiltIn = (name: string): boolean => BUILT_IN.includes(` ${name} `)

const BUILT_IN = ` add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects credential credential-cache credential-store daemon describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep hash-object help history hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers last-modified log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shell shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version whatchanged worktree write-tree `
