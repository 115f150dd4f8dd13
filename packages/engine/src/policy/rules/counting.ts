import type { Services, StateArea } from '../../services.ts'
import { durationOf } from './clock.ts'
import type { Escalation, Limit } from './rule.ts'

/**
 * How often a rule has matched. Counts are in files and are changed under a lock, so they hold for all processes of
 * a session, or of a project, and no number of calls at once gets past them. One event counts once, however often it is
 * evaluated.
 */

type CountingServices = Pick<Services, 'state' | 'now' | 'memo'>

/** Whether this call is more than a limit lets through. Only calls that were let through are counted. */
export function isAbove({ calls, per }: Limit, id: string, world: CountingServices): boolean {
  return world.memo(`limit ${id}`, () => !take(id, 'limit', per, calls, world, false))
}

/** Whether the rule has matched as often as it may before it becomes stricter. */
export function isRepeated({ after, within = 'session' }: Escalation, id: string, world: CountingServices): boolean {
  return world.memo(`escalate ${id}`, () => !take(id, 'escalate', within, after, world, true))
}

interface Counted {
  /** When it was let through, oldest first; a span without an end needs only their number. */
  readonly times: readonly number[]
}

/** Counts one more, if there is room for it. `slides`: what is refused is counted, too, in place of the oldest. */
function take(
  id: string,
  what: string,
  span: string,
  room: number,
  { state, now }: CountingServices,
  slides: boolean,
): boolean {
  const time = now().getTime()
  const length = durationOf(span)
  const area = length === undefined ? state.session : state.project
  let isTaken = false
  area.update<Record<string, Counted>>(fileOf(id, what, span), (old) => {
    const kept = timesIn(old?.[id]).filter((each) => length === undefined || (each > time - length && each <= time))
    isTaken = kept.length < room
    const times = isTaken ? [...kept, time] : slides ? [...kept.slice(1), time] : kept
    return { [id]: { times: room === 0 ? [] : times } }
  })
  return isTaken
}

const timesIn = (value: unknown): readonly number[] => {
  const times = typeof value === 'object' && value !== null && 'times' in value ? value.times : undefined
  return Array.isArray(times) ? times.filter((time): time is number => typeof time === 'number') : []
}

/** Counts for a turn have their own file, so that the next turn can delete it. */
const fileOf = (id: string, what: string, span: string): string =>
  `${what}-${span === 'turn' ? 'turn' : 'kept'}-${id.replace('/', '-')}`

/** The user has spoken: everything that was counted for the turn starts again. */
export function beginTurn(ids: readonly string[], { session }: { readonly session: StateArea }): void {
  for (const id of ids) {
    const name = fileOf(id, 'limit', 'turn')
    if (session.get(name) !== undefined) session.update(name, () => undefined)
  }
}
