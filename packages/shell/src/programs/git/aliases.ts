import type { GitVariables } from './programs.ts'
import { parseGitConfig } from '../../git/git-config.ts'
import { absolutePath } from '../../paths.ts'
import type { ShellWorld } from '../../state/world.ts'

type Disk = Pick<ShellWorld, 'home' | 'read'>
/** What an alias expands to in the configuration of the repository, else of the user. */
export const configuredAlias = (
  name: string,
  directory: string,
  env: GitVariables,
  disk: Disk,
  included?: string,
): string | undefined => configured(`alias.${name.toLowerCase()}`, directory, env, disk, included)

function configured(
  key: string,
  directory: string,
  env: GitVariables,
  disk: Disk,
  included?: string,
): string | undefined {
  const named = included === undefined ? [] : [absolutePath(fromHome(included, disk), directory)]
  for (const file of [...named, ...repositoryConfig(directory, disk), ...userConfig(env, directory, disk)]) {
    const value = valueIn(file, key, disk, 0)
    if (value !== undefined) return value
  }
  return undefined
}

/** Where the repository's hooks are; undefined outside of a repository. */
export function hooksDirectory(directory: string, env: GitVariables, disk: Disk): string | undefined {
  const config = repositoryConfig(directory, disk).at(-1)
  if (config === undefined) return undefined
  const named = configured('core.hookspath', directory, env, disk)
  return named === undefined
    ? `${config.slice(0, config.lastIndexOf('/'))}/hooks`
    : absolutePath(fromHome(named, disk), directory)
}

const MAX_INCLUDES = 5

/** Includes are followed whatever their condition: an alias that may be there counts as there. */
function valueIn(file: string, key: string, disk: Disk, depth: number): string | undefined {
  const config = parseGitConfig(disk.read(file) ?? '')
  const own = config.get(key)?.at(-1)
  if (own !== undefined || depth === MAX_INCLUDES) return own
  const directory = file.slice(0, file.lastIndexOf('/'))
  const included = [...config]
    .filter(([name]) => /^include(?:if\..*)?\.path$/s.test(name))
    .flatMap(([, paths]) => paths)
  for (const path of included.slice(-MAX_INCLUDES).toReversed()) {
    const found = valueIn(absolutePath(fromHome(path, disk), directory), key, disk, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

const fromHome = (path: string, { home }: Disk): string =>
  path.startsWith('~/') && home !== undefined ? home + path.slice(1) : path

/** The nearest `.git` above; a linked work tree's is a file that leads to the one it shares. */
function repositoryConfig(directory: string, disk: Disk): readonly string[] {
  for (let at = directory; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    if (disk.read(`${at}/.git/HEAD`) !== undefined) return [`${at}/.git/config`]
    const pointer = /^gitdir:\s*(.+)$/m.exec(disk.read(`${at}/.git`) ?? '')?.[1]
    if (pointer === undefined) continue
    const own = absolutePath(pointer.trim(), at)
    const common = disk.read(`${own}/commondir`)?.trim()
    return common === undefined ? [`${own}/config`] : [`${own}/config.worktree`, `${absolutePath(common, own)}/config`]
  }
  return []
}

function userConfig(env: GitVariables, directory: string, { home }: Disk): readonly string[] {
  const named = env['GIT_CONFIG_GLOBAL']
  if (named !== undefined) return [absolutePath(named, directory)]
  const base = env['HOME'] ?? home
  const xdg = env['XDG_CONFIG_HOME'] ?? (base === undefined ? undefined : `${base}/.config`)
  return [...(base === undefined ? [] : [`${base}/.gitconfig`]), ...(xdg === undefined ? [] : [`${xdg}/git/config`])]
}
