import type { AuditRecord } from './decode.ts'

/** A repeated event, with its latest occurrence as an example. */
export interface Sum {
  readonly name: string
  readonly count: number
  /** Count per decision. */
  readonly by: Readonly<Record<string, number>>
  readonly lastId: string
  readonly lastAt?: string
  /** The latest message. */
  readonly text: string
  /** The latest subject. */
  readonly subject?: string
}

interface Happening {
  readonly record: AuditRecord
  readonly decision: string
  readonly text: string
}

/** Most frequent first. The input is newest first. */
export function sums<H extends Happening>(happenings: readonly H[], nameOf: (one: H) => string): readonly Sum[] {
  const found = new Map<string, Sum & { count: number; readonly by: Record<string, number> }>()
  for (const one of happenings) {
    const { record, decision, text } = one
    const name = nameOf(one)
    const known = found.get(name) ?? {
      name,
      count: 0,
      by: {},
      lastId: record.id,
      ...(record.at !== undefined && { lastAt: record.at }),
      text,
      ...(record.subject !== undefined && { subject: record.subject }),
    }
    known.count += 1
    known.by[decision] = (known.by[decision] ?? 0) + 1
    found.set(name, known)
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
