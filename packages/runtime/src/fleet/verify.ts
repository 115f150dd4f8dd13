import { isObject } from '@holdpoint/engine'
import type { Entry } from '../audit/store/log.ts'
import type { Store } from '../audit/store/store.ts'
import { markAt } from './batch.ts'
import { call } from './client.ts'
import type { Enrolment } from './enrolment.ts'
import { callerOf } from './ship.ts'
import { PATHS, type SegmentMarks } from './wire.ts'

export interface FleetVerification {
  readonly ok: boolean
  /** Entries that were compared. */
  readonly compared: number
  /** The first entry that is not the one the server has. */
  readonly differs?: { readonly sequence: number; readonly id?: string }
  /** The server has entries that are gone here. */
  readonly missing: number
  readonly problem?: string
}

/** Compares the local chain with what the server has of it. */
export async function verifyWithServer(
  store: Store,
  project: string,
  enrolment: Enrolment,
): Promise<FleetVerification> {
  const { epoch, anchor, head } = await store.state()
  let [compared, after, missing] = [0, 0, 0]
  for (;;) {
    const query = new URLSearchParams({ project, epoch, after: String(after) })
    const answer = await call(callerOf(enrolment), 'GET', `${PATHS.segments}?${query.toString()}`)
    if (answer.kind !== 'ok') return { ok: false, compared, missing, problem: answer.problem }
    const segments = segmentsIn(answer.body)
    if (segments === undefined)
      return { ok: false, compared, missing, problem: 'the answer of the server is not valid' }
    for (const segment of segments) {
      const own = await store.page(segment.first - 1, segment.count)
      const found = compare(
        own.filter(({ sequence }) => sequence < segment.first + segment.count),
        segment,
      )
      compared += found.compared
      if (found.differs !== undefined) return { ok: false, compared, missing, differs: found.differs }
      after = segment.first + segment.count - 1
    }
    missing = Math.max(0, after - Math.max(head.sequence, anchor.sequence))
    if (segments.length === 0) return { ok: missing === 0, compared, missing }
  }
}

function compare(
  entries: readonly Entry[],
  { first, count, head, marks }: SegmentMarks,
): Pick<FleetVerification, 'compared' | 'differs'> {
  const bytes = Buffer.from(marks, 'base64')
  let compared = 0
  for (const { sequence, id, hash } of entries) {
    const isLast = sequence === first + count - 1
    const same = hash.startsWith(markAt(bytes, sequence - first)) && (!isLast || hash === head)
    if (!same) return { compared, differs: { sequence, id } }
    compared += 1
  }
  return { compared }
}

function segmentsIn(body: unknown): readonly SegmentMarks[] | undefined {
  const list = isObject(body) ? body['segments'] : undefined
  const isSegment = (value: unknown): value is SegmentMarks =>
    isObject(value) &&
    Number.isSafeInteger(value['first']) &&
    Number.isSafeInteger(value['count']) &&
    typeof value['head'] === 'string' &&
    typeof value['marks'] === 'string'
  return Array.isArray(list) && list.every(isSegment) ? list : undefined
}
