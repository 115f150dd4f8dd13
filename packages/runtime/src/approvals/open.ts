import { existsSync } from 'node:fs'
import { attempt, type AgentEvent, type Approvals, type Env, type Grants } from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'
import type { Environment } from '../environment.ts'
import type { Place } from '../system/state/place.ts'

interface OpenWorld {
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
export function openApprovals(world: OpenWorld): { readonly approvals: Approvals; readonly grants: Grants } {
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

type EventWorld = Pick<OpenWorld, 'event' | 'place' | 'env' | 'now'>

const NONE: ReadonlySet<string> = new Set()

/** The hooks that the user has switched off for a time. Without any, this looks for one folder. */
export async function snoozedHooks(world: EventWorld, isRehearsal: boolean): Promise<ReadonlySet<string>> {
  if (!existsSync(`${world.place.directory}/approvals/snoozes`)) return NONE
  const { snoozedFor, snoozesIn } = await import('./snooze.ts')
  return isRehearsal ? new Set(snoozesIn(world).map(({ hook }) => hook)) : snoozedFor(world.event, world)
}

/** When a session starts or ends, the audit learns of grants that were never used. */
export async function endOldGrants({ event, ...world }: EventWorld): Promise<void> {
  const isMoment = event.kind === 'session.start' || event.kind === 'session.end'
  if (!isMoment || !existsSync(`${world.place.directory}/approvals/grants`)) return
  const { expireGrants } = await import('./grant.ts')
  attempt(() => expireGrants(world))
}

/** Rules answer together as one hook, so a snoozed one is left out before. The administrator's rules stay. */
export function withoutSnoozed(settings: Settings, snoozed: ReadonlySet<string>): Settings {
  const { own } = settings
  if (snoozed.size === 0 || own === undefined) return settings
  const rules = own.rules.filter(({ id, layer }) => layer === 'managed' || !snoozed.has(id))
  return { ...settings, own: { ...own, rules } }
}
