import type { StateArea } from '@holdpoint/engine'

/** How often in a row an agent was sent back; the limit prevents an endless loop. */

type Counts = Readonly<Record<string, number>>

const MAX_KEPT = 200

/** True: send it back once more. False: the limit is reached, and the count is reset. */
export function maySendBack(session: StateArea, gate: string, who: string, limit: number): boolean {
  let may = false
  session.update<Counts>(nameOf(gate), (old = {}) => {
    const count = Object.hasOwn(old, who) ? (old[who] ?? 0) : 0
    may = count < limit
    return kept({ ...old, [who]: may ? count + 1 : 0 })
  })
  return may
}

export function forgetRepeats(session: StateArea, gate: string, who: string): void {
  const counts = session.get<Counts>(nameOf(gate))
  if (counts === undefined || !Object.hasOwn(counts, who) || counts[who] === 0) return
  session.update<Counts>(nameOf(gate), (old = {}) => ({ ...old, [who]: 0 }))
}

const nameOf = (gate: string): string => `agents-${gate}`

const kept = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).slice(-MAX_KEPT))
