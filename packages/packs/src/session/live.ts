import type { Services } from '@holdpoint/engine'

/** The active sessions of a project: while another one is active, its files are kept. */

interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Process id of the agent, where the host reports it. */
  readonly pid?: number
}

type Sessions = Readonly<Record<string, Seen>>

const FILE = 'live-sessions'
/** Without a process id, a session that began longer ago than this counts as over. */
const LIFE_MS = 12 * 3600 * 1000
/** Process ids are reused. */
const LIFE_WITH_PID_MS = 7 * 24 * 3600 * 1000

type LiveServices = Pick<Services, 'state' | 'process' | 'now' | 'env'>

export function noteSession(session: string, world: LiveServices): void {
  const pid = ownPid(world)
  const seen: Seen = { at: world.now().getTime(), ...(pid !== undefined && { pid }) }
  change(world, (old) => ({ ...others(old, session, world), [session]: seen }))
}

/** When no session is over, the file stays unchanged and needs no lock. */
export function forgetSession(session: string, world: LiveServices): void {
  const sessions = read(world)
  const isOver = Object.keys(others(sessions, session, world)).length < Object.keys(sessions ?? {}).length
  if (isOver) change(world, (old) => others(old, session, world))
}

/** Other active sessions. */
export const otherSessions = (session: string, world: LiveServices): readonly string[] =>
  Object.keys(others(read(world), session, world))

function ownPid({ env }: LiveServices): number | undefined {
  const pid = Number(env('CLAUDE_PID') ?? '')
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

function others(sessions: unknown, session: string, world: LiveServices): Sessions {
  if (typeof sessions !== 'object' || sessions === null) return {}
  const isOther = ([id, seen]: readonly [string, unknown]): boolean => {
    if (id === session || typeof seen !== 'object' || seen === null) return false
    const { at, pid } = seen as Partial<Seen>
    const age = Math.abs(world.now().getTime() - Number(at))
    if (typeof pid !== 'number') return age < LIFE_MS
    // An agent has one session at a time: its earlier ones are over.
    return pid !== ownPid(world) && age < LIFE_WITH_PID_MS && world.process.isAlive(pid)
  }
  return Object.fromEntries(Object.entries(sessions).filter(isOther))
}

function read({ state }: LiveServices): unknown {
  try {
    return state.project.get(FILE)
  } catch {
    return undefined
  }
}

/** Without a writable file, every session sees itself as the only one. */
function change({ state }: LiveServices, step: (old: unknown) => Sessions): void {
  try {
    state.project.update<unknown>(FILE, step)
  } catch {
    // See above.
  }
}
