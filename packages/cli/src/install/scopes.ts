import { join } from 'node:path'
import { UserError, type Env } from '@holdpoint/engine'
import { DEFAULT_HOST, factsOf } from '@holdpoint/hosts'

/** The scopes of an install, and the files that belong to each. */
export const INSTALL_SCOPES = ['project', 'local', 'user'] as const
export type InstallScope = (typeof INSTALL_SCOPES)[number]

export interface ScopeFiles {
  readonly settings: string
  readonly config: string
}

export function filesOf(scope: InstallScope, root: string, env: Env, host: string = DEFAULT_HOST): ScopeFiles {
  const home = env['HOME']
  if (scope === 'user' && (home === undefined || home === ''))
    throw new UserError('HOME is not set. A user install needs it.')
  const { title, settingsFile } = factsOf(host)
  const settings = settingsFile(scope, root, env)
  if (settings === undefined)
    throw new UserError(
      `${title} has no settings for the scope \`${scope}\`. Use \`--scope project\` or \`--scope user\`.`,
    )
  return { settings, config: configOf(scope, root, home ?? root, env) }
}

function configOf(scope: InstallScope, root: string, home: string, env: Env): string {
  if (scope === 'project') return join(root, 'holdpoint.yml')
  if (scope === 'local') return join(root, 'holdpoint.local.yml')
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'holdpoint/holdpoint.yml')
}
