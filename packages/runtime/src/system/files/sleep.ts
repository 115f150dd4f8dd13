/** Blocks the thread; only for a few milliseconds, between two reads of a file. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
