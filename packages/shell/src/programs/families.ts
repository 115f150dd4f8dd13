/** Entries by name; several names that mean the same are one key with spaces between them. */
export type Entries<T> = Readonly<Record<string, T>>

/** Families of entries, each made when one of its names is asked for. */
export type Families<T> = Readonly<Record<string, () => Entries<T>>>

/**
 * Finds the entry of a name. A call needs a handful of the entries, so `names` says which family has a name: its names
 * with spaces between them, under the same key.
 */
export function openFamilies<T>(
  families: Families<T>,
  names: Readonly<Record<string, string>>,
): (name: string) => T | undefined {
  let familyOf: ReadonlyMap<string, string> | undefined
  const made = new Map<string, ReadonlyMap<string, T>>()
  return (name) => {
    familyOf ??= byName(Object.fromEntries(Object.entries(names).map(([family, list]) => [list, family])))
    const family = familyOf.get(name)
    if (family === undefined) return undefined
    const entries = made.get(family) ?? byName(families[family]?.() ?? {})
    made.set(family, entries)
    return entries.get(name)
  }
}

/** Every entry under each of its names. */
export function byName<T>(entries: Entries<T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  for (const [key, entry] of Object.entries(entries)) for (const name of key.split(' ')) found.set(name, entry)
  return found
}

/** The names of each family. */
export const namesOf = (families: Families<unknown>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(families).map(([family, make]) => [family, [...byName(make()).keys()].join(' ')]))
