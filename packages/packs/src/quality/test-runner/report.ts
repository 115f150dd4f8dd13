import type { StateArea } from '@holdpoint/engine'

/** The result of a run, stored for each waiting session until its next event. */
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

/** A newer result replaces an older one that was not reported yet. */
export const leaveReport = (area: StateArea, report: Report): void => void area.update<Report>(FILE, () => report)

/** The first caller takes the report; later callers get undefined. */
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
