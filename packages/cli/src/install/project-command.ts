import { join } from 'node:path'
import type { Pack } from '@holdpoint/engine'
import { PACKS } from '@holdpoint/packs'
import { edit, giveBack, type FileChange } from './change.ts'
import { programLine, type Program } from './command-line.ts'
import { readUserFile } from './file.ts'
import { isUntouched, readRecord } from './record.ts'
import { isRegistered } from './install.ts'
import { INSTALL_SCOPES, type InstallScope } from './scopes.ts'

/** Slash commands that belong to the hooks of a pack, for those who do not use the plugin. */

interface Site {
  readonly scope: InstallScope
  readonly root: string
  readonly env: Readonly<Record<string, string | undefined>>
}

type PackCommand = NonNullable<Pack['command']>

const COMMANDS = PACKS.flatMap(({ group, command }) => (command === undefined ? [] : [{ group, command }]))

const fileOf = ({ scope, root, env }: Site, { file }: PackCommand): string =>
  join(scope === 'user' ? (env['HOME'] ?? root) : root, '.claude/commands', file)

/** Written where the preset of their pack is on; commands that we wrote earlier are updated. Other commands stay. */
export const writeProjectCommands = (site: Site, program: Program, presets: readonly string[]): readonly FileChange[] =>
  COMMANDS.flatMap(({ group, command }) =>
    write(command, site, program, presets.includes(group) || presets.includes('all')),
  )

function write(command: PackCommand, site: Site, program: Program, isWanted: boolean): readonly FileChange[] {
  const file = fileOf(site, command)
  const isOurs = isUntouched(readRecord(file, site.env), readUserFile(file))
  if (!isWanted && !isOurs) return []
  if (readUserFile(file) !== undefined && !isOurs) return [{ file, did: 'kept' }]
  // The project's own form works for both; the other one contains paths of this machine.
  if (site.scope === 'local' && isOurs && isRegistered({ ...site, scope: 'project' })) return []
  // A project's file is shared between machines; npx finds the project's own copy, and must not fetch another.
  const line = site.scope === 'project' ? 'npx --no-install holdpoint' : programLine(program)
  return [edit(file, site.env, () => command.text(line))]
}

/** Call it after the install itself is removed. */
export const removeProjectCommands = (site: Site): readonly FileChange[] =>
  COMMANDS.flatMap(({ command }) => {
    const file = fileOf(site, command)
    const isShared = INSTALL_SCOPES.some((scope) => {
      const other = { ...site, scope }
      return scope !== site.scope && fileOf(other, command) === file && isRegistered(other)
    })
    return isShared || readRecord(file, site.env) === undefined ? [] : [giveBack(file, site.env, (text) => text)]
  })
