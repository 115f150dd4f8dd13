import type { Problem } from './settings.ts'

/** A text that takes work to write may be given as a function. */
export type Wording = string | (() => string)

type Place = Pick<Problem, 'line' | 'column'>

/** The problems of one file. */
export interface Findings {
  add(place: () => Place, wording: Wording): void
  /** From the top of the file to its end. */
  all(): readonly Problem[]
}

/** Nobody reads more at once, and a file made of mistakes must not take long. */
const MAX_TOLD = 20

export function findingsIn(file: string): Findings {
  const told: Problem[] = []
  let untold = 0
  return {
    add(place, wording) {
      if (told.length === MAX_TOLD) untold += 1
      else told.push({ file, ...place(), message: typeof wording === 'string' ? wording : wording() })
    },
    all() {
      const sorted = told.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
      return untold === 0
        ? sorted
        : [...sorted, { file, message: `has ${untold} more ${untold === 1 ? 'problem' : 'problems'}.` }]
    },
  }
}
