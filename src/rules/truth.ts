/**
 * What can be said of a condition. `maybe`: it depends on something that cannot be known before the call runs.
 * `later`: it can be known, but only with what has not been loaded yet.
 */
export type Truth = 'no' | 'later' | 'maybe' | 'yes'

export const truth = (holds: boolean): Truth => (holds ? 'yes' : 'no')

const AND: readonly Truth[] = ['no', 'later', 'maybe', 'yes']
const OR: readonly Truth[] = ['yes', 'later', 'maybe', 'no']

/** One that does not hold is enough; then nothing further is looked at. */
export const allOf = <T>(items: Iterable<T>, test: (item: T) => Truth): Truth => fold(items, test, AND)

/** One that holds is enough; then nothing further is looked at. */
export const anyOf = <T>(items: Iterable<T>, test: (item: T) => Truth): Truth => fold(items, test, OR)

function fold<T>(items: Iterable<T>, test: (item: T) => Truth, order: readonly Truth[]): Truth {
  let result = order.length - 1
  for (const item of items) {
    result = Math.min(result, order.indexOf(test(item)))
    if (result === 0) break
  }
  return order[result] ?? 'maybe'
}

/** It holds, but whether it comes to that is not known. */
export const atMostMaybe = (value: Truth): Truth => (value === 'yes' ? 'maybe' : value)
