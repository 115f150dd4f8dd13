import { isWithin } from '@holdpoint/shell'
import { realPath } from '@holdpoint/runtime/system'
import type { Registry } from '@holdpoint/packs'
import type { Transcript } from './find.ts'
import { openJudge } from './judge.ts'
import { eventOf, openReplayWorld, type PastCall } from '@holdpoint/runtime'
import type { Policy } from './policy.ts'
import { openTally, type ReplayFinding, type Replay } from './tally.ts'
import { itemsOf, type ReadTally } from './transcript.ts'

export interface ReplayOptions {
  readonly transcripts: readonly Transcript[]
  readonly policy: Policy
  /** A second policy, to see what differs. */
  readonly other?: Policy
  readonly registry: Registry
  readonly env: Readonly<Record<string, string | undefined>>
  readonly program?: string
  /** Only calls from then on. */
  readonly since?: number
  /** Only sessions that were started in this directory or below. */
  readonly root?: string
  /** How many findings are kept one by one; all are counted. */
  readonly keep?: number
  readonly maxCalls?: number
  /** Polled now and then: true stops the replay and reports what there is. */
  readonly isOver?: () => boolean
  readonly onProgress?: (done: { readonly calls: number; readonly bytes: number }) => void
}

const KEEP = 1_000
/** Yields after this many calls, so that signals and the progress line are handled. */
const TURN = 64

/** Judges every call in the transcripts. They are read one line at a time; nothing is written or run. */
export async function replay(options: ReplayOptions): Promise<Replay> {
  const { policy, other, registry, env, since = -Infinity, maxCalls = Infinity } = options
  const world = openReplayWorld(env, options.program)
  const judge = openJudge(policy, world, registry, env)
  const judgeOther = other === undefined ? undefined : openJudge(other, world, registry, env)
  const isHere = insideOf(options.root)
  const isNew = onceOnly()
  const read: ReadTally = { bytes: 0, tooLong: 0, damaged: 0 }
  const tally = openTally(options.keep ?? KEEP)
  const now = new Date()
  let [files, calls, partial] = [0, 0, false]

  reading: for (const { path } of options.transcripts) {
    files += 1
    const waiting = new Map<string, ReplayFinding>()
    for (const item of itemsOf(path, read)) {
      if (item.kind === 'result') {
        const finding = waiting.get(item.id)
        if (finding !== undefined) finding.fate = item.fate
        waiting.delete(item.id)
        continue
      }
      const { call } = item
      if ((call.at ?? now).getTime() < since || !isHere(call.project) || !isNew(call, path)) continue
      const event = eventOf(call, env, now)
      const finding = tally.add(call, event, await judge(event), await judgeOther?.(event))
      if (finding !== undefined) waiting.set(call.id, finding)
      calls += 1
      if (calls % TURN === 0) {
        options.onProgress?.({ calls, bytes: read.bytes })
        await new Promise(setImmediate)
      }
      partial = calls >= maxCalls || options.isOver?.() === true
      if (partial) break reading
    }
  }
  return {
    policy: policy.name,
    ...(other !== undefined && { other: other.name }),
    files,
    ...tally.result(),
    damagedLines: read.damaged,
    tooLongLines: read.tooLong,
    partial,
  }
}

/** A resumed or forked session repeats earlier calls, with the same ids and times. */
function onceOnly(): (call: PastCall, path: string) => boolean {
  const known = new Set<string>()
  return ({ id, at }, path) => {
    const key = `${id} ${at?.getTime() ?? path}`
    if (id === '' || !known.has(key)) return Boolean(known.add(key))
    return false
  }
}

/** The session's directory may be deleted by now, so the literal paths are compared, too. */
function insideOf(root: string | undefined): (path: string) => boolean {
  if (root === undefined) return () => true
  const real = realPath(root)
  return (path) => isWithin(path, root) || isWithin(realPath(path), real)
}
