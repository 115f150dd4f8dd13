const SIGKILL = 9

/**
 * Ends what is left of the group of a program that we started. Nearly always nothing is, and to be told so by an error
 * costs a tenth of a short program; so the function underneath is asked, which gives a number.
 */
export function endGroup(pid: number): void {
  const { _kill: kill = process.kill } = process as unknown as { _kill?(pid: number, signal: number): unknown }
  try {
    kill(-pid, SIGKILL)
  } catch {
    // Nothing is left.
  }
}
