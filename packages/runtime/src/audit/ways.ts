import { join } from 'node:path'
import { spoolDirectory, spoolFiles } from './read-spool.ts'
import { decodeLine } from './decode.ts'
import { readTail } from '../system/files/read.ts'

/** How many events of the last active day the daemon answered, and how many started a process of their own. */
export interface Ways {
  readonly daemon: number
  readonly cold: number
  /** The first of these events; absent when there are none. */
  readonly since?: string
}

const MAX_BYTES = 1 << 20

/** The first event of a session may find no daemon and start it. A probe is no event. */
const MAY_BE_COLD = /"event":"(?:SessionStart|Setup)"|"probe":"/

export function waysOf(projectDirectory: string): Ways {
  const name = spoolFiles(projectDirectory).at(-1)
  const text = name === undefined ? undefined : readTail(join(spoolDirectory(projectDirectory), name), MAX_BYTES)
  const lines = (text ?? '').split('\n').filter((line) => line !== '' && !MAY_BE_COLD.test(line))
  const daemon = lines.filter((line) => line.includes('"by":"daemon"')).length
  const since = decodeLine(lines[0] ?? '')?.at
  return { daemon, cold: lines.length - daemon, ...(since !== undefined && { since }) }
}
