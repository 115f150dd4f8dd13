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
  if (client === 'node') return ok('each event starts Node, as this install wants it (`init --client node`)')
  const address = daemonAddress(env, BUILD)
  const logs = '`holdpoint daemon logs` may tell why; `holdpoint daemon start` tries again.'
  if (!isSafe(address)) {
    return warn(
      `each event starts Node: ${address.directory}, where the daemon would be reached, is missing or not yours alone.`,
      `Make it a directory of yours, mode 700. ${logs}`,
    )
  }
  const status = readStatus(await ask(address.socket, ['status'], '', ANSWER_MS))
  if (status === undefined) return warn('each event starts Node: no daemon answers.', logs)
  if (client === 'http') {
    return status.http === null
      ? warn(
          'the daemon does not listen where the entries call it; another program may have the port.',
          'Run `holdpoint init --client http` again.',
        )
      : ok(`the agent asks the daemon, process ${status.pid}, on port ${status.http}`)
  }
  if (status.listening.includes('loopback')) return ok(`the daemon, process ${status.pid}, is asked by bash`)
  if (client === 'shell' && (await socketReaches(address.socket, env)))
    return ok(`the daemon, process ${status.pid}, is asked through its socket, by \`nc\``)
  return warn(
    `each event starts Node: there is a daemon, process ${status.pid}, but neither bash nor \`nc\` that could ask it.`,
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
      ? warn(`${text}, so each one starts Node.`, 'Run `holdpoint init` again; `holdpoint daemon logs` may tell why.')
      : ok(text),
  ]
}

/** When the host starts the script without a shell, the host itself must handle a missing script. */
export function checkClient(line: string, claude: ClaudeVersion | undefined): readonly Finding[] {
  const client = clientOf(line)
  const isOfOneMachine = / --from (?:user|local)\b/.test(line)
  if (client === 'shell' && claude?.knowsOnFailure === true && isOfOneMachine)
    return [ok('a shell stands around the script that asks the daemon; `holdpoint init --client bash` does without it')]
  if (client !== 'bash' || claude?.knowsOnFailure !== false) return []
  return [
    error(
      `Claude Code ${claude.text} lets every tool run when the script of these entries is gone.`,
      'Run `holdpoint init --client shell` again, or update Claude Code.',
    ),
  ]
}
