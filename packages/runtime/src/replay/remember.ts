/** A bounded cache: when it is full, it is cleared. */
export function remembering<A extends readonly unknown[], R>(
  room: number,
  find: (key: string, ...rest: A) => R,
): (key: string, ...rest: A) => R {
  const known = new Map<string, R>()
  return (key, ...rest) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as R
    if (known.size >= room) known.clear()
    const made = find(key, ...rest)
    known.set(key, made)
    return made
  }
}
