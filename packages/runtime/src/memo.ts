import type { Services } from '@holdpoint/engine'

/** Caches results for the duration of one event. */
export function openMemo(): Services['memo'] {
  const made = new Map<string, unknown>()
  return <T>(name: string, make: () => T): T => {
    if (!made.has(name)) made.set(name, make())
    return made.get(name) as T
  }
}
