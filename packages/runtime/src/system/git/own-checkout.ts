import { findGit } from './executable.ts'
import type { Env } from '@holdpoint/engine'

/**
 * Git for a checkout of the user's own, which it may change: filters, helpers and keys of the user are needed there.
 * The project of the session has no say: neither a git that lies in it nor variables that its settings could have set.
 */
export function gitForOwnCheckout(env: Env, project: string): { readonly file: string; readonly env: Env } {
  const git = findGit(env['PATH'], project)
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_|^(?:SSH_ASKPASS|PAGER|EDITOR)$/.test(name)),
  )
  return { file: git?.file ?? 'git', env: { ...kept, PATH: git?.path ?? '' } }
}
