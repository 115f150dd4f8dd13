// Statistics of a series of measurements. Few and plain, so that they can be checked by hand.

const sorted = (values) => values.toSorted((a, b) => a - b)

/** The smallest value that at least this share of all values does not exceed. */
export function quantile(values, share) {
  if (values.length === 0) return Number.NaN
  return sorted(values)[Math.max(0, Math.ceil(share * values.length) - 1)]
}

export function median(values) {
  const middle = values.length / 2
  const ordered = sorted(values)
  return Number.isInteger(middle) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[Math.floor(middle)]
}

/**
 * The mean of the middle half. For figures whose clock is coarse: where a median can only be a tick of that clock,
 * a mean is exact over many rounds, and without the outer quarters one disturbed round does not count.
 */
export function middleMean(values) {
  const cut = Math.floor(values.length / 4)
  const middle = sorted(values).slice(cut, values.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
