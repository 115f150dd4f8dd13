import { openServices, startProgram, within } from '../services.ts'
import { mainWorkTree } from '../system/git/worktree.ts'
import { keyOf } from '../system/state/place.ts'
import type { Env } from '@holdpoint/engine'

/**
 * The name of a repository that is the same on every machine: the host and path of its remote, without user name,
 * password and port. A repository without a remote gets a name that only this machine knows.
 */
export async function projectName(root: string, env: Env): Promise<string> {
  const { git } = openServices({ env, run: startProgram }).for(within(GIT_MS))
  const names = (await git.output(root, ['remote']))?.split('\n').filter((name) => name !== '') ?? []
  const name = names.includes('origin') ? 'origin' : names[0]
  const url = name === undefined ? undefined : await git.output(root, ['config', '--get', `remote.${name}.url`])
  return normaliseRemote(url?.trim() ?? '') ?? `local/${keyOf(mainWorkTree(root))}`
}

const GIT_MS = 5_000

const SCP = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/
const MAX_NAME = 200

/** `github.com/org/repo` for every spelling of that remote; undefined for a local path. */
export function normaliseRemote(url: string): string | undefined {
  const { host, path } = hostAndPath(url) ?? {}
  if (host === undefined || path === undefined || host === '') return undefined
  const clean = path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
  const name = `${host.toLowerCase()}/${clean}`
  return clean === '' || /[\p{Cc}\s]/u.test(name) ? undefined : name.slice(0, MAX_NAME)
}

function hostAndPath(url: string): { readonly host: string; readonly path: string } | undefined {
  if (/^[a-z][a-z+.-]*:\/\//i.test(url)) {
    if (!URL.canParse(url) || /^file:/i.test(url)) return undefined
    const { hostname, pathname } = new URL(url)
    return { host: hostname, path: decoded(pathname) }
  }
  // A drive letter of Windows is a path, not a host.
  const [, host, path] = /^[a-z]:[\\/]/i.test(url) ? [] : (SCP.exec(url) ?? [])
  return host === undefined || path === undefined ? undefined : { host, path }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
