import { isWithin } from '../../paths.ts'
import { filesOf } from './files.ts'
import type { GitFile } from './paths.ts'
import { netOf } from './net.ts'
import { programsOf } from './programs.ts'
import { configuredAlias } from './aliases.ts'
import { startOf, type GitStart } from './start.ts'
import type { ShellWorld } from '../../state/world.ts'

/** One call of git, after the shell has made words of it. */
export interface GitCall {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** What it reads from standard input, when that is known. */
  readonly stdin?: string
}

export interface GitReading {
  /** The command after git's own options and aliases; empty when there is none or it is unknown. */
  readonly command: string
  /** Its own arguments. When the command is unknown, the word in its place comes first. */
  readonly args: readonly string[]
  /** Where the repository is looked for. */
  readonly directory: string
  /** What `-c` and the environment configure, by lower-case key. */
  readonly config: Readonly<Record<string, string>>
  readonly files: readonly GitFile[]
  /** Command lines that git itself would start. */
  readonly shell: readonly string[]
  readonly net?: { readonly target: string; readonly sends: boolean }
}

type Disk = Pick<ShellWorld, 'home' | 'env' | 'read' | 'list'>

const NOWHERE: Disk = { home: undefined, env: () => undefined, read: () => undefined, list: () => [] }

/** What a call of git does. */
export function readGit(call: GitCall, world: Disk = NOWHERE): GitReading {
  const start = startOf(call, {
    alias: (name, directory, included) => configuredAlias(name, directory, call.env, world, included),
    variable: world.env,
  })
  const { command, args, config } = start
  const net = netOf(command, args)
  return {
    command,
    args,
    directory: repositoryOf(start),
    config,
    files: filesOf(command, args, {
      base: baseOf(start),
      home: world.home,
      config,
      stdin: call.stdin,
      read: world.read,
      exists: (path) => world.read(path) !== undefined || world.list(path).length > 0,
    }),
    shell: [...start.shell, ...programsOf(start, call.env)],
    ...(net !== undefined && { net }),
  }
}

/** A `.git` named by hand says which repository it is, wherever the files are. */
function repositoryOf({ cwd, gitDir, workTree }: GitStart): string {
  if (gitDir !== undefined) return gitDir.replace(/(.)\/\.git$/, '$1')
  return workTree ?? cwd
}

/** Outside of the work tree git counts from its root. */
const baseOf = ({ cwd, workTree }: GitStart): string =>
  workTree === undefined || isWithin(cwd, workTree) ? cwd : workTree
