import { harnessFile } from '../shared/harness-state.ts'
import type { Services } from '@holdpoint/engine'

/** `.prompt-count-{session}`: how many prompts a session has had. */

export const promptCountFile = (session: string): string => `.prompt-count-${session}`

/** Counts this one; 1 for the first. Where nothing can be kept, no prompt is the first: it would be so every time. */
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
