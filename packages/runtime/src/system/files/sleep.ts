/** Waits without giving up the thread; for a few milliseconds, between two looks at a file. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
