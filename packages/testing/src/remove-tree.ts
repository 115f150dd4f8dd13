import { rmSync } from 'node:fs'
import { sleep } from '@holdpoint/runtime/system'

const TRIES = 100
const BETWEEN_MS = 100

/**
 * Removes a directory in which an ending process may still write. Node's own retries do not list the directory again,
 * so one new file makes all of them fail.
 */
export function removeTree(path: string): void {
  for (let left = TRIES; ; left--) {
    try {
      return rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if (left === 0) throw error
      sleep(BETWEEN_MS)
    }
  }
}
