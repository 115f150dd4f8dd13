import type { Services } from '@holdpoint/engine'

/** Keeps what was made, for as long as one event takes. */
export function openMemo(): Services['memo'] {
  const made = new Map<string, unknown>()
  return <T>(name: string, make: () => T): T => {
    if (!made.has(name)) made.set(name, make())
    return made.get(name) as T
  }
}
