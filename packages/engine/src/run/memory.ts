import { counts, type Counts } from '../lib/counts.ts'
import type { Ledger } from '../pack.ts'
import type { StateArea } from '../services.ts'

/** What the engine itself remembers of a session. One small file, read once per event, written only on change. */
export interface Remembered {
  /** Failures in a row, per hook. */
  readonly failures: Readonly<Record<string, number>>
  /** Consecutive blocked stops, per sub-agent; the main thread is ''. */
  readonly stops: Readonly<Record<string, number>>
  /** Digest of the reason of the last blocked stop. */
  readonly stopReason?: string
  /** Keys of announcements that the user has already seen. */
  readonly told: readonly string[]
  /** Context given at compaction, owed to the session that starts after it. */
  readonly owedContext?: string
  /** Notices given where the host shows none, owed to the next event where it does. */
  readonly owedNotices: readonly string[]
  /** Questions to the user whose answer is not known yet. */
  readonly asks: readonly OpenAsk[]
}

/** The decision that asked, the call it was about, and the sub-agent that made it; the main thread is ''. */
export interface OpenAsk {
  readonly ask: string
  readonly call: string
  readonly agent: string
}

const NOTHING: Remembered = { failures: {}, stops: {}, told: [], owedNotices: [], asks: [] }
const FILE = 'engine'

export interface Memory {
  readonly now: Remembered
  change(step: (old: Remembered) => Remembered): void
  /** Writes what has changed. Throws when it cannot. */
  commit(): void
}

/** `ledgers`: failures that packs count in files of their own. */
export function openMemory(area: StateArea, ledgers: readonly Ledger[] = []): Memory {
  const steps: ((old: Remembered) => Remembered)[] = []
  const apply = (old: Remembered): Remembered => steps.reduce((value, step) => step(value), old)
  let now: Remembered | undefined
  return {
    get now() {
      return (now ??= withFailures(read(area), ...ledgers.map((ledger) => ledger.read())))
    },
    change(step) {
      steps.push(step)
    },
    commit() {
      if (steps.length === 0) return
      const own = area.update<Remembered>(FILE, (old) => {
        const after = apply(wellFormed(old))
        return { ...after, failures: only(after.failures, (id) => !ledgers.some(({ holds }) => holds(id))) }
      })
      for (const ledger of ledgers) {
        const before = ledger.read()
        const counted = (old: Counts): Counts => only(apply(withFailures(own ?? NOTHING, old)).failures, ledger.holds)
        if (JSON.stringify(counted(before)) !== JSON.stringify(before)) ledger.write(counted)
      }
      steps.length = 0
    },
  }
}

const withFailures = (memory: Remembered, ...counted: readonly Counts[]): Remembered => ({
  ...memory,
  failures: Object.assign({}, memory.failures, ...counted) as Counts,
})

const only = (counts: Counts, holds: (id: string) => boolean): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([id]) => holds(id)))

function read(area: StateArea): Remembered {
  try {
    return wellFormed(area.get(FILE))
  } catch {
    return NOTHING
  }
}

function wellFormed(value: unknown): Remembered {
  if (typeof value !== 'object' || value === null) return NOTHING
  const { failures, stops, stopReason, told, owedContext, owedNotices, asks } = value as Partial<
    Record<keyof Remembered, unknown>
  >
  return {
    failures: counts(failures),
    stops: counts(stops),
    told: texts(told),
    owedNotices: texts(owedNotices),
    asks: Array.isArray(asks) ? asks.filter(isAsk) : [],
    ...(typeof stopReason === 'string' && { stopReason }),
    ...(typeof owedContext === 'string' && { owedContext }),
  }
}

const isAsk = (value: unknown): value is OpenAsk =>
  typeof value === 'object' &&
  value !== null &&
  ['ask', 'call', 'agent'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []
