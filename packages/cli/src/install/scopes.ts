import { join } from 'node:path'
import { UserError, type Env } from '@holdpoint/engine'

/** The scopes of an install, and the files that belong to each. */
export const INSTALL_SCOPES = ['project', 'local', 'user'] as const
export type InstallScope = (typeof INSTALL_SCOPES)[number]

export interface ScopeFiles {
  readonly settings: string
  readonly config: string
}

export function filesOf(scope: InstallScope, root: string, env: Env): ScopeFiles {
  if (scope === 'project') {
    return { settings: join(root, '.claude/settings.json'), config: join(root, 'holdpoint.yml') }
  }
  if (scope === 'local') {
    return { settings: join(root, '.claude/settings.local.json'), config: join(root, 'holdpoint.local.yml') }
  }
  const home = env['HOME']
  if (home === undefined || home === '') throw new UserError('HOME is not set. A user install needs it.')
  const config = env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  return { settings: join(home, '.claude/settings.json'), config: join(config, 'holdpoint/holdpoint.yml') }
}
