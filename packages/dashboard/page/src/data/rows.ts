import type { DecisionPage, DecisionRow } from '../../../api.ts'
import type { Failed } from './answer.ts'

/** The filters; the address of the page has the same names. */
export const FILTERS = [
  'decision',
  'notPass',
  'trouble',
  'event',
  'tool',
  'hook',
  'session',
  'agent',
  'since',
  'until',
  'q',
] as const

export type Filter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>

export const filterIn = (query: URLSearchParams): Filter =>
  Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])))

export interface Timeline {
  /** Undefined: not loaded yet. */
  readonly rows?: readonly DecisionRow[]
  readonly failed?: Failed
  /** The cursor for older rows. */
  readonly next?: string
  readonly searched?: DecisionPage['searched']
  /** Rows that arrived while the page was open. */
  readonly fresh: ReadonlySet<string>
}

/** The newest first; existing rows stay, unless so many are new that there would be a gap. */
export function withNewer(old: Timeline, page: DecisionPage): Timeline {
  const known = new Set(old.rows?.map(({ id }) => id))
  const added = page.rows.filter(({ id }) => !known.has(id))
  const isJoined = added.length < page.rows.length
  if (old.rows === undefined || old.rows.length === 0 || !isJoined) {
    const { rows, next, searched } = page
    return {
      rows,
      ...(next !== undefined && { next }),
      ...(searched !== undefined && { searched }),
      fresh: new Set(old.rows === undefined ? [] : added.map(({ id }) => id)),
    }
  }
  if (added.length === 0) return old
  return { ...old, rows: [...added, ...old.rows], fresh: new Set(added.map(({ id }) => id)) }
}

export function withOlder(old: Timeline, page: DecisionPage): Timeline {
  const { next: _, searched: __, ...kept } = old
  const known = new Set(old.rows?.map(({ id }) => id))
  return {
    ...kept,
    rows: [...(old.rows ?? []), ...page.rows.filter(({ id }) => !known.has(id))],
    ...(page.next !== undefined && { next: page.next }),
    ...(page.searched !== undefined && { searched: page.searched }),
  }
}
