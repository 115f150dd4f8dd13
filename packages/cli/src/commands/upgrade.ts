import { DEFAULT_HOST, HOSTS } from '@holdpoint/hosts'
import { UserError } from '@holdpoint/engine'
import { install, isInstalled } from '../install/install.ts'
import { writeProjectCommands } from '../install/project-command.ts'
import { rewriteOutdated } from '../install/outdated.ts'
import { INSTALL_SCOPES } from '../install/scopes.ts'
import { showChanges } from './init.ts'
import { printJson } from './output.ts'
import { thisProgram } from './program.ts'
import { projectRoot } from './project.ts'

interface UpgradeOptions {
  readonly project?: string
  readonly json?: boolean
}

/** Replaces entries and option names of older versions by those of this one. Presets and everything else stay. */
export async function upgrade({ project, json }: UpgradeOptions): Promise<void> {
  const root = projectRoot(project)
  const targets = INSTALL_SCOPES.flatMap((scope) =>
    HOSTS.map(({ id }) => ({ scope, root, env: process.env, host: id })),
  ).filter(isInstalled)
  const changes = [...(await rewriteOutdated(root, process.env))]
  if (targets.length + changes.length === 0)
    throw new UserError('holdpoint is not installed here. Run `holdpoint init`.')
  for (const target of targets) {
    const program = { ...thisProgram(), scope: target.scope }
    const installed = await install(target, program, [])
    changes.push(...installed.changes.filter(({ file }) => !file.endsWith('.yml')))
    if (target.host === DEFAULT_HOST) changes.push(...writeProjectCommands(target, program, []))
  }
  if (json === true) return printJson({ scopes: targets.map(({ scope }) => scope), changes })
  showChanges(changes)
}
