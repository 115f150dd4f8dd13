import type { Attachment } from './client/attach.ts'
import { isAlive } from '../system/files/alive.ts'
import type { Env } from '@holdpoint/engine'

export interface Sessions {
  /** Undefined when accepted, else the reason for the refusal. */
  attach(attachment: Attachment): string | undefined
  get(session: string): Attachment | undefined
  count(): number
}

/** The environments of this many sessions take a few megabytes; older sessions have probably ended. */
const MAX_SESSIONS = 200

/** These set the location of configuration and state, and the date; one daemon serves one value of each. */
const OF_PLACES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'TMPDIR', 'TZ']

/** Switches for one run. They apply to that run only, so the daemon declines it. */
const OF_ONE_RUN = /^HOLDPOINT_/

/** The host or its shell sets these for each event. */
const OF_ONE_EVENT = ['CLAUDE_ENV_FILE', 'CLAUDE_EFFORT', 'PWD', 'OLDPWD', 'SHLVL', '_']

/**
 * The sessions that the daemon answers for. The hook that sees a session start sends the session's environment once.
 * It cannot be replaced while the agent process runs: otherwise a command of that agent could choose which git its
 * own guards use. When the host does not report its process and two environments differ, the daemon cannot know
 * which one is right, so it declines the session.
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

/** Parses an attachment received from a client. */
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
