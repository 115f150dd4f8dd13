/** Counters by names that come from outside: a name such as `constructor` must not find what every object has. */
export type Counts = Readonly<Record<string, number>>

export const countOf = (counts: Counts, name: string): number => (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0)

/** A count of 0 is not kept. */
export function withCount(counts: Counts, name: string, count: number): Counts {
  const others = Object.entries(counts).filter(([other]) => other !== name)
  return Object.fromEntries(count === 0 ? others : [...others, [name, count]])
}

/** The counts in a file; values that are no counts are left out. */
export function counts(value: unknown): Counts {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, count]) => Number.isSafeInteger(count) && count >= 0))
}
