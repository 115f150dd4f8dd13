import { momentOf, type Filter, type Period } from '@holdpoint/runtime/audit'
import { DECISIONS, isDecision } from '@holdpoint/engine'
import { filterFor, type Wanted } from '@holdpoint/runtime/inspect'
import { orRefuse, Refused } from './failure.ts'

/** The parameters of a request: known names only, each once. */
export type Query = Readonly<Record<string, string>>

const MAX_VALUE = 200
const MAX_PAGE = 200
const USUAL_PAGE = 50
const USUAL_PERIOD = '7d'

/** Throws on an invalid value. An empty value counts as missing. */
export function queryOf(text: string): Query {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue
    if (name.length > 40 || value.length > MAX_VALUE)
      throw new Refused(400, `\`${name.slice(0, 40)}\` is too long.`, `Give at most ${MAX_VALUE} characters.`)
    if (Object.hasOwn(query, name)) throw new Refused(400, `\`${name}\` is given twice.`, 'Give it once.')
    query[name] = value
  }
  return query
}

const TIMES = 'Use 30m, 2h, 1d, 2026-03-01 or 2026-03-01T12:00.'

export async function periodOf({ since = USUAL_PERIOD, until }: Query, now: Date): Promise<Period> {
  const period = await orRefuse(400, TIMES, () => ({
    since: momentOf(since, now),
    until: until === undefined ? now.getTime() + 1 : momentOf(until, now),
  }))
  // JavaScript has no dates beyond that.
  if (Object.values(period).some((moment) => Math.abs(moment) > 8.64e15))
    throw new Refused(400, 'This time is out of range.', TIMES)
  return period
}

const WANTED = ['since', 'until', 'session', 'agent', 'event', 'tool', 'hook', 'decision'] as const

export async function filterOf(query: Query, now: Date): Promise<Filter> {
  const { decision, notPass, trouble, cursor } = query
  if (decision !== undefined && !isDecision(decision))
    throw new Refused(400, `\`${decision}\` is not a decision.`, `Use ${DECISIONS.join(', ')}.`)
  const wanted: Wanted = Object.fromEntries(
    WANTED.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])),
  )
  const filter = await orRefuse(400, TIMES, () => filterFor(wanted, now))
  return {
    ...filter,
    notProbe: true,
    ...(isYes('notPass', notPass) && { notPass: true }),
    ...(isYes('trouble', trouble) && { trouble: true }),
    ...(cursor !== undefined && { before: numberOf('cursor', cursor, Number.MAX_SAFE_INTEGER) }),
  }
}

export const limitOf = ({ limit }: Query): number =>
  limit === undefined ? USUAL_PAGE : numberOf('limit', limit, MAX_PAGE)

function isYes(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '0') return false
  if (value === '1') return true
  throw new Refused(400, `\`${name}\` must be 0 or 1.`, 'Use 1, or omit it.')
}

function numberOf(name: string, text: string, most: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw new Refused(400, `\`${name}\` must be a number from 1 to ${most}.`, 'Omit it.')
}
