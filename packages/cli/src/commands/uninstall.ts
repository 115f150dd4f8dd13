import { DEFAULT_HOST } from '@holdpoint/hosts'
import { UserError } from '@holdpoint/engine'
import { isInstalled, uninstall as giveBack } from '../install/install.ts'
import { removeProjectCommands } from '../install/project-command.ts'
import { INSTALL_SCOPES } from '../install/scopes.ts'
import { endDaemon } from './daemon.ts'
import { hostsNamed } from './hosts.ts'
import { showChanges } from './init.ts'
import { print, printJson } from './output.ts'
import { projectRoot } from './project.ts'

interface UninstallOptions {
  readonly scope?: string
  readonly host?: readonly string[]
  readonly project?: string
  readonly json?: boolean
}

export async function uninstall({ scope, host, project, json }: UninstallOptions): Promise<void> {
  const root = projectRoot(project)
  const wanted = INSTALL_SCOPES.filter((name) => scope === undefined || name === scope)
  if (wanted.length === 0) throw new UserError(`invalid --scope \`${scope}\`. Allowed: ${INSTALL_SCOPES.join(', ')}.`)
  const targets = wanted
    .flatMap((name) => hostsNamed(host).map((id) => ({ scope: name, root, env: process.env, host: id })))
    .filter(isInstalled)
  const changes = targets.flatMap((target) => [
    ...giveBack(target),
    ...(target.host === DEFAULT_HOST ? removeProjectCommands(target) : []),
  ])
  const daemon = targets.length === 0 ? undefined : await endDaemon()
  if (json === true)
    return printJson({
      scopes: targets.map((target) => target.scope),
      hosts: targets.map((target) => target.host),
      changes,
      daemon: daemon ?? null,
    })
  if (targets.length === 0) return print('Nothing to remove: no settings file has an entry of Holdpoint.')
  showChanges(changes.filter(({ did }) => did !== 'unchanged'))
  if (daemon !== undefined) print(`stopped the daemon (process ${daemon})`)
  print('\nThe audit is kept. `holdpoint init` installs again.')
}
