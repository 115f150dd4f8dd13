import { agentAction, NO_ACTION, type Registry } from '@holdpoint/packs'
import { messageOf, type AgentEvent, type HookEntry, type Host, type JsonObject } from '@holdpoint/engine'
import { writeSpool } from './audit/spool.ts'
import { placeOf, preparePlace } from './system/state/place.ts'
import { answer, type Reply } from './answer.ts'
import type { World } from './compose.ts'
import type { Form } from './pack-protocol.ts'

export interface AgentCall {
  readonly action: string
  readonly payload: JsonObject
  readonly host: Host
  readonly form: Form
  decode(payload: JsonObject, hook: HookEntry | undefined): AgentEvent
}

/** `holdpoint hook agent <action>`: called by the hooks in an agent's own file. */
export async function agentCommand({ action, payload, host, form, decode }: AgentCall, world: World): Promise<Reply> {
  const { registry } = world
  const only = registry.catalogue.find(({ aliases, enabledBy }) => aliases.includes(action) && enabledBy === 'call')
  // The handler for unknown actions does nothing, and records that in the audit.
  if (only === undefined)
    return left(decode(payload, undefined), NO_ACTION, `no such action: ${action.slice(0, 64)}`, world)
  const named = ['hook_event_name', 'hookEventName', 'eventType']
    .map((field) => payload[field])
    .find((name): name is string => typeof name === 'string' && name !== '')
  const own = only.on.map((kind) => host.eventFor(kind))
  if (named !== undefined && !own.includes(host.eventName(named)))
    return left(
      decode(payload, undefined),
      only.id,
      `it acts at ${own.join(', ')} and not at ${named.slice(0, 64)}`,
      world,
    )

  const run = watched(registry)
  const event = decode(withData(payload, action), only)
  const reply = await answer({ event, host, only, form, warnings: [] }, { ...world, registry: run.registry })
  const failure = run.failure()
  // A failed action is reported by its name, with an exit code that blocks nothing.
  return failure === undefined
    ? reply
    : {
        ...reply,
        stdout: '',
        stderr: `holdpoint: ${action} failed: ${failure}. It has passed unchecked.\n`,
        exitCode: 1,
      }
}

/** Adds the agent and the action, which the host does not send. */
function withData(payload: JsonObject, action: string): JsonObject {
  const { data } = payload
  const given = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}
  return { ...payload, data: { agent: agentAction(action)?.agent, action, ...given } }
}

/** The engine passes when a hook fails; this caller needs to know about the failure. */
function watched(registry: Registry): { readonly registry: Registry; failure(): string | undefined } {
  let failure: string | undefined
  return {
    failure: () => failure,
    registry: {
      catalogue: registry.catalogue,
      async load(id) {
        const hook = await registry.load(id)
        return {
          ...hook,
          run(context) {
            // Until the hook has answered, because the engine may end it.
            failure = 'it took too long'
            const ended = <T>(verdict: T): T => {
              failure = undefined
              return verdict
            }
            // A result after the timeout does not count.
            const endedInTime = <T>(verdict: T): T => (context.signal.aborted ? verdict : ended(verdict))
            const failed = (error: unknown): never => {
              failure = messageOf(error)
              throw error
            }
            try {
              const verdict = hook.run(context)
              return verdict instanceof Promise ? verdict.then(endedInTime, failed) : ended(verdict)
            } catch (error) {
              return failed(error)
            }
          },
        }
      },
    },
  }
}

/** Nothing to do: one line in the audit and no output. */
function left(event: AgentEvent, id: string, reason: string, world: World): Reply {
  try {
    const place = placeOf(event.root, world.env)
    preparePlace(place, world.env)
    writeSpool(place.directory, { event, decision: 'pass', ms: 0, hooks: [{ id, decision: 'pass', reason, ms: 0 }] })
  } catch {
    // The audit has no line then.
  }
  return { stdout: '', stderr: '', exitCode: 0, after: () => undefined }
}
