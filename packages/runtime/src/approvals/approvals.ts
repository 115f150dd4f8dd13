import {
  shortId,
  type Approval,
  type Approvals,
  type Env,
  type Refusal,
  type RefusedCall,
  type ToolBefore,
} from '@holdpoint/engine'
import { redact } from '../audit/redact.ts'
import { subjectOf } from '../audit/spool.ts'
import type { Place } from '../system/state/place.ts'
import { callOf, factsOf, normalisedInput, type CallFacts } from './call.ts'
import { expire } from './grant.ts'
import { RECORD_VERSION, type ApprovalGrant, type ApprovalRequest, type TouchedFile } from './record.ts'
import { isInForce, openApprovalStore } from './store.ts'

export interface ApprovalWorld {
  readonly place: Place
  readonly env: Env
  /** The environment of the call, computed only when a call was refused. */
  commandEnv(): Env
  readonly program: string | undefined
  /** The plugin answers, so the agent knows its commands. Any other slash command would be unknown to it. */
  readonly hasCommands: boolean
  now(): Date
}

/** Grants on this machine, given by the user who works on it. */
export const localApprovals = (world: ApprovalWorld): Approvals => ({
  hasGrant: (event) =>
    Promise.resolve(openApprovalStore(world.place, world.env).find(callOf(event), event.session) !== undefined),
  async settle(call) {
    const { event } = call
    const store = openApprovalStore(world.place, world.env)
    const facts = await factsOf(event, world.commandEnv(), world.program)
    if (facts === undefined) return undefined
    expire(store, world)
    const grant = store.find(callOf(event), event.session)
    if (grant !== undefined && covers(grant, call, facts.files, world.now())) {
      // Taken before the answer: a crash may lose a grant, and never uses it twice.
      if (store.take(grant)) return { state: 'used', id: shortId(grant.id) }
    }
    return requested(call, facts, world, store.addRequest)
  },
})

/** Whether it allows exactly this: nothing that would run or be overwritten has changed, and no other hook objects. */
const covers = (grant: ApprovalGrant, { refusals }: RefusedCall, files: readonly TouchedFile[], now: Date): boolean =>
  isInForce(grant, now) &&
  refusals.every((refusal) => grant.refusals.some((granted) => isSame(refusal, granted))) &&
  grant.files.length === files.length &&
  grant.files.every(({ path, digest }, at) => files[at]?.path === path && files[at].digest === digest)

const isSame = (one: Refusal, other: Refusal): boolean => one.hook === other.hook && one.messageId === other.messageId

function requested(
  { event, refusals, reason }: RefusedCall,
  { effects, files }: CallFacts,
  { hasCommands }: ApprovalWorld,
  add: (request: ApprovalRequest) => void,
): Approval {
  const subject = subjectOf(event.tool)
  add({
    version: RECORD_VERSION,
    id: event.id,
    at: event.at.toISOString(),
    host: event.host,
    session: event.session,
    ...(event.agent?.id !== undefined && { agent: event.agent.id }),
    root: event.root,
    cwd: event.cwd,
    tool: event.tool.name,
    input: redact(event.tool.command ?? JSON.stringify(normalisedInput(event), undefined, 2)),
    ...(subject !== undefined && { subject }),
    call: callOf(event),
    refusals,
    reason: redact(reason),
    effects,
    files,
  })
  const id = shortId(event.id)
  return { state: 'requested', id, how: `To allow this call once, the user ${wayOut(event, id, hasCommands)}.` }
}

/** A session without a person cannot read a typed grant. */
function wayOut({ attended }: ToolBefore, id: string, hasCommands: boolean): string {
  if (attended !== true) return `runs \`holdpoint allow ${id}\` in a terminal`
  return hasCommands ? `types \`/holdpoint:allow ${id}\`` : `types \`holdpoint allow ${id}\``
}
