import type { Problem } from './settings.ts'

/** A text that takes work to write may be given as a function. */
export type Wording = string | (() => string)

type TextPosition = Pick<Problem, 'line' | 'column'>

/** The problems of one file. */
export interface Findings {
  add(place: () => TextPosition, wording: Wording): void
  /** From the top of the file to its end. */
  all(): readonly Problem[]
}

/** More would not be read at once, and a file full of mistakes must not take long. */
const MAX_REPORTED = 20

export function findingsIn(file: string): Findings {
  const reported: Problem[] = []
  let omitted = 0
  return {
    add(place, wording) {
      if (reported.length === MAX_REPORTED) omitted += 1
      else reported.push({ file, ...place(), message: typeof wording === 'string' ? wording : wording() })
    },
    all() {
      const sorted = reported.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
      return omitted === 0
        ? sorted
        : [...sorted, { file, message: `has ${omitted} more ${omitted === 1 ? 'problem' : 'problems'}.` }]
    },
  }
}
