import { join } from 'node:path'
import { edit, giveBack, type FileChange } from './change.ts'
import { programLine, type Program } from './command-line.ts'
import { readUserFile } from './file.ts'
import { implementText } from './implement-text.ts'
import { isUntouched, readRecord } from './record.ts'
import { isRegistered } from './install.ts'
import { INSTALL_SCOPES, type InstallScope } from './scopes.ts'

/** `/project:implement`, the command that the orchestrator hooks belong to, for those who do not use the plugin. */

interface Site {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const fileOf = ({ scope, root, env }: Site): string =>
  join(scope === 'user' ? (env['HOME'] ?? root) : root, '.claude/commands/project/implement.md')

/** Written for the orchestrator; what we wrote earlier is kept up to date. A command of somebody else stays. */
export function writeProjectCommand(site: Site, program: Program, presets: readonly string[]): readonly FileChange[] {
  const file = fileOf(site)
  const isOurs = isUntouched(readRecord(file, site.env), readUserFile(file))
  const isWanted = presets.includes('orchestrator') || presets.includes('all')
  if (!isWanted && !isOurs) return []
  if (readUserFile(file) !== undefined && !isOurs) return [{ file, did: 'kept' }]
  // The project's own form works for both; the other way round it would hold paths of this machine.
  if (site.scope === 'local' && isOurs && isRegistered({ ...site, scope: 'project' })) return []
  // A project's file is shared between machines; npx finds the project's own copy, and must not fetch another.
  const line = site.scope === 'project' ? 'npx --no-install holdpoint' : programLine(program)
  return [edit(file, site.env, () => implementText(line))]
}

/** To be called when the install itself is gone. */
export function removeProjectCommand(site: Site): readonly FileChange[] {
  const file = fileOf(site)
  const isShared = INSTALL_SCOPES.some((scope) => {
    const other = { ...site, scope }
    return scope !== site.scope && fileOf(other) === file && isRegistered(other)
  })
  return isShared || readRecord(file, site.env) === undefined ? [] : [giveBack(file, site.env, (text) => text)]
}
