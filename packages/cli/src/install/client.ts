import { chmodSync, statSync } from 'node:fs'
import { UserError, type Env } from '@holdpoint/engine'
import { lineOf } from '@holdpoint/runtime'
import { canAsk, readHttpEntry, removeHttpEntry, writeHttpEntry } from '@holdpoint/runtime/daemon'
import { stateHome } from '@holdpoint/runtime/system'
import { CLIENTS, type Client, type Program } from './command-line.ts'
import { claudeVersion } from './claude-version.ts'
import { newHttpEntry } from './http.ts'
import { entriesOf } from './formats.ts'
import type { IsOurs } from './ours.ts'
import type { InstallScope } from './scopes.ts'
import { isOurEntry } from './settings-text.ts'

/** The client that the entries of a settings file use. Undefined when none of them is ours. */
export function clientIn(text: string, isOurs: IsOurs, host?: string): Client | undefined {
  const lines = Object.values(entriesOf(text, host))
    .flat()
    .filter((entry) => isOurEntry(entry, isOurs))
    .map((entry) => lineOf(entry as Record<string, unknown>))
  const clients = lines.map(clientOf)
  return RAREST.find((client) => clients.includes(client))
}

/** Some events always use another client. */
const RAREST: readonly Client[] = ['http', 'bash', 'shell', 'node']

/** The client of one entry, by its line or address. */
export function clientOf(line: string): Client {
  if (line.startsWith('http')) return 'http'
  if (line.includes('ask.sh hook ')) return 'bash'
  return line.includes(' --daemon') || line.includes('client.sh') ? 'shell' : 'node'
}

export function clientNamed(name: string): Client {
  const client = CLIENTS.find((known) => known === name)
  if (client === undefined) throw new UserError(`invalid --client \`${name}\`. Allowed: ${CLIENTS.join(', ')}.`)
  return client
}

/** The program with everything that its entries name. Creates a port and a token when there are none yet. */
export async function withClient(program: Program, client: Client, env: Env): Promise<Program> {
  if (program.scope === 'project' && (client === 'http' || client === 'bash')) {
    const what = client === 'http' ? 'a port and a token' : 'paths'
    throw new UserError(
      `--client ${client} writes ${what} of this machine into the settings. Use --scope local or user.`,
    )
  }
  if (client === 'bash' && !(await canAsk(program.bin))) {
    throw new UserError('--client bash needs `/bin/bash` 4.1 or newer. Use --client shell.')
  }
  if (client !== 'http') return { ...program, client }
  const home = stateHome(env)
  const http = readHttpEntry(home) ?? (await newHttpEntry())
  writeHttpEntry(home, http)
  return { ...program, client, http }
}

/** The cheapest client without a gap: such a host refuses the call when the script is missing, instead of going on. */
export const usualClient = async ({ scope, bin }: Program, env: Env): Promise<Client> =>
  (scope === 'user' || scope === 'local') && (await claudeVersion(env))?.knowsOnFailure === true && (await canAsk(bin))
    ? 'bash'
    : 'shell'

/** The program as installed already; creates nothing. */
export function asInstalled(program: Program, client: Client | undefined, env: Env): Program {
  const http = client === 'http' ? readHttpEntry(stateHome(env)) : undefined
  return { ...program, ...(client !== undefined && { client }), ...(http !== undefined && { http }) }
}

/** Other users must not read the token. */
export function makePrivate(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode !== undefined && (mode & 0o077) !== 0) chmodSync(file, 0o600)
}

/** The daemon stops listening when the user's install is removed; installs of projects may still need it. */
export function forgetHttp(scope: InstallScope, client: Client | undefined, env: Env): void {
  if (client === 'http' && scope === 'user') removeHttpEntry(stateHome(env))
}
