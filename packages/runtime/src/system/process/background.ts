import type { StateArea } from '@holdpoint/engine'
import { isAlive } from '../files/alive.ts'

/**
 * Work that continues after the answer. Requests are in a small file of the project's state; one worker per name
 * reads them, and notices newer requests. No process is ever killed by a pid that was read from a file: a worker
 * ends its own child, and exits when the file no longer names it.
 */
export interface Wanted {
  readonly job: string
  readonly data: unknown
  /** Increases with each request, so that a worker notices a newer one. */
  readonly serial: number
  /** Milliseconds since 1970. */
  readonly requestedAt: number
  /** Sessions that wait for the result. */
  readonly waiting: readonly string[]
  readonly worker: Worker
}

export interface Worker {
  readonly pid: number
  /** Pids are reused; this is not. */
  readonly token: string
  /** Milliseconds since 1970: the worker's last heartbeat. */
  readonly beatAt: number
}

/** A worker without a heartbeat for this long is dead, whatever its pid; if it still runs, it sees its replacement. */
const SILENT_MS = 30_000

export const fileFor = (name: string): string => `background-${name}`

export interface Request {
  readonly job: string
  readonly data: unknown
  readonly session: string
}

/** Starts a worker for a name and a token; returns its pid, or undefined when it could not be started. */
export type StartWorker = (name: string, token: string) => number | undefined

/** Returns whether a worker will do it. */
export function requestJob(area: StateArea, name: string, request: Request, start: StartWorker): boolean {
  const now = Date.now()
  const wanted = area.update<Wanted>(fileFor(name), (found) => {
    const old = wellFormed(found)
    const running = old !== undefined && isWorking(old.worker, now) ? old : undefined
    const worker = running?.worker ?? startedBy(start, name, now)
    if (worker === undefined) return undefined
    return {
      job: request.job,
      data: request.data,
      serial: (running?.serial ?? 0) + 1,
      requestedAt: now,
      waiting: [...new Set([...(running?.waiting ?? []), request.session])],
      worker,
    }
  })
  return wanted !== undefined
}

function startedBy(start: StartWorker, name: string, now: number): Worker | undefined {
  const token = `${now.toString(36)}-${Math.random().toString(36).slice(2)}`
  const pid = start(name, token)
  return pid === undefined ? undefined : { pid, token, beatAt: now }
}

export function isBusy(area: StateArea, name: string): boolean {
  const wanted = wellFormed(area.get(fileFor(name)))
  return wanted !== undefined && isWorking(wanted.worker, Date.now())
}

/** The worker notices that the request is gone, and ends what it started. */
export function cancelJob(area: StateArea, name: string, session: string): void {
  if (area.get(fileFor(name)) === undefined) return
  area.update<Wanted>(fileFor(name), (found) => {
    const old = wellFormed(found)
    const waiting = old?.waiting.filter((id) => id !== session) ?? []
    return old === undefined || waiting.length === 0 ? undefined : { ...old, waiting }
  })
}

const isWorking = ({ pid, beatAt }: Worker, now: number): boolean => isAlive(pid) && Math.abs(now - beatAt) < SILENT_MS

/** A damaged file contains no request. */
export function wellFormed(value: unknown): Wanted | undefined {
  const { job, data, serial, requestedAt, waiting, worker } = fields(value)
  const { pid, token, beatAt } = fields(worker)
  const isWhole =
    typeof job === 'string' &&
    typeof serial === 'number' &&
    typeof requestedAt === 'number' &&
    Array.isArray(waiting) &&
    typeof pid === 'number' &&
    typeof token === 'string' &&
    typeof beatAt === 'number'
  if (!isWhole) return undefined
  const sessions = waiting.filter((id) => typeof id === 'string')
  return { job, data, serial, requestedAt, waiting: sessions, worker: { pid, token, beatAt } }
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
