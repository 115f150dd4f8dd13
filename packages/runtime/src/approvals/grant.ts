import { shortId } from '@holdpoint/engine'
import { auditStep, type DoorWorld } from './audit-line.ts'
import type { ApprovalGrant, ApprovalRequest, GrantedBy } from './record.ts'
import { isInForce, openApprovalStore, type ApprovalStore } from './store.ts'

/** `known`: it was allowed before, and still is. */
export type Granting =
  | { readonly state: 'granted' | 'known'; readonly grant: ApprovalGrant }
  | { readonly state: 'refused'; readonly why: string }

/** Allows a refused call once. `session`: only a call of this session may be allowed, and only in it. */
export function grantCall(id: string, by: GrantedBy, world: DoorWorld, session?: string): Granting {
  const now = world.now()
  const store = openApprovalStore(world.place, world.env)
  expire(store, world)
  const known = store.grants(now).find((grant) => isNamed(grant, id))
  const request = known ?? store.requests(now).find((each) => isNamed(each, id))
  if (request === undefined) return { state: 'refused', why: whyUnknown(id, store, now) }
  if (session !== undefined && request.session !== session) return { state: 'refused', why: foreignCall(id) }
  if (known !== undefined) return { state: 'known', grant: known }
  const grant = store.grant(request, by, now)
  // A grant that is not in the audit must not exist.
  try {
    auditStep({ state: 'granted', id: shortId(grant.id), by }, grant, world)
  } catch (error) {
    store.take(grant)
    throw error
  }
  store.settleRequest(request)
  return { state: 'granted', grant }
}

function whyUnknown(id: string, store: ApprovalStore, now: Date): string {
  const again = 'Let the agent try again; the new refusal has a new id.'
  return store.past(now).some((each) => isNamed(each, id))
    ? `\`${id}\` was allowed before, and that grant was used, revoked or has expired. ${again}`
    : `no refused call \`${id}\` waits in this project: the id is unknown, or older than a day. ${again}`
}

const foreignCall = (id: string): string =>
  `\`${id}\` was refused in another session. Type it there, or run \`holdpoint allow ${id}\` in a terminal.`

/** Takes a grant back that has not been used. Undefined when there is none. */
export function revokeGrant(id: string, world: DoorWorld): ApprovalGrant | undefined {
  const store = openApprovalStore(world.place, world.env)
  const grant = store.grants(world.now()).find((each) => isNamed(each, id))
  if (grant === undefined || !store.take(grant)) return undefined
  auditStep({ state: 'revoked', id: shortId(grant.id) }, grant, world)
  return grant
}

export interface PendingApprovals {
  readonly requests: readonly ApprovalRequest[]
  readonly grants: readonly ApprovalGrant[]
}

/** What waits for the user, newest try of each call only; and what is allowed and not used yet. */
export function pendingApprovals(world: DoorWorld): PendingApprovals {
  const now = world.now()
  const store = openApprovalStore(world.place, world.env)
  const grants = store.grants(now)
  const latest = new Map(store.requests(now).map((request) => [request.call, request]))
  // A call that was refused after its grant is not covered by it: something that the grant names has changed.
  const isCovered = ({ call, at }: ApprovalRequest): boolean =>
    grants.some((grant) => grant.call === call && grant.grantedAt >= at)
  return { requests: [...latest.values()].filter((request) => !isCovered(request)), grants }
}

/** A call that may be granted, also when a newer try of it waits as well. */
export const findWaiting = (id: string, { place, env, now }: DoorWorld): ApprovalRequest | undefined =>
  openApprovalStore(place, env)
    .requests(now())
    .find((each) => isNamed(each, id))

/** A call that was refused, whether or not it was allowed since. */
export function findRefused(id: string, { place, env, now }: DoorWorld): ApprovalRequest | undefined {
  const store = openApprovalStore(place, env)
  return [...store.requests(now()), ...store.past(now())].find((each) => isNamed(each, id))
}

export const expireGrants = (world: DoorWorld): void => expire(openApprovalStore(world.place, world.env), world)

/** Removes grants whose time is over, and says so in the audit. */
export function expire(store: ApprovalStore, world: DoorWorld): void {
  for (const grant of store.all()) {
    if (isInForce(grant, world.now()) || !store.take(grant)) continue
    auditStep({ state: 'expired', id: shortId(grant.id) }, grant, world)
  }
}

const isNamed = ({ id }: ApprovalRequest, wanted: string): boolean => id === wanted || shortId(id) === wanted

/** Something other than the user tried to allow a call. Refused whether or not this can be written. */
export function auditRefusal(id: string, why: string, world: DoorWorld): void {
  const about = findRefused(id, world) ?? { host: 'terminal' }
  auditStep({ state: 'refused', id: id.slice(0, 64), why }, about, world)
}
