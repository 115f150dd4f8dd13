import { chained } from './store/chain.ts'
import type { Entry, Link } from './store/log.ts'
import type { Store } from './store/store.ts'
import { compareWithSpool, digestOf, type SpoolFindings } from './compare.ts'
import { isIndexedRightly, lineOf } from './entries.ts'

export interface Break {
  readonly sequence: number
  readonly id?: string
  readonly problem: string
}

export interface Verification extends SpoolFindings {
  readonly ok: boolean
  readonly entries: number
  readonly newer: number
  readonly unreadable: number
  /** The hash that the first entry is chained to: the start value, or the last pruned entry. */
  readonly anchor: Link
  readonly head: Link
  /** The first entry that has changed since it was chained. */
  readonly broken?: Break
}

/** Recomputes the chain and compares it with the spool. Read-only. */
export async function verify(store: Store, projectDirectory: string): Promise<Verification> {
  const seen = { entries: 0, newer: 0, unreadable: 0 }
  const digests = new Map<string, Entry['id']>()
  let first: Entry | undefined
  let last: Entry | undefined
  let later: Break | undefined
  const state = await store.walk((entry) => {
    seen.entries += 1
    if (entry.kind !== 'entry') seen[entry.kind] += 1
    digests.set(digestOf(lineOf(entry)), entry.id)
    first ??= entry
    if (last !== undefined) later ??= breakBetween(last, entry)
    last = entry
  })
  const { anchor, head } = state
  const broken = (first && breakBetween(anchor, first)) ?? later ?? breakAtEnd(last ?? anchor, head)
  const findings = compareWithSpool(projectDirectory, state, digests)
  const ok = broken === undefined && findings.altered.count === 0 && findings.missing.count === 0
  return { ok, ...seen, anchor, head, ...findings, ...(broken !== undefined && { broken }) }
}

function breakBetween(previous: Link, entry: Entry): Break | undefined {
  const { sequence, id } = entry
  const gap = sequence - previous.sequence - 1
  if (gap > 0) return { sequence, id, problem: `${gap} before it ${gap === 1 ? 'is' : 'are'} gone` }
  if (chained(previous.hash, entry) !== entry.hash) {
    return { sequence, id, problem: 'it is not what was chained to the one before it' }
  }
  return isIndexedRightly(entry)
    ? undefined
    : { sequence, id, problem: 'what is searched for in it is not what its line says' }
}

function breakAtEnd(last: Link, head: Link): Break | undefined {
  if (last.sequence === head.sequence && last.hash === head.hash) return undefined
  const gone = head.sequence - last.sequence
  return {
    sequence: head.sequence,
    problem: gone > 0 ? `the last ${gone} are gone` : 'the end is not the recorded one',
  }
}
