import type { StateArea } from '@holdpoint/engine'

/** The active runs of an async command. The limit stops a slow command from filling the machine. */
export const MAX_RUNNING = 16

interface Running {
  readonly name: string
  /** Milliseconds since 1970: the run has ended by then in any case. */
  readonly until: number
}

/** Lets a run that is ended at its timeout still report it. */
const GRACE_MS = 10_000

const fileOf = (id: string): string => `running-${id.replaceAll('/', '-')}`

export interface Beginning {
  readonly isAllowed: boolean
  /** Runs that should have ended long ago. */
  readonly lost: readonly string[]
}

export function begin(area: StateArea, id: string, name: string, now: number, limitMs: number): Beginning {
  let isAllowed = false
  let lost: readonly string[] = []
  area.update<readonly Running[]>(fileOf(id), (found) => {
    const all = runningIn(found)
    const atWork = all.filter(({ until }) => until > now)
    lost = all.filter(({ until }) => until <= now).map((run) => run.name)
    isAllowed = atWork.length < MAX_RUNNING
    return isAllowed ? [...atWork, { name, until: now + limitMs + GRACE_MS }] : atWork
  })
  return { isAllowed, lost }
}

export function finished(area: StateArea, id: string, name: string): void {
  area.update<readonly Running[]>(fileOf(id), (found) => {
    const left = runningIn(found).filter((run) => run.name !== name)
    return left.length === 0 ? undefined : left
  })
}

const runningIn = (value: unknown): readonly Running[] => (Array.isArray(value) ? value.filter(isRunning) : [])

function isRunning(value: unknown): value is Running {
  const { name, until } = (value ?? {}) as Partial<Record<keyof Running, unknown>>
  return typeof name === 'string' && typeof until === 'number'
}
