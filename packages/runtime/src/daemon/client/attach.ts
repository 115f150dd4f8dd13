import { statSync } from 'node:fs'
import { writeAtomic } from '../../system/files/write.ts'
import { startDetached } from '../../system/process/detached.ts'
import { ask } from './ask.ts'
import { daemonAddress, isSafe, prepareAddress, type DaemonAddress } from './place.ts'
import type { Surroundings } from './wire.ts'

/** What the daemon needs to answer for a session. Kept in memory only, because it contains a whole environment. */
export interface Attachment extends Surroundings {
  readonly session: string
}

export interface Daemon {
  readonly build: string
  /** The program to start the daemon from. */
  readonly program: string
  /** The host calls the daemon by HTTP from now on, so the daemon must be running. */
  readonly isNeeded: boolean
}

/** The host gives a plugin's hooks an environment of their own, and another host has another one. */
export const attachedAs = (scope: string | undefined, session: string): string =>
  scope === 'plugin' || scope?.includes('/') === true ? `${scope}:${session}` : session

const BUDGET_MS = 500
/** How long a daemon takes to start on a slow machine; until then no client starts another one. */
const STARTING_MS = 5_000

/** The longest delay of an agent's start that users accept. */
const NEEDED_MS = 3_000
const STEP_MS = 25

/** Makes the daemon ready to answer the next event of this session. Called after the answer; never throws. */
export async function attach(attachment: Attachment, { build, program, isNeeded }: Daemon): Promise<void> {
  try {
    const address = daemonAddress(attachment.env, build)
    prepareAddress(address)
    const isThere = await register(address, attachment)
    if (!isThere && !isStarting(address)) {
      writeAtomic(address.starting, `${process.pid}\n`)
      startDetached(process.execPath, [program, 'daemon', 'run', attachment.session, attachment.cwd], attachment.env)
    }
    if (isNeeded) await presence(address)
  } catch {
    // Events are answered without the daemon; `doctor` reports why it does not run.
  }
}

/** Whether a daemon is running. It may refuse the session, but so would another daemon. */
async function register(address: DaemonAddress, attachment: Attachment): Promise<boolean> {
  if (!isSafe(address)) return false
  return (await ask(address.socket, ['attach'], JSON.stringify(attachment), BUDGET_MS)) !== undefined
}

async function presence({ socket }: DaemonAddress): Promise<void> {
  const giveUpAt = Date.now() + NEEDED_MS
  while (Date.now() < giveUpAt && (await ask(socket, ['ready'], '', BUDGET_MS)) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

function isStarting({ starting }: DaemonAddress): boolean {
  const age = Date.now() - (statSync(starting, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return age >= 0 && age < STARTING_MS
}
