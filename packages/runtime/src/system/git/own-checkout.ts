import { findGit } from './executable.ts'
import type { Env } from '@holdpoint/engine'

/**
 * Git for a checkout of the user's own, which it may change: the user's filters, helpers and keys are needed there.
 * The session's project has no influence: neither a git inside it nor variables from its settings are used.
 */
export function gitForOwnCheckout(env: Env, project: string): { readonly file: string; readonly env: Env } {
  const git = findGit(env['PATH'], project)
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^GIT_|^(?:SSH_ASKPASS|PAGER|EDITOR)$/.test(name)),
  )
  return { file: git?.file ?? 'git', env: { ...kept, PATH: git?.path ?? '' } }
}
