/**
 * Work that may be done before an answer is due. Loops over what a command holds spend it, because no deadline can end a
 * synchronous loop. A caller that has used it up asks instead of going on.
 */
export interface Budget {
  /** False once it is used up, and ever after. */
  spend(work?: number): boolean
  readonly spent: number
  readonly isUsedUp: boolean
}

/** Work is counted, so that the same command gets the same answer; time is a second bound, for slow disks. */
export function openBudget(limit: number, maxMs?: number): Budget {
  const startedAt = maxMs === undefined ? 0 : performance.now()
  let spent = 0
  let nextLook = BETWEEN_LOOKS
  return {
    spend(work = 1) {
      if (spent >= limit) return false
      spent += work
      if (maxMs !== undefined && spent >= nextLook) {
        nextLook = spent + BETWEEN_LOOKS
        if (performance.now() - startedAt > maxMs) spent = limit
      }
      return spent < limit
    },
    get spent() {
      return spent
    },
    get isUsedUp() {
      return spent >= limit
    },
  }
}

const BETWEEN_LOOKS = 1024
