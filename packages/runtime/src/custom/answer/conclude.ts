import type { Services, StateArea, Verdict } from '@holdpoint/engine'
import type { Answered } from './answer.ts'

/** The verdict of an external hook. Throws when there is none. */
export function conclude(answered: Answered, id: string, { state }: Pick<Services, 'state'>): Verdict {
  if ('failure' in answered) throw new Error(answered.failure)
  const { verdict, lost = [] } = answered
  if (lost.length === 0 || isTold(state.session, id)) return verdict
  const names = lost.map((name) => `\`${name}\``).join(', ')
  const lostFields = `${id} answers with ${names}, which does not get through the dispatcher. Leave it in the agent’s settings if you need that.`
  return { ...verdict, notice: verdict.notice === undefined ? lostFields : `${verdict.notice}\n${lostFields}` }
}

/** Shown once per session. */
function isTold(area: StateArea, id: string): boolean {
  const file = `lost-${id.replaceAll('/', '-')}`
  if (area.get(file) === true) return true
  area.update(file, () => true)
  return false
}
