import type { StateArea } from '@holdpoint/engine'

/**
 * Reads and changes a file of the project while no other session does. It takes the lock of an otherwise unused value;
 * where no lock is available, it continues without.
 */
export function underLock<T>(area: StateArea, name: string, work: () => T): T {
  const outcome: { value?: { readonly of: T }; error?: { readonly of: unknown } } = {}
  const attempt = (): undefined => {
    try {
      outcome.value = { of: work() }
    } catch (error) {
      outcome.error = { of: error }
    }
    return undefined
  }
  try {
    area.update<never>(`lock-${name}`, attempt)
  } catch {
    if (outcome.value === undefined && outcome.error === undefined) attempt()
  }
  if (outcome.value === undefined) throw outcome.error?.of
  return outcome.value.of
}
