import type { AgentEvent, StateArea } from '@holdpoint/engine'

/** What an agent has done so far, for the report at its end. */
export interface Ledger {
  readonly files: readonly string[]
  readonly tests?: 'pass' | 'fail'
}

const MAX_FILES = 5_000

const nameOf = (event: AgentEvent): string => `agents-work-${event.agent?.id ?? 'main'}`

export const readLedger = (event: AgentEvent, session: StateArea): Ledger | undefined =>
  session.get<Ledger>(nameOf(event))

/** A failure here is ignored: the record only improves the report. */
export function keepInLedger(event: AgentEvent, session: StateArea, path: string, tests?: string): void {
  try {
    session.update<Ledger>(nameOf(event), (old) => ({
      files: [...new Set([...(old?.files ?? []), path])].slice(-MAX_FILES),
      ...(tests === 'pass' || tests === 'fail' ? { tests } : old?.tests !== undefined && { tests: old.tests }),
    }))
  } catch {
    // The report then uses git's list of changes.
  }
}
