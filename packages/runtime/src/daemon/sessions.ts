import type { Attachment } from './client/attach.ts'
import { isAlive } from '../system/files/alive.ts'
import type { Env } from '@holdpoint/engine'

export interface Sessions {
  /** Undefined when taken, else why not. */
  attach(attachment: Attachment): string | undefined
  get(session: string): Attachment | undefined
  count(): number
}

/** The environment of many sessions is a few megabytes; the oldest ones are over by then. */
const MAX_SESSIONS = 200

/** They say where configuration and state lie, and what day it is; one daemon has one such place. */
const OF_PLACES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR', 'TZ']

/** Switches for one run. Whoever sets them means that run, so it is answered without us. */
const OF_ONE_RUN = /^HOLDPOINT_/

/** The host or its shell sets these anew for each event. */
const OF_ONE_EVENT = ['CLAUDE_ENV_FILE', 'CLAUDE_EFFORT', 'PWD', 'OLDPWD', 'SHLVL', '_']

/**
 * What the daemon knows of the sessions it answers for. A session's environment is told once, by the hook that saw
 * it start. Nobody can replace it while the agent that it belongs to is running: a command of that agent could
 * otherwise choose which git its own guards see. Where the host does not say which process it is, nobody knows who
 * is right of two that differ, and the session is answered without us.
 */
export function openSessions(own: Env): Sessions {
  const known = new Map<string, Known>()
  return {
    attach({ session, cwd, env: given }) {
      const env = withoutEvent(given)
      if (session === '' || session === 'unknown') return 'a session without a name'
      const other = OF_PLACES.find((name) => env[name] !== own[name])
      if (other !== undefined) return `${other} is not the daemon's`
      const run = Object.keys(env).find((name) => OF_ONE_RUN.test(name))
      if (run !== undefined) return `${run} is set for one run`
      const old = known.get(session)
      if (old !== undefined && isRunning(old)) return undefined
      const isDoubtful =
        old !== undefined && (old.isDoubtful || (processOf(old) === undefined && !isEqual(old.env, env)))
      known.delete(session)
      known.set(session, { session, cwd, env, isDoubtful })
      const [oldest] = known.keys()
      if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest)
      return undefined
    },
    get(session) {
      const found = known.get(session)
      return found?.isDoubtful === true ? undefined : found
    },
    count: () => known.size,
  }
}

interface Known extends Attachment {
  readonly isDoubtful: boolean
}

const withoutEvent = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ONE_EVENT.includes(name)))

const isEqual = (one: Env, other: Env): boolean =>
  [...Object.keys(one), ...Object.keys(other)].every((name) => one[name] === other[name])

function processOf({ env }: Attachment): number | undefined {
  const pid = Number(env['CLAUDE_PID'])
  return Number.isInteger(pid) && pid > 0 ? pid : undefined
}

const isRunning = (attachment: Attachment): boolean => isAlive(processOf(attachment) ?? 0)

/** An attachment as it came over the wire. */
export function parseAttachment(text: string): Attachment | undefined {
  try {
    const { session, cwd, env } = JSON.parse(text) as Partial<Record<keyof Attachment, unknown>>
    if (typeof session !== 'string' || typeof cwd !== 'string' || typeof env !== 'object' || env === null) return
    const texts = Object.entries(env).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return { session, cwd, env: Object.fromEntries(texts) }
  } catch {
    return undefined
  }
}
