/**
 * Every event checks where directories are and that the user owns them. In a process that answers many events this is
 * a seventh of an event's cost, and projects rarely move, so such a process checks once a second. Data that
 * affects the answer, such as the configuration, is never cached here.
 */
const FOR_MS = 1_000

let isKept = false
let [at, seen] = [-Infinity, new Map<string, unknown>()]

/** For a process that answers many events. */
export function keepPlaces(): void {
  isKept = true
}

/** `what` names everything that the result depends on. */
export function cachedLookup<T>(what: string, look: () => T): T {
  if (!isKept) return look()
  const now = performance.now()
  if (now - at > FOR_MS) [at, seen] = [now, new Map()]
  if (!seen.has(what)) seen.set(what, look())
  return seen.get(what) as T
}
