import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { Scope } from '@holdpoint/runtime'
import type { HttpEntry } from '@holdpoint/runtime/daemon'

/** An entry by which the host calls the daemon itself, without a process in between. */
export interface HttpHook {
  readonly type: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly allowedEnvVars: readonly string[]
  readonly timeout: number
  readonly onFailure?: 'block'
}

/**
 * These stay commands. The host does not call the first two by http, and ignores the text of the third; one answers by
 * its exit code; and one command in each turn restarts a daemon that is gone.
 */
const BY_COMMAND: readonly string[] = ['SessionStart', 'Setup', 'PreCompact', 'TeammateIdle', 'UserPromptSubmit']

export const isByHttp = (event: string): boolean => !BY_COMMAND.includes(event)

export function httpHook(event: string, scope: Scope, { port, token }: HttpEntry, timeout: number): HttpHook {
  return {
    type: 'http',
    // The host expands no variables in an address, so the entry contains port and token.
    url: `http://127.0.0.1:${port}/hook/${event}?from=${scope}`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-holdpoint-project': '$CLAUDE_PROJECT_DIR',
      'x-holdpoint-parent': '$HOLDPOINT_PARENT',
    },
    allowedEnvVars: ['CLAUDE_PROJECT_DIR', 'HOLDPOINT_PARENT'],
    timeout,
    // With the daemon gone there is no fallback. A host that does not know this field lets the tool run.
    ...(event === 'PreToolUse' && { onFailure: 'block' as const }),
  }
}

/** A port that is free now, and a random token. */
export async function newHttpEntry(): Promise<HttpEntry> {
  const server = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
  await new Promise((resolve) => server.close(resolve))
  return { port, token: randomBytes(24).toString('hex') }
}
