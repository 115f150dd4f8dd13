import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Audit } from '../audit/audit.ts'
import { decodeLine, type AuditRecord } from '../audit/decode.ts'
import { latencyOf, type Latency } from '../audit/latency.ts'
import { isProbing } from '../audit/probes.ts'
import { spoolDirectory, spoolFiles } from '../audit/read-spool.ts'
import type { Activity } from '../audit/store/log.ts'
import { databaseFile } from '../audit/store/open.ts'

const DAY_MS = 24 * 3600 * 1000
const LAST = 5

export interface AuditStatus {
  readonly decisions: number
  readonly newer: number
  readonly unreadable: number
  /** Spool lines that this command moved to the database. */
  readonly waited: number
  readonly notes: readonly string[]
  readonly last: readonly AuditRecord[]
  readonly sessions: readonly Activity[]
  readonly lastDay: DayFigures
}

export interface DayFigures {
  readonly decisions: number
  readonly prevented: number
  readonly asked: number
  readonly time: Latency
}

export const NO_AUDIT: AuditStatus = {
  decisions: 0,
  newer: 0,
  unreadable: 0,
  waited: 0,
  notes: [],
  last: [],
  sessions: [],
  lastDay: { decisions: 0, prevented: 0, asked: 0, time: latencyOf([]) },
}

export async function auditStatus({ store, added }: Audit, now: Date): Promise<AuditStatus> {
  const period = { since: now.getTime() - DAY_MS, until: now.getTime() + 1 }
  const [{ entry, newer, unreadable }, notes, last, sessions, all] = await Promise.all([
    store.counts(),
    store.notes(),
    store.query({ limit: LAST, notProbe: true }),
    store.activity({ since: now.getTime() - DAY_MS }),
    store.figures(period),
  ])
  const figures = all.filter(({ decision }) => decision !== 'probe')
  const count = (...words: readonly string[]): number =>
    figures.filter(({ decision = '' }) => words.includes(decision)).reduce((sum, one) => sum + one.count, 0)
  return {
    decisions: entry + newer,
    newer,
    unreadable,
    waited: added,
    notes: notes.map(({ text }) => text),
    last: last.toReversed().flatMap(({ line }) => decodeLine(line) ?? []),
    sessions: sessions.filter((session) => !isProbing(session)),
    lastDay: {
      decisions: figures.reduce((sum, one) => sum + one.count, 0),
      prevented: count('deny', 'block'),
      asked: count('ask'),
      time: latencyOf(figures),
    },
  }
}

/** A file in the place of a parent directory causes a different error code. */
function sizeOf(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}

export const databaseSize = (directory: string): number =>
  ['', '-wal', '-shm'].reduce((sum, ending) => sum + sizeOf(databaseFile(directory) + ending), 0)

export const spoolSize = (directory: string): number =>
  spoolFiles(directory).reduce((sum, name) => sum + sizeOf(join(spoolDirectory(directory), name)), 0)
