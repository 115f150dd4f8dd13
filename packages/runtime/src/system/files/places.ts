/**
 * Where things are, and that they are ours, is looked at for every event. That is a seventh of what an event costs a
 * process that answers many, and nobody moves a project in passing; so such a process looks once a second. What may
 * change what an event is told, such as the configuration, is never taken from here.
 */
const FOR_MS = 1_000

let isKept = false
let [at, seen] = [-Infinity, new Map<string, unknown>()]

/** For a process that answers many events. */
export function keepPlaces(): void {
  isKept = true
}

/** `what` names all that the look depends on. */
export function cachedLookup<T>(what: string, look: () => T): T {
  if (!isKept) return look()
  const now = performance.now()
  if (now - at > FOR_MS) [at, seen] = [now, new Map()]
  if (!seen.has(what)) seen.set(what, look())
  return seen.get(what) as T
}
