import type { BackgroundJob, JobWorld, RecordResult, StateArea } from '@holdpoint/engine'
import { fileFor, wellFormed, type Wanted } from './background.ts'

const LOOK_MS = 100
const BEAT_MS = 5_000

export interface Assignment {
  readonly name: string
  readonly token: string
  readonly area: StateArea
  readonly world: JobWorld
  /** Aborted when this process has to end. */
  readonly stop: AbortSignal
  find(job: string): Promise<BackgroundJob | undefined>
}

/**
 * Runs a worker: waits until a request may start, does it, and stores the result, unless a newer request
 * has arrived meanwhile; then it starts over.
 */
export async function work(assignment: Assignment): Promise<void> {
  for (;;) {
    const wanted = claim(assignment)
    const job = wanted && (await assignment.find(wanted.job))
    if (wanted === undefined || job === undefined) return
    const isStillWanted = await whenDue(job, wanted, assignment)
    const record = isStillWanted ? await attempt(job, wanted, assignment) : undefined
    if (record !== undefined && finish(record, wanted, assignment)) return
  }
}

/** The current request, with a heartbeat. Undefined when another worker owns it, or there is none. */
function claim({ area, name, token, stop }: Assignment): Wanted | undefined {
  if (stop.aborted) return undefined
  let mine: Wanted | undefined
  area.update<Wanted>(fileFor(name), (found) => {
    const old = wellFormed(found)
    mine = old?.worker.token === token ? withBeat(old) : undefined
    return mine ?? old
  })
  return mine
}

const withBeat = (wanted: Wanted): Wanted => ({
  ...wanted,
  worker: { ...wanted.worker, pid: process.pid, beatAt: Date.now() },
})

/** Whether this request is still the newest one. */
function isNewest({ serial }: Wanted, { area, name, token, stop }: Assignment): boolean {
  if (stop.aborted) return false
  try {
    const now = wellFormed(area.get(fileFor(name)))
    return now?.worker.token === token && now.serial === serial
  } catch {
    return false
  }
}

async function whenDue(job: BackgroundJob, wanted: Wanted, assignment: Assignment): Promise<boolean> {
  const startAt = job.startAt(wanted.data, wanted.requestedAt, assignment.world)
  for (;;) {
    if (!isNewest(wanted, assignment)) return false
    const left = startAt - Date.now()
    if (left <= 0) return true
    await pause(Math.min(left, LOOK_MS))
  }
}

/** Undefined when it was aborted. */
async function attempt(job: BackgroundJob, wanted: Wanted, assignment: Assignment): Promise<RecordResult | undefined> {
  const controller = new AbortController()
  let beatAt = Date.now()
  const looking = setInterval(() => {
    if (!isNewest(wanted, assignment)) controller.abort()
    else if (Date.now() - beatAt > BEAT_MS) {
      beatAt = Date.now()
      claim(assignment)
    }
  }, LOOK_MS)
  try {
    const record = await job.perform(wanted.data, assignment.world, controller.signal)
    return controller.signal.aborted ? undefined : record
  } finally {
    clearInterval(looking)
  }
}

/** Checks and writes under one lock, so that a result of older code never overwrites a newer request. */
function finish(record: RecordResult, { serial }: Wanted, { area, name, token }: Assignment): boolean {
  let isDone = true
  area.update<Wanted>(fileFor(name), (found) => {
    const now = wellFormed(found)
    if (now?.worker.token !== token) return now
    isDone = now.serial === serial
    if (!isDone) return now
    record(now.waiting)
    return undefined
  })
  return isDone
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
