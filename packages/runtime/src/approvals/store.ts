import { readdirSync, renameSync } from 'node:fs'
import { shortId, type Env } from '@holdpoint/engine'
import { readText } from '../system/files/read.ts'
import { ensurePrivateDirectory, removeFile, takeFile, writeAtomic } from '../system/files/write.ts'
import { isTrusted, preparePlace, type Place } from '../system/state/place.ts'
import { readSealKey, sealKey } from '../system/state/seal-key.ts'
import {
  ANY_SESSION,
  openGrant,
  openRequest,
  sealJson,
  type ApprovalGrant,
  type ApprovalRequest,
  type GrantedBy,
} from './record.ts'

export const GRANT_MS = 10 * 60_000
const REQUEST_MS = 24 * 3600_000
const PAST_MS = 30 * 24 * 3600_000
const MAX_REQUESTS = 100
const MAX_BYTES = 4 << 20
/** Clocks of two processes on one machine agree better than this. A larger step back ends a grant. */
const CLOCK_SLACK_MS = 5_000

/** Requests and grants of one project, as files that only the user can read, sealed with the user's key. */
export interface ApprovalStore {
  addRequest(request: ApprovalRequest): void
  /** Those that may still be granted, oldest first. */
  requests(now: Date): readonly ApprovalRequest[]
  /** The request stays until it is settled, so that a grant that cannot be recorded can be given again. */
  grant(request: ApprovalRequest, by: GrantedBy, now: Date): ApprovalGrant
  /** It was granted. It is kept for a while, so that the user can make a rule of it. */
  settleRequest(request: ApprovalRequest): void
  /** Those that were granted, oldest first. */
  past(now: Date): readonly ApprovalRequest[]
  /** Those in force, oldest first. */
  grants(now: Date): readonly ApprovalGrant[]
  /** Those in force and those whose time is over. */
  all(): readonly ApprovalGrant[]
  /** The grant for a call, in force or not. */
  find(call: string, session: string): ApprovalGrant | undefined
  /** Takes a grant away. True for exactly one of any number of callers. */
  take(grant: ApprovalGrant): boolean
}

export function openApprovalStore(place: Place, env: Env): ApprovalStore {
  const requestFolder = `${place.directory}/approvals/requests`
  const grantFolder = `${place.directory}/approvals/grants`
  const pastFolder = `${place.directory}/approvals/past`

  function readAll<T>(folder: string, open: (text: string, name: string, key: string) => T | undefined): readonly T[] {
    const key = isTrusted(place, env) ? readSealKey(env) : undefined
    if (key === undefined) return []
    return namesIn(folder).flatMap((name) => {
      const text = readText(`${folder}/${name}`, MAX_BYTES)
      return (text === undefined ? undefined : open(text, name, key)) ?? []
    })
  }

  function write(folder: string, name: string, record: ApprovalRequest): void {
    preparePlace(place, env)
    ensurePrivateDirectory(`${place.directory}/approvals`)
    ensurePrivateDirectory(folder)
    writeAtomic(`${folder}/${name}`, sealJson(record, name, sealKey(env)))
  }

  const store: ApprovalStore = {
    addRequest(request) {
      write(requestFolder, requestName(request), request)
      keepNewest(requestFolder, store.requests(new Date(request.at)))
    },
    requests: (now) =>
      readAll(requestFolder, openRequest)
        .filter(({ at }) => isWithin(now, at, REQUEST_MS))
        .toSorted(byTime),
    grant(request, by, now) {
      const grant: ApprovalGrant = {
        ...request,
        by,
        grantedAt: now.toISOString(),
        expiresAt: new Date(now.getTime() + GRANT_MS).toISOString(),
        usedIn: by === 'prompt' ? request.session : ANY_SESSION,
      }
      write(grantFolder, grantName(grant.call, grant.usedIn), grant)
      return grant
    },
    settleRequest(request) {
      ensurePrivateDirectory(pastFolder)
      renameSync(`${requestFolder}/${requestName(request)}`, `${pastFolder}/${requestName(request)}`)
      keepNewest(pastFolder, store.past(new Date(request.at)))
    },
    past: (now) =>
      readAll(pastFolder, openRequest)
        .filter(({ at }) => isWithin(now, at, PAST_MS))
        .toSorted(byTime),
    grants: (now) =>
      readAll(grantFolder, openGrant)
        .filter((grant) => isInForce(grant, now))
        .toSorted(byTime),
    all: () => readAll(grantFolder, openGrant),
    find(call, session) {
      const key = isTrusted(place, env) ? readSealKey(env) : undefined
      if (key === undefined) return undefined
      for (const usedIn of [session, ANY_SESSION]) {
        const name = grantName(call, usedIn)
        const text = readText(`${grantFolder}/${name}`, MAX_BYTES)
        const grant = text === undefined ? undefined : openGrant(text, name, key)
        if (grant !== undefined && grant.call === call && grant.usedIn === usedIn) return grant
      }
      return undefined
    },
    take: ({ call, usedIn }) => takeFile(`${grantFolder}/${grantName(call, usedIn)}`),
  }
  return store
}

export const isInForce = ({ grantedAt, expiresAt }: ApprovalGrant, now: Date): boolean =>
  isWithin(now, grantedAt, GRANT_MS) && now.getTime() <= Date.parse(expiresAt)

/** A clock that was set back proves nothing, so that counts as too late. */
export function isWithin(now: Date, from: string, ms: number): boolean {
  const age = now.getTime() - Date.parse(from)
  return age >= -CLOCK_SLACK_MS && age <= ms
}

const requestName = ({ id }: Pick<ApprovalRequest, 'id'>): string => `${shortId(id)}.json`
const grantName = (call: string, usedIn: string): string => `${call}.${usedIn}.json`

const byTime = (one: ApprovalRequest, other: ApprovalRequest): number => (one.at < other.at ? -1 : 1)

/** Also removes what is too old, damaged or of another version. */
function keepNewest(folder: string, requests: readonly ApprovalRequest[]): void {
  const names = new Set(requests.slice(-MAX_REQUESTS).map(requestName))
  for (const name of namesIn(folder)) if (!names.has(name)) removeFile(`${folder}/${name}`)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}
