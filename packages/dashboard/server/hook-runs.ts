import { decodeLine, type AuditRecord, type AuditedHook, type Entry } from '@holdpoint/runtime/audit'
import type { HookRow } from '../api.ts'

/** The runs of a hook in a sample of decisions. */
export type Runs = Pick<
  HookRow,
  'runs' | 'perHour' | 'decisions' | 'failures' | 'skips' | 'meanMs' | 'p50Ms' | 'p95Ms' | 'maxMs' | 'last'
>

interface Run {
  readonly record: AuditRecord
  readonly hook: AuditedHook
}

const HOUR_MS = 3_600_000

/** By hook; entries come newest first. */
export function runsIn(entries: readonly Entry[], overMs: number): ReadonlyMap<string, Runs> {
  const byHook = new Map<string, Run[]>()
  for (const { line } of entries) {
    const record = decodeLine(line)
    for (const hook of record?.hooks ?? []) {
      const known = byHook.get(hook.id) ?? []
      if (record !== undefined) known.push({ record, hook })
      byHook.set(hook.id, known)
    }
  }
  return new Map([...byHook].map(([id, all]) => [id, summed(all, overMs)]))
}

function summed(all: readonly Run[], overMs: number): Runs {
  const ran = all.filter(({ hook }) => hook.skipped === undefined)
  const decisions = new Map<string, number>()
  for (const { hook } of ran) decisions.set(hook.decision, (decisions.get(hook.decision) ?? 0) + 1)
  const last = all.find(({ hook }) => hook.decision !== 'pass' || hook.failure !== undefined)
  return {
    runs: ran.length,
    // A rate over less than an hour means little.
    perHour: tenths(ran.length / Math.max(1, overMs / HOUR_MS)),
    decisions: Object.fromEntries(decisions),
    failures: all.filter(({ hook }) => hook.failure !== undefined).length,
    skips: all.length - ran.length,
    ...timesOf(ran.map(({ hook }) => hook.ms)),
    ...(last !== undefined && { last: lastOf(last) }),
  }
}

function timesOf(all: readonly number[]): Pick<Runs, 'meanMs' | 'p50Ms' | 'p95Ms' | 'maxMs'> {
  const times = all.toSorted((a, b) => a - b)
  if (times.length === 0) return {}
  const at = (part: number): number => times[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)] ?? 0
  return {
    meanMs: tenths(times.reduce((sum, ms) => sum + ms, 0) / times.length),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    maxMs: at(1),
  }
}

const lastOf = ({ record, hook }: Run): NonNullable<Runs['last']> => ({
  id: record.id,
  ...(record.at !== undefined && { at: record.at }),
  decision: hook.decision,
  text: hook.failure ?? hook.reason ?? '',
})

const tenths = (number: number): number => Math.round(number * 10) / 10
