/** Labels and limits of the axes of a plot. */

const DAY_S = 86_400

const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const clockName = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Names for times in seconds: days, or the time of day with the date at each midnight. No name appears twice in a row. */
export function timeNames(times: readonly number[]): readonly string[] {
  const [first = 0, second = first + DAY_S] = times
  const isDaily = second - first >= DAY_S
  const names = times.map((at) => {
    const date = new Date(at * 1000)
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
    return (isDaily || isMidnight ? dayName : clockName).format(date)
  })
  return names.map((name, index) => (name === names[index - 1] ? '' : name))
}

/** The upper end of an axis of counts: some room above the highest bar. */
export const countLimit = (max: number): number => Math.max(2, Math.ceil(max * 1.1))

/** Whole powers of ten around all values, so that the axis always has two names. */
export function decadesAround(min: number, max: number): [number, number] {
  const low = Math.floor(Math.log10(Math.max(SMALLEST, min)))
  const high = Math.ceil(Math.log10(Math.max(SMALLEST, max)))
  return [10 ** low, 10 ** Math.max(low + 1, high)]
}

/** The audit keeps tenths of a millisecond; a logarithm of 0 has no place. */
export const SMALLEST = 0.1

/** Steps of an axis that counts: there is no half of a decision. */
export const COUNT_STEPS: readonly number[] = Array.from({ length: 9 }, (_, power) => 10 ** power).flatMap((unit) => [
  unit,
  2 * unit,
  5 * unit,
])
