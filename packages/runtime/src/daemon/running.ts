import type { Env } from '@holdpoint/engine'
import { BUILD } from '../build.ts'
import { ask } from './client/ask.ts'
import { daemonAddress, isSafe } from './client/place.ts'
import { readStatus, type DaemonStatus } from './status.ts'

const ANSWER_MS = 2_000

/** The daemon of this build; undefined when none answers, or when another user could have created its directory. */
export async function runningDaemon(env: Env): Promise<DaemonStatus | undefined> {
  const address = daemonAddress(env, BUILD)
  return isSafe(address) ? readStatus(await ask(address.socket, ['status'], '', ANSWER_MS)) : undefined
}
