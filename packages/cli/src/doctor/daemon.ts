import { BUILD } from '@holdpoint/runtime'
import { readStatus, ask, isSafe, daemonAddress } from '@holdpoint/runtime/daemon'
import type { ClaudeVersion } from '../install/claude-version.ts'
import { clientOf } from '../install/client.ts'
import { waysOf } from '@holdpoint/runtime/audit'
import { error, ok, warn, type Finding } from './finding.ts'
import { socketReaches } from './socket-way.ts'
import type { Env } from '@holdpoint/engine'

const ANSWER_MS = 2_000

/** How events reach the engine. Checked after the installed commands have run: they start a missing daemon. */
export async function checkDaemon(line: string, env: Env): Promise<Finding> {
  const client = clientOf(line)
  if (client === 'node') return ok('each event starts Node, as configured (`init --client node`)')
  const address = daemonAddress(env, BUILD)
  const logs = 'See `holdpoint daemon logs`, then try `holdpoint daemon start`.'
  if (!isSafe(address)) {
    return warn(
      `each event starts Node: ${address.directory}, the daemon’s directory, is missing or not private.`,
      `Make it your own directory with mode 700. ${logs}`,
    )
  }
  const status = readStatus(await ask(address.socket, ['status'], '', ANSWER_MS))
  if (status === undefined) return warn('each event starts Node: no daemon answers.', logs)
  if (client === 'http') {
    return status.http === null
      ? warn(
          'the daemon does not listen on the port of the entries. Another program may use it.',
          'Run `holdpoint init --client http` again.',
        )
      : ok(`the agent calls the daemon (process ${status.pid}) on port ${status.http}`)
  }
  if (status.listening.includes('loopback')) return ok(`bash calls the daemon (process ${status.pid})`)
  if (client === 'shell' && (await socketReaches(address.socket, env)))
    return ok(`\`nc\` calls the daemon (process ${status.pid}) through its socket`)
  return warn(
    `each event starts Node: the daemon (process ${status.pid}) runs, but neither bash nor \`nc\` can call it.`,
    'Install bash 4.1 or newer, or the OpenBSD netcat (`netcat-openbsd`).',
  )
}

/** With this many decisions, it is no coincidence that the daemon answered none. */
const ENOUGH = 10

/** How events reached the engine, by the audit: a running daemon is useless when no client reaches it. */
export function checkWays(line: string, projectDirectory: string): readonly Finding[] {
  const { daemon, cold } = waysOf(projectDirectory)
  if (daemon + cold === 0 || clientOf(line) === 'node') return []
  const text = `of the last ${daemon + cold} events the daemon answered ${daemon}`
  return [
    daemon === 0 && cold >= ENOUGH
      ? warn(`${text}, so each one starts Node.`, 'Run `holdpoint init` again, and see `holdpoint daemon logs`.')
      : ok(text),
  ]
}

/** When the host starts the script without a shell, the host itself must handle a missing script. */
export function checkClient(line: string, claude: ClaudeVersion | undefined): readonly Finding[] {
  const client = clientOf(line)
  const isOfOneMachine = / --from (?:user|local)\b/.test(line)
  if (client === 'shell' && claude?.knowsOnFailure === true && isOfOneMachine)
    return [ok('a shell starts the script that calls the daemon (`holdpoint init --client bash` avoids it)')]
  if (client !== 'bash' || claude?.knowsOnFailure !== false) return []
  return [
    error(
      `Claude Code ${claude.text} runs every tool if the script of these entries is missing.`,
      'Run `holdpoint init --client shell` again, or update Claude Code.',
    ),
  ]
}
