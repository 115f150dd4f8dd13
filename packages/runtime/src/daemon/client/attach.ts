import { statSync } from 'node:fs'
import { writeAtomic } from '../../system/files/write.ts'
import { startDetached } from '../../system/process/detached.ts'
import { ask } from './ask.ts'
import { daemonAddress, isSafe, prepareAddress, type DaemonAddress } from './place.ts'
import type { Env } from '@holdpoint/engine'

/** What the daemon has to know of a session to answer in its stead. Kept in memory only: it is a whole environment. */
export interface Attachment {
  readonly session: string
  readonly cwd: string
  readonly env: Env
}

export interface Daemon {
  readonly build: string
  /** The file to start it from. */
  readonly program: string
  /** The host calls it by itself from now on, so it has to be there. */
  readonly isNeeded: boolean
}

/** The host gives a plugin's hooks an environment of their own. */
export const attachedAs = (scope: string | undefined, session: string): string =>
  scope === 'plugin' ? `plugin:${session}` : session

const BUDGET_MS = 500
/** A daemon that was started takes this long to be there, on a slow machine; until then nobody starts another. */
const STARTING_MS = 5_000

/** As long as a user waits for an agent to start without a question. */
const NEEDED_MS = 3_000
const STEP_MS = 25

/** Sees to it that the daemon answers the next event of this session. Called after the answer; never throws. */
export async function attach(attachment: Attachment, { build, program, isNeeded }: Daemon): Promise<void> {
  try {
    const meeting = daemonAddress(attachment.env, build)
    prepareAddress(meeting)
    const isThere = await register(meeting, attachment)
    if (!isThere && !isStarting(meeting)) {
      writeAtomic(meeting.starting, `${process.pid}\n`)
      startDetached(process.execPath, [program, 'daemon', 'run', attachment.session, attachment.cwd], attachment.env)
    }
    if (isNeeded) await presence(meeting)
  } catch {
    // Events are answered without it; `doctor` tells why it is not there.
  }
}

/** Whether a daemon is there. It may refuse the session, which another daemon would do as well. */
async function register(meeting: DaemonAddress, attachment: Attachment): Promise<boolean> {
  if (!isSafe(meeting)) return false
  return (await ask(meeting.socket, ['attach'], JSON.stringify(attachment), BUDGET_MS)) !== undefined
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
