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

/**
 * Work is counted, so that the same command gets the same answer. `until`, by performance.now(), is a second bound: for
 * slow disks and machines, and shared by all who have to be done with one event by then.
 */
export function openBudget(limit: number, until = Number.POSITIVE_INFINITY): Budget {
  let spent = 0
  let nextLook = BETWEEN_LOOKS
  return {
    spend(work = 1) {
      if (spent >= limit) return false
      spent += work
      if (spent >= nextLook) {
        nextLook = spent + BETWEEN_LOOKS
        if (performance.now() > until) spent = limit
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
