import type { StateArea } from '@holdpoint/engine'

/** The output of a background command, stored for its session until an event that can show it. */
export interface Report {
  /** For the model. */
  readonly context?: string
  /** For the user. */
  readonly notice?: string
}

const fileOf = (id: string): string => `results-${id.replaceAll('/', '-')}`

/** The maximum for one event; newer reports win. */
const MAX_KEPT = 10

export const leaveReport = (area: StateArea, id: string, report: Report): void =>
  void area.update<readonly Report[]>(fileOf(id), (old) => [...reportsIn(old), report].slice(-MAX_KEPT))

/** Removes the reports, so that each is shown once. */
export function takeReports(area: StateArea, id: string): readonly Report[] {
  if (area.get(fileOf(id)) === undefined) return []
  let taken: readonly Report[] = []
  area.update(fileOf(id), (found) => {
    taken = reportsIn(found)
    return undefined
  })
  return taken
}

const reportsIn = (value: unknown): readonly Report[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(reportIn) : []

const reportIn = ({ context, notice }: Readonly<Record<keyof Report, unknown>>): Report => ({
  ...(typeof context === 'string' && { context }),
  ...(typeof notice === 'string' && { notice }),
})
