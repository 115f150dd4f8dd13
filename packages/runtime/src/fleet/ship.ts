import { isObject } from '@holdpoint/engine'
import type { Link } from '../audit/store/log.ts'
import type { Store } from '../audit/store/store.ts'
import { batchOf, fitting } from './batch.ts'
import { call, type Caller } from './client.ts'
import { readShipState, writeShipState, type ShipState } from './cursor.ts'
import type { Enrolment } from './enrolment.ts'
import { MAX_LINES, PATHS, type ChainName } from './wire.ts'

export interface ShipOptions {
  readonly store: Pick<Store, 'state' | 'page'>
  readonly directory: string
  readonly root: string
  readonly project: string
  readonly enrolment: Enrolment
  readonly now: () => number
  /** No new request begins after this time. */
  readonly deadline: number
  /** A job in the background waits after a failure; a user who asks does not. */
  readonly patient?: boolean
}

export interface ShipResult {
  readonly sent: number
  /** Entries that the server does not have yet. */
  readonly left: number
  readonly problem?: string
  readonly forkAt?: number
}

const FIRST_WAIT_MS = 60_000
const MAX_WAIT_MS = 60 * 60_000
/** A server that keeps naming another head is not making progress. */
const MAX_CONFLICTS = 5

/**
 * Sends what the server does not have yet, oldest first. The server's head decides where to go on, so a lost answer,
 * a second shipper or a lost cursor neither loses an entry nor sends one twice.
 */
export async function ship(options: ShipOptions): Promise<ShipResult> {
  const { store, directory, enrolment, now, deadline } = options
  const { epoch, anchor, head } = await store.state()
  const known = readShipState(directory)
  const isSame = known?.machine === enrolment.machine && known.epoch === epoch
  const before: ShipState = isSame ? known : freshState(options, epoch, anchor.sequence)
  if (before.forkAt !== undefined) return { sent: 0, left: head.sequence - before.sequence, forkAt: before.forkAt }
  if (options.patient === true && (before.retryAt ?? 0) > now())
    return { sent: 0, left: head.sequence - before.sequence, ...problemOf(before.problem) }

  let [sequence, sent, conflicts]: [number, number, number] = [before.sequence, 0, 0]
  const save = (more: Partial<ShipState>): void =>
    writeShipState(directory, { ...freshState(options, epoch, sequence), ...more })
  const stop = (problem: string, retryAfterMs?: number): ShipResult => {
    const failures = (before.failures ?? 0) + 1
    save({
      ...(before.at !== undefined && { at: before.at }),
      problem,
      failures,
      retryAt: now() + waitFor(failures, retryAfterMs),
    })
    return { sent, left: head.sequence - sequence, problem }
  }
  while (sequence < head.sequence) {
    if (now() > deadline) return { sent, left: head.sequence - sequence }
    const from = Math.max(sequence, anchor.sequence)
    const previous = await linkAt(store, anchor, from)
    const entries = fitting(await store.page(from, MAX_LINES))
    const last = entries.at(-1)
    if (previous === undefined || last === undefined)
      return stop('the local chain has a gap; run: holdpoint audit verify')
    const chain: ChainName = { project: options.project, epoch }
    const batch = batchOf(chain, enrolment.level, previous, entries)
    const answer = await call(
      callerOf(enrolment),
      'POST',
      PATHS.ship,
      from > sequence ? { ...batch, gap: true } : batch,
    )
    if (answer.kind === 'ok') {
      sequence = last.sequence
      sent += entries.length
      save({ at: now() })
      continue
    }
    if (answer.kind === 'later') return stop(answer.problem, answer.retryAfterMs)
    const theirs = answer.status === 409 ? headIn(answer.body) : undefined
    if (theirs === undefined) return stop(answer.problem)
    if (isObject(answer.body) && answer.body['fork'] === true) {
      save({ forkAt: theirs.sequence })
      return { sent, left: head.sequence - sequence, forkAt: theirs.sequence }
    }
    // The heartbeat tells the server that entries are gone here.
    if (theirs.sequence > head.sequence) {
      save({ forkAt: head.sequence })
      return { sent, left: 0, forkAt: head.sequence }
    }
    if (++conflicts > MAX_CONFLICTS) return stop(answer.problem)
    sequence = theirs.sequence
  }
  if (before.at === undefined || sent > 0 || before.problem !== undefined) save({ at: now() })
  return { sent, left: 0 }
}

export const callerOf = ({ server, machine, privateKey }: Enrolment): Caller => ({ server, machine, privateKey })

const freshState = ({ enrolment, root, project }: ShipOptions, epoch: string, sequence: number): ShipState => ({
  machine: enrolment.machine,
  epoch,
  sequence,
  root,
  project,
})

/** Doubles, with jitter, so that machines do not come back all at once. */
function waitFor(failures: number, retryAfterMs = 0): number {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10))
  return Math.max(retryAfterMs, wait * (0.5 + Math.random() / 2))
}

async function linkAt(store: ShipOptions['store'], anchor: Link, sequence: number): Promise<Link | undefined> {
  if (sequence <= anchor.sequence) return anchor
  const [entry] = await store.page(sequence - 1, 1)
  return entry?.sequence === sequence ? { sequence, hash: entry.hash } : undefined
}

function headIn(body: unknown): Link | undefined {
  const head = isObject(body) ? body['head'] : undefined
  if (!isObject(head)) return undefined
  const { sequence, hash } = head
  return Number.isSafeInteger(sequence) && typeof hash === 'string' ? { sequence: Number(sequence), hash } : undefined
}

const problemOf = (problem: string | undefined): { problem?: string } => (problem === undefined ? {} : { problem })
