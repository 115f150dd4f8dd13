import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../files/read.ts'
import { writeAtomic } from '../files/write.ts'
import { temporaryRoot } from './temp.ts'
import type { Env } from '@holdpoint/engine'

/** Audit lines that could not be written to the state directory. They are counted in the temporary directory. */
export interface LostLines {
  /** A lower bound: two processes that lose a line at the same time may count one. */
  readonly count: number
  readonly since: number
  readonly last: number
  readonly reason: string
  /** Sessions whose user has been notified. */
  readonly told: readonly string[]
}

const LIFE_MS = 7 * 24 * 3600 * 1000
const MAX_TOLD = 50

const fileFor = (env: Env, project: string): string =>
  join(temporaryRoot(env), `holdpoint-${process.getuid?.() ?? 'user'}-lost-${project}.json`)

/** Undefined when no loss is known in the last week. */
export function lostLines(env: Env, project: string, now: number): LostLines | undefined {
  const file = fileFor(env, project)
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined || (process.getuid !== undefined && stat.uid !== process.getuid())) return undefined
    const kept = JSON.parse(readText(file) ?? 'null') as Partial<LostLines> | null
    const isSound =
      typeof kept?.count === 'number' &&
      typeof kept.since === 'number' &&
      typeof kept.last === 'number' &&
      typeof kept.reason === 'string' &&
      Array.isArray(kept.told)
    return isSound && now - (kept.last ?? 0) < LIFE_MS ? (kept as LostLines) : undefined
  } catch {
    return undefined
  }
}

/** Counts one more. The result is correct even when it could not be stored. */
export function countLostLine(env: Env, project: string, reason: string, now: number): LostLines {
  const known = lostLines(env, project, now)
  const { count = 0, since = now, told = [] } = known ?? {}
  return keep(env, project, { count: count + 1, since, last: now, reason, told })
}

export function lossIsTold(env: Env, project: string, lost: LostLines, session: string): void {
  keep(env, project, { ...lost, told: [...lost.told, session].slice(-MAX_TOLD) })
}

function keep(env: Env, project: string, lost: LostLines): LostLines {
  try {
    writeAtomic(fileFor(env, project), JSON.stringify(lost))
  } catch {
    // The user is then notified at every event that loses a line.
  }
  return lost
}

/** `3 decisions since 2026-01-01T10:00:00.000Z were not written to the audit: disk full` */
export const lostWords = ({ count, since, reason }: LostLines): string =>
  `${count} ${count === 1 ? 'decision' : 'decisions'} since ${new Date(since).toISOString()} ${count === 1 ? 'was' : 'were'} not written to the audit: ${reason}`
