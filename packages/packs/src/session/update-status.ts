import { harnessFile } from '../shared/harness-state.ts'
import { type Services, counted } from '@holdpoint/engine'

/** `.update-status`: result of the check for a newer harness, as `status|local|remote|count|time|summary`. */

export const UPDATE_STATUS = '.update-status'

export type UpdateResult = 'up-to-date' | 'updated' | 'breaking' | 'available' | 'conflict'

export interface UpdateStatus {
  readonly status: string
  readonly local: string
  readonly remote: string
  readonly count: number
  readonly summary: string
}

export function updateText(result: UpdateResult, update: Omit<UpdateStatus, 'status'>, epoch: number): string {
  const { local, remote, count, summary } = update
  return `${[result, local, remote, count, epoch, summary].map((field) => plain(String(field))).join('|')}\n`
}

/** One line; separators inside a field are removed. */
const plain = (text: string): string =>
  text
    .replace(/[|\s]+/g, ' ')
    .trim()
    .slice(0, 300)

/** Returns the text and deletes the file; empty when there is nothing to report. */
export function takeUpdate(root: string, { files }: Pick<Services, 'files'>): string {
  const path = harnessFile(root, UPDATE_STATUS)
  const line = read(path, files)
  if (line === undefined) return ''
  files.remove(path)
  const [status = '', local = '?', remote = '?', count = '0', , summary = ''] = line.trim().split('|')
  const changes = `${local} → ${remote} (${counted(Number(count) || 0, 'commit')}${summary === '' ? '' : `: ${summary}`})`
  switch (status) {
    case 'updated':
      return `Harness updated: ${changes}.`
    case 'breaking':
      return `A new major version of the harness is available and was not applied: ${changes}. Ask the user to review it.`
    case 'available':
      return `A newer harness is available and was not applied, because the checkout has local changes: ${changes}.`
    case 'conflict':
      return `The harness update failed and changed nothing: ${changes}.`
    default:
      return ''
  }
}

function read(path: string, files: Services['files']): string | undefined {
  try {
    return files.read(path, { maxBytes: 4_000 })
  } catch {
    return undefined
  }
}
