/** As `toISOString` gives it, which looks up the time zone of the machine first: a hundredth of a process's life. */
export const isoTime = (date: Date): string =>
  `${digits(date.getUTCFullYear(), 4)}-${digits(date.getUTCMonth() + 1)}-${digits(date.getUTCDate())}T` +
  `${digits(date.getUTCHours())}:${digits(date.getUTCMinutes())}:${digits(date.getUTCSeconds())}.` +
  `${digits(date.getUTCMilliseconds(), 3)}Z`

const digits = (value: number, count = 2): string => String(value).padStart(count, '0')

/** Milliseconds from a clock that never jumps. The global `performance` would cost a millisecond to load. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
