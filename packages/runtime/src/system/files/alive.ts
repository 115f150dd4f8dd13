import { codeOf } from '@holdpoint/engine'

/** Whether a process with this pid exists. 0 and negative numbers name groups, never a process. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
