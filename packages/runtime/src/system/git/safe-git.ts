import { join } from 'node:path'
import type { DriverCache, Setting } from './driver-cache.ts'
import { driversIn, NO_PROGRAM, type Drivers } from './drivers.ts'
import { findGit } from './executable.ts'
import type { Head } from './state.ts'
import type { Env } from '@holdpoint/engine'

/**
 * The one place that starts git. A repository's configuration can name programs, and so can variables that its
 * settings add to the session; none of them runs. If one cannot be disabled, the result is unknown.
 */

/** Runs a program to its end; an undefined exit code means that it could not be run. */
export type Run = (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Env },
) => Promise<{ readonly exitCode: number | undefined; readonly stdout: string }>

/** Caches a result for as long as it is valid. */
export type Remember = <T>(name: string, make: () => T) => T

export interface SafeGit {
  /** Undefined when git fails, cannot be started, or cannot be prevented from starting other programs. */
  ask(directory: string, args: readonly string[]): Promise<string | undefined>
  drivers(directory: string): Promise<Drivers | undefined>
}

export function openSafeGit(run: Run, env: Env, remember: Remember, cache?: DriverCache): SafeGit {
  const executable = (directory: string) => remember(`git for ${directory}`, () => findGit(env['PATH'], directory))
  async function start(directory: string, args: readonly string[], more: Env = {}): Promise<string | undefined> {
    const git = executable(directory)
    if (git === undefined) return undefined
    const options = { cwd: directory, env: { ...kept(env), ...FIXED, ...more, PATH: git.path } }
    const { exitCode, stdout } = await run(git.file, [...ALWAYS, ...args], options)
    return exitCode === 0 ? stdout : undefined
  }
  const known = (directory: string): Drivers | undefined =>
    remember(`known git drivers ${directory}`, () => cache?.known(directory, env))
  const drivers: SafeGit['drivers'] = (directory) =>
    remember(`git drivers ${directory}`, async () => known(directory) ?? (await readDrivers(directory)))
  async function readDrivers(directory: string): Promise<Drivers | undefined> {
    const keep = cache?.watch(directory, env)
    // Reading the configuration and its includes starts no program.
    const list = await start(directory, ['config', '--list', '--show-origin', '--name-only', '-z'])
    if (list === undefined || list.length >= CUT) return undefined
    const settings = settingsIn(list)
    const found = driversIn(settings.map(({ key }) => key))
    if (found !== undefined) keep?.(settings, found)
    return found
  }
  return {
    drivers,
    async ask(directory, args) {
      const at = args.findIndex((word) => !PATHSPECS.includes(word))
      const [command = '', ...rest] = args.slice(at)
      const guards = at === -1 ? undefined : COMMANDS.get(command)
      const found = guards && (await drivers(directory))
      if (guards === undefined || found === undefined) return undefined
      const words = [...settings(found.off), ...args.slice(0, at), command, ...guards, ...rest]
      return start(directory, words, known(directory) === undefined ? {} : tiedTo(directory))
    },
  }
}

/** Git then looks for no other repository; the directory is the top of the work tree, as it is without this. */
const tiedTo = (directory: string): Env => ({ GIT_DIR: join(directory, '.git') })

/** `origin \0 key \0`, again and again. */
function settingsIn(list: string): readonly Setting[] {
  const fields = list.split('\0')
  return fields.flatMap((origin, at) =>
    at % 2 === 0 && at + 1 < fields.length ? [{ origin, key: fields[at + 1] ?? '' }] : [],
  )
}

/**
 * Where HEAD points, for a repository whose files do not say it. Waits for git, because the state of a repository is
 * asked for where nothing can wait; these commands start no other program.
 */
export function headOf(directory: string, env: Env): Head | undefined {
  const git = findGit(env['PATH'], directory)
  if (git === undefined) return undefined
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const options = { cwd: directory, env: { ...kept(env), ...FIXED, PATH: git.path }, timeout: HEAD_MS }
  const ask = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync(git.file, [...ALWAYS, ...args], { ...options, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const ref = ask('symbolic-ref', '--quiet', 'HEAD')
  return { ref, unborn: ref !== undefined && ask('rev-parse', '--verify', '--quiet', 'HEAD') === undefined }
}

const HEAD_MS = 3_000

/** Output beyond a megabyte is dropped. */
const CUT = 1 << 20

const settings = (values: readonly string[]): readonly string[] => values.flatMap((value) => ['-c', value])

const ALWAYS: readonly string[] = [
  '--no-pager',
  ...settings([
    `core.hooksPath=${NO_PROGRAM}`,
    'core.fsmonitor=false',
    `core.sshCommand=${NO_PROGRAM}`,
    `core.askPass=${NO_PROGRAM}`,
    `core.alternateRefsCommand=${NO_PROGRAM}`,
    `core.editor=${NO_PROGRAM}`,
    'credential.helper=',
    `gpg.program=${NO_PROGRAM}`,
    `gpg.openpgp.program=${NO_PROGRAM}`,
    `gpg.x509.program=${NO_PROGRAM}`,
    `gpg.ssh.program=${NO_PROGRAM}`,
    'log.showSignature=false',
    `diff.external=${NO_PROGRAM}`,
    'diff.submodule=short',
    'status.submoduleSummary=false',
    'submodule.recurse=false',
  ]),
]

/** A submodule has its own configuration, so its work tree is not checked; its commit is. */
const OUTSIDE_SUBMODULES = '--ignore-submodules=dirty'
const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', OUTSIDE_SUBMODULES]
const NOTHING: readonly string[] = []

/** The allowed commands and their required options. Any other word could be an alias, which is a program. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    status: [OUTSIDE_SUBMODULES],
    diff: PLAIN_DIFF,
    'diff-files': PLAIN_DIFF,
    'diff-index': PLAIN_DIFF,
    'diff-tree': PLAIN_DIFF,
    log: PLAIN_DIFF,
    show: PLAIN_DIFF,
    blame: ['--no-textconv'],
    grep: ['--no-textconv', '--no-recurse-submodules'],
    ...Object.fromEntries(
      (
        'branch cat-file check-attr check-ignore config count-objects describe for-each-ref ls-files ls-tree merge-base ' +
        'name-rev reflog remote rev-list rev-parse shortlog show-ref stash symbolic-ref tag var worktree'
      )
        .split(' ')
        .map((command) => [command, NOTHING]),
    ),
  }),
)

/** Pathspec options. Other options before the command could name another repository or other settings. */
const PATHSPECS = ['--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs']

/** Nothing else of the session's environment reaches git: many `GIT_…` variables name programs. */
const NAMES =
  'HOME XDG_CONFIG_HOME USER LOGNAME TMPDIR SYSTEMROOT SystemRoot USERPROFILE HOMEDRIVE HOMEPATH TEMP TMP'.split(' ')

const kept = (env: Env): Env =>
  Object.fromEntries(NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))

const FIXED = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // In a partial clone git would fetch a missing object, with a program that the repository names.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
}
