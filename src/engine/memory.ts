import type { StateArea } from '../core/services.ts'

/** What the engine itself remembers of a session. One small file, read once per event, written only on change. */
export interface Remembered {
  /** Failures in a row, per hook. */
  readonly failures: Readonly<Record<string, number>>
  /** Consecutive blocked stops, per sub-agent; the main thread is ''. */
  readonly stops: Readonly<Record<string, number>>
  /** Things the user has been told and need not hear again. */
  readonly told: readonly string[]
  /** Context given at compaction, owed to the session that starts after it. */
  readonly owedContext?: string
  /** Notices given where the host shows none, owed to the next event where it does. */
  readonly owedNotices: readonly string[]
}

const NOTHING: Remembered = { failures: {}, stops: {}, told: [], owedNotices: [] }
const FILE = 'engine'

export interface Memory {
  readonly now: Remembered
  change(step: (old: Remembered) => Remembered): void
  /** Writes what has changed. Throws when it cannot. */
  commit(): void
}

export function openMemory(area: StateArea): Memory {
  const steps: ((old: Remembered) => Remembered)[] = []
  let now: Remembered | undefined
  return {
    get now() {
      return (now ??= read(area))
    },
    change(step) {
      steps.push(step)
    },
    commit() {
      if (steps.length === 0) return
      area.update<Remembered>(FILE, (old) => steps.reduce((value, step) => step(value), wellFormed(old)))
      steps.length = 0
    },
  }
}

function read(area: StateArea): Remembered {
  try {
    return wellFormed(area.get(FILE))
  } catch {
    return NOTHING
  }
}

function wellFormed(value: unknown): Remembered {
  if (typeof value !== 'object' || value === null) return NOTHING
  const { failures, stops, told, owedContext, owedNotices } = value as Partial<Record<keyof Remembered, unknown>>
  return {
    failures: counts(failures),
    stops: counts(stops),
    told: texts(told),
    owedNotices: texts(owedNotices),
    ...(typeof owedContext === 'string' && { owedContext }),
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

function counts(value: unknown): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, count]) => Number.isSafeInteger(count) && count >= 0))
}
