import { join } from 'node:path'
import { DEFAULT_HOST } from '@holdpoint/hosts'
import { isOurLine } from '@holdpoint/runtime'
import type { InstallScope } from './scopes.ts'
import { ourScriptsIn, scriptAt } from './script-files.ts'
import { folderOf, isOurScript, OWN_NAMESPACE, wrapperIn } from './wrappers.ts'

/** Whether a command of a settings file or an agent's file is ours. */
export type IsOurs = (command: string) => boolean

interface Site {
  readonly scope: InstallScope
  readonly root: string
  readonly host?: string
}

export const ourLines =
  ({ scope, root, host = DEFAULT_HOST }: Site): IsOurs =>
  (command) =>
    isOurLine(command, scope, host) || (host === DEFAULT_HOST && scope === 'project' && isOurWrapper(command, root))

/** Another product may have wrappers of the same names; the script, or those beside it, show whose they are. */
export function isOurWrapper(command: string, root: string): boolean {
  const found = wrapperIn(command)
  if (found === undefined) return false
  const folder = join(root, folderOf(found.namespace))
  const text = scriptAt(join(folder, found.file))
  if (text !== undefined) return isOurScript(text)
  return found.namespace === OWN_NAMESPACE || ourScriptsIn(folder).length > 0
}
