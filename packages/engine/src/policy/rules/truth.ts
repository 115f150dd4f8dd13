/** Whether a condition holds. `maybe`: it depends on something that cannot be known before the call runs. */
export type Truth = 'no' | 'maybe' | 'yes'

export const truth = (holds: boolean): Truth => (holds ? 'yes' : 'no')

const AND: readonly Truth[] = ['no', 'maybe', 'yes']
const OR: readonly Truth[] = ['yes', 'maybe', 'no']

/** One that does not hold is enough; the rest is not evaluated. */
export const allOf = <T>(items: Iterable<T>, test: (item: T) => Truth): Truth => fold(items, test, AND)

/** One that holds is enough; the rest is not evaluated. */
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
