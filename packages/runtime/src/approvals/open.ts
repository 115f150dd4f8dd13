import type { AgentEvent, Approvals, Env, Grants } from '@holdpoint/engine'
import type { Environment } from '../environment.ts'
import type { Place } from '../system/state/place.ts'

interface DoorWorld {
  readonly event: AgentEvent
  readonly place: Place
  readonly env: Env
  readonly environment: Environment
  readonly program: string | undefined
  /** The plugin answers, so the agent knows its commands. */
  readonly hasCommands: boolean
  now(): Date
}

/** What asks for grants and what gives them. Both load when they are first used: most events need neither. */
export function openApprovals(world: DoorWorld): { readonly approvals: Approvals; readonly grants: Grants } {
  const { event, place, env, environment, program, hasCommands, now } = world
  const local = async (): Promise<Approvals> => {
    const { localApprovals } = await import('./approvals.ts')
    const commandEnv = (): Env => ({ ...env, ...environment.exported() })
    return localApprovals({ place, env, commandEnv, program, hasCommands, now })
  }
  return {
    approvals: {
      hasGrant: async (call) => (await local()).hasGrant(call),
      settle: async (call) => (await local()).settle(call),
    },
    grants: {
      async give(id) {
        const { giveTyped } = await import('./typed.ts')
        return giveTyped(id, { place, env, now, session: event.session, hostPid: environment.get('CLAUDE_PID') })
      },
    },
  }
}
