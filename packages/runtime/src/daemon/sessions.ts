import type { Attachment } from './client/attach.ts'
import type { IgnoredVariable } from '../own-environment.ts'
import { isAlive } from '../system/files/alive.ts'
import type { Env } from '@holdpoint/engine'

/** A session, and which of its variables the daemon has removed. */
export interface Session extends Attachment {
  readonly ignored?: readonly IgnoredVariable[]
}

export interface Sessions {
  /** Undefined when accepted, else the reason for the refusal. */
  attach(session: Session): string | undefined
  /** Undefined for a session that is not known. A session that was asked for is kept longer than the others. */
  get(session: string): Session | undefined
  count(): number
}

/** Sessions that nobody has asked for longest are forgotten first; their next event brings the environment again. */
const MAX_SESSIONS = 5_000
/** An environment has some thousand characters, so this is enough for all of them. */
const MAX_CHARACTERS = 64 << 20

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
  let characters = 0
  const forget = (found: Known | undefined): void => {
    if (found !== undefined && known.delete(found.session)) characters -= found.characters
  }
  const keep = (session: Known): void => {
    forget(known.get(session.session))
    known.set(session.session, session)
    characters += session.characters
  }
  return {
    attach({ env: given, ...more }) {
      const { session } = more
      const env = withoutEvent(given)
      if (session === '' || session === 'unknown') return 'a session without a name'
      const other = OF_PLACES.find((name) => env[name] !== own[name])
      if (other !== undefined) return `${other} is not the daemon's`
      const run = Object.keys(env).find((name) => OF_ONE_RUN.test(name))
      if (run !== undefined) return `${run} is set for one run`
      const old = known.get(session)
      const isSame = old !== undefined && isEqual(old.env, env)
      if (old !== undefined && isRunning(old)) return isSame ? undefined : ANOTHER
      const isDoubtful = old !== undefined && (old.isDoubtful || (processOf(old) === undefined && !isSame))
      keep({ ...more, env, isDoubtful, characters: charactersOf(env) })
      for (const oldest of known.values()) {
        if (known.size <= MAX_SESSIONS && characters <= MAX_CHARACTERS) break
        forget(oldest)
      }
      return isDoubtful ? ANOTHER : undefined
    },
    get(session) {
      const found = known.get(session)
      if (found === undefined) return undefined
      keep(found)
      return found.isDoubtful ? undefined : found
    },
    count: () => known.size,
  }
}

const ANOTHER = 'the session has another environment'

interface Known extends Session {
  readonly isDoubtful: boolean
  readonly characters: number
}

const charactersOf = (env: Env): number =>
  Object.entries(env).reduce((sum, [name, value = '']) => sum + name.length + value.length, 0)

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
