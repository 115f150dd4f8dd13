/** Variables of an environment. */
export type Env = Readonly<Record<string, string | undefined>>

/** What JSON calls an object. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined where it throws: for what may be missing or unreadable without changing the answer. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
