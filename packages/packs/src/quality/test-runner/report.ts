import type { StateArea } from '@holdpoint/engine'

/** What came out of a run, kept for each session that waits for it until its next event. */
export interface Report {
  readonly result: 'passed' | 'failed' | 'slow' | 'absent' | 'empty'
  /** What was run: `vitest`. */
  readonly framework: string
  readonly failures: number
  readonly seconds: number
  /** The end of what it printed. */
  readonly output: string
}

const FILE = 'test-report'

/** A newer result says more than an older one that nobody has heard. */
export const leaveReport = (area: StateArea, report: Report): void => void area.update<Report>(FILE, () => report)

/** Taken only once, whoever asks. */
export function takeReport(area: StateArea): Report | undefined {
  if (area.get(FILE) === undefined) return undefined
  let taken: Report | undefined
  area.update<Report>(FILE, (found) => {
    taken = isReport(found) ? found : undefined
    return undefined
  })
  return taken
}

const isReport = (value: unknown): value is Report => {
  const { result, framework, output } = (value ?? {}) as Partial<Record<keyof Report, unknown>>
  return typeof result === 'string' && typeof framework === 'string' && typeof output === 'string'
}
