import type { DoorWorld } from './audit-line.ts'
import { grantCall } from './grant.ts'
import { whyNoPerson } from './person.ts'
import { openProcesses } from '../system/process/ancestry.ts'

interface TypedWorld extends DoorWorld {
  readonly session: string
  /** The process of the agent, where it says so. */
  readonly hostPid: string | undefined
}

/** A grant typed into the agent's own prompt. It counts in that session only. Says why nothing is allowed. */
export async function giveTyped(id: string, world: TypedWorld): Promise<string | undefined> {
  const nested = await whyNotTyped(Number(world.hostPid))
  if (nested !== undefined)
    return `no person types in this session, because ${nested}. Run \`holdpoint allow ${id}\` in a terminal of your own.`
  const granting = grantCall(id, 'prompt', world, world.session)
  return granting.state === 'refused' ? granting.why : undefined
}

/** An agent can start another agent and type into it. Older versions of Claude Code do not name their process. */
async function whyNotTyped(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return whyNoPerson(pid, await openProcesses())
}
