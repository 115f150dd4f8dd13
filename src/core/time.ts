/** Milliseconds from a clock that never jumps. The global `performance` would cost a millisecond to load. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
