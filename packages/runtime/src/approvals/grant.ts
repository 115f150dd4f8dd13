import { shortId, type Env } from '@holdpoint/engine'
import { writeSpool, type AuditedApproval } from '../audit/spool.ts'
import { preparePlace, type Place } from '../system/state/place.ts'
import type { ApprovalGrant, ApprovalRequest, GrantedBy } from './record.ts'
import { isInForce, openApprovalStore, type ApprovalStore } from './store.ts'

export interface GrantWorld {
  readonly place: Place
  readonly env: Env
  now(): Date
}

/** `known`: it was allowed before, and still is. */
export type Granting =
  | { readonly state: 'granted' | 'known'; readonly grant: ApprovalGrant }
  | { readonly state: 'refused'; readonly why: string }

/** Allows a refused call once. `session`: only a call of this session may be allowed, and only in it. */
export function grantCall(id: string, by: GrantedBy, world: GrantWorld, session?: string): Granting {
  const now = world.now()
  const store = openApprovalStore(world.place, world.env)
  expire(store, world)
  const known = store.grants(now).find((grant) => isNamed(grant, id))
  if (known !== undefined) return { state: 'known', grant: known }
  const request = store.requests(now).find((each) => isNamed(each, id))
  if (request === undefined) return { state: 'refused', why: unknownCall(id) }
  if (session !== undefined && request.session !== session) return { state: 'refused', why: foreignCall(id) }
  const grant = store.grant(request, by, now)
  // A grant that is not in the audit must not exist.
  try {
    record(grant, { state: 'granted', id: shortId(grant.id), by }, world)
  } catch (error) {
    store.take(grant)
    throw error
  }
  return { state: 'granted', grant }
}

const unknownCall = (id: string): string =>
  `no refused call \`${id}\` waits in this project: it is unknown, older than a day, or was allowed already. ` +
  'Let the agent try again; the new refusal has a new id.'

const foreignCall = (id: string): string =>
  `\`${id}\` was refused in another session. Type it there, or run \`holdpoint allow ${id}\` in a terminal.`

/** Takes a grant back that has not been used. Undefined when there is none. */
export function revokeGrant(id: string, world: GrantWorld): ApprovalGrant | undefined {
  const store = openApprovalStore(world.place, world.env)
  const grant = store.grants(world.now()).find((each) => isNamed(each, id))
  if (grant === undefined || !store.take(grant)) return undefined
  record(grant, { state: 'revoked', id: shortId(grant.id) }, world)
  return grant
}

export interface PendingApprovals {
  readonly requests: readonly ApprovalRequest[]
  readonly grants: readonly ApprovalGrant[]
}

/** What waits for the user, newest try of each call only; and what is allowed and not used yet. */
export function pendingApprovals(world: GrantWorld): PendingApprovals {
  const now = world.now()
  const store = openApprovalStore(world.place, world.env)
  const grants = store.grants(now)
  const latest = new Map(store.requests(now).map((request) => [request.call, request]))
  return { requests: [...latest.values()].filter(({ call }) => !grants.some((grant) => grant.call === call)), grants }
}

/** Removes grants whose time is over, and says so in the audit. */
export function expire(store: ApprovalStore, world: GrantWorld): void {
  for (const grant of store.all()) {
    if (isInForce(grant, world.now()) || !store.take(grant)) continue
    record(grant, { state: 'expired', id: shortId(grant.id) }, world)
  }
}

const isNamed = ({ id }: ApprovalRequest, wanted: string): boolean => id === wanted || shortId(id) === wanted

/** A line of its own: no event of the agent belongs to what the user does. */
function record(grant: ApprovalGrant, approval: AuditedApproval, { place, env, now }: GrantWorld): void {
  const { host, session, tool } = grant
  const at = now()
  const id = `${at.getTime().toString(36)}-${process.pid.toString(36)}-${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
  preparePlace(place, env)
  writeSpool(place.directory, {
    event: { id, at, host, name: 'Approval', session },
    tool,
    decision: 'pass',
    ms: 0,
    hooks: [],
    approval,
  })
}
