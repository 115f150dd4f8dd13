/** What cannot be read or written is done without: it must not take the answer with it. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
