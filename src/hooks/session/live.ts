import type { Services } from '../../core/services.ts'

/** Which sessions of a project are under way: while another one is, what it needs is left alone. */

interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of the agent itself, where the host says so. */
  readonly pid?: number
}

type Sessions = Readonly<Record<string, Seen>>

const FILE = 'live-sessions'
/** Without a process to look at, a session that began longer ago is taken for over. */
const LIFE_MS = 12 * 3600 * 1000
/** Numbers of processes come back. */
const LIFE_WITH_PID_MS = 7 * 24 * 3600 * 1000

type World = Pick<Services, 'state' | 'process' | 'now' | 'env'>

export function noteSession(session: string, world: World): void {
  const pid = Number(world.env('CLAUDE_PID') ?? '')
  const seen: Seen = { at: world.now().getTime(), ...(Number.isSafeInteger(pid) && pid > 0 && { pid }) }
  change(world, (old) => ({ ...living(old, world), [session]: seen }))
}

export const forgetSession = (session: string, world: World): void =>
  change(world, (old) => Object.fromEntries(Object.entries(living(old, world)).filter(([id]) => id !== session)))

/** Other sessions that are under way. */
export const otherSessions = (session: string, world: World): readonly string[] =>
  Object.keys(living(read(world), world)).filter((id) => id !== session)

function living(sessions: unknown, { process, now }: World): Sessions {
  if (typeof sessions !== 'object' || sessions === null) return {}
  const isLiving = ({ at, pid }: Partial<Seen>): boolean => {
    const age = Math.abs(now().getTime() - Number(at))
    return typeof pid === 'number' ? age < LIFE_WITH_PID_MS && process.isAlive(pid) : age < LIFE_MS
  }
  const entries: readonly [string, unknown][] = Object.entries(sessions)
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, Seen] => typeof entry[1] === 'object' && entry[1] !== null && isLiving(entry[1]),
    ),
  )
}

function read({ state }: World): unknown {
  try {
    return state.project.get(FILE)
  } catch {
    return undefined
  }
}

/** Where nothing can be kept, every session thinks it is alone. */
function change({ state }: World, step: (old: unknown) => Sessions): void {
  try {
    state.project.update<unknown>(FILE, step)
  } catch {
    // As said.
  }
}
