import { grantCall, type GrantWorld } from './grant.ts'
import { whyNoPerson } from './person.ts'
import { openProcesses } from '../system/process/ancestry.ts'

interface TypedWorld extends GrantWorld {
  readonly session: string
  /** The process of the agent, where it says so. */
  readonly hostPid: string | undefined
}

/** A grant typed into the agent's own prompt. It counts in that session only. Says why nothing is allowed. */
export async function giveTyped(id: string, world: TypedWorld): Promise<string | undefined> {
  const nested = await whyNotTyped(Number(world.hostPid))
  if (nested !== undefined) return `${nested}. Run \`holdpoint allow ${id}\` in a terminal of your own.`
  const granting = grantCall(id, 'prompt', world, world.session)
  return granting.state === 'refused' ? granting.why : undefined
}

/** An agent can start another agent and type into it. */
async function whyNotTyped(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const why = whyNoPerson(pid, await openProcesses())
  return why === undefined ? undefined : `no person types in this session, because ${why}`
}
