import { codeOf } from '@holdpoint/engine'

/** Whether a process of this number is there. 0 and less name groups, so they are never a process. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
