/** Undefined when it takes longer, or fails. */
export function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    work
      .then(resolve, () => resolve(undefined))
      .finally(() => clearTimeout(timer))
      .catch(() => undefined)
  })
}
