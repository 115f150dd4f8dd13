import { harnessFile } from '../shared/harness-state.ts'
import type { Services } from '@holdpoint/engine'

/** `.prompt-count-{session}`: how many prompts a session has had. */

export const promptCountFile = (session: string): string => `.prompt-count-${session}`

/** Counts this prompt; 1 for the first. Without a writable file no prompt is the first, else every prompt would be. */
export function countPrompt(root: string, session: string, { files }: Pick<Services, 'files'>): number {
  const path = harnessFile(root, promptCountFile(session))
  const before = /^\d{1,9}/.exec(read(path, files))?.[0] ?? '0'
  const count = Number(before) + 1
  try {
    files.write(path, `${count}\n`)
    return count
  } catch {
    return count + 1
  }
}

function read(path: string, files: Services['files']): string {
  try {
    return files.read(path, { maxBytes: 100 }) ?? ''
  } catch {
    return ''
  }
}
