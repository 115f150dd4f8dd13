/** Asks again only after a while. For facts that nobody changes in passing, and that cost more than they are worth. */
export function forAWhile<T>(ms: number, look: () => T): () => T {
  let [at, value]: readonly [number, T | undefined] = [-Infinity, undefined]
  return () => {
    const now = performance.now()
    if (value === undefined || now - at > ms) [at, value] = [now, look()]
    return value
  }
}
