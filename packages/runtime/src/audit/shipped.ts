import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { readShipState } from '../fleet/cursor.ts'
import { enrolmentFile } from '../fleet/enrolment.ts'
import type { Store } from './store/store.ts'

/** The last entry that the team's server has. Undefined: this machine belongs to no team. */
export async function shippedUpTo(store: Store, projectDirectory: string): Promise<number | undefined> {
  if (!existsSync(enrolmentFile(dirname(projectDirectory)))) return undefined
  const state = readShipState(projectDirectory)
  // A project that was never shipped, or whose database was made again, has nothing at the server.
  return state !== undefined && state.epoch === (await store.state()).epoch ? state.sequence : 0
}
