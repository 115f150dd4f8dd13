import { readdirSync, renameSync } from 'node:fs'
import { codeOf, shortId, type Env } from '@holdpoint/engine'
import { readText } from '../system/files/read.ts'
import { besideOf, ensurePrivateDirectory, removeFile, writeAtomic } from '../system/files/write.ts'
import { isTrusted, preparePlace, type Place } from '../system/state/place.ts'
import { readSealKey, sealKey } from '../system/state/seal-key.ts'
import {
  ANY_SESSION,
  openGrant,
  openRequest,
  sealRecord,
  type ApprovalGrant,
  type ApprovalRequest,
  type GrantedBy,
} from './record.ts'

export const GRANT_MS = 10 * 60_000
const REQUEST_MS = 24 * 3600_000
const MAX_REQUESTS = 100
const MAX_BYTES = 4 << 20
/** Clocks of two processes on one machine agree better than this. A larger step back ends a grant. */
const CLOCK_SLACK_MS = 5_000

/** Requests and grants of one project, as files that only the user can read, sealed with the user's key. */
export interface ApprovalStore {
  addRequest(request: ApprovalRequest): void
  /** Those that may still be granted, oldest first. */
  requests(now: Date): readonly ApprovalRequest[]
  grant(request: ApprovalRequest, by: GrantedBy, now: Date): ApprovalGrant
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
    writeAtomic(`${folder}/${name}`, sealRecord(record, name, sealKey(env)))
  }

  const store: ApprovalStore = {
    addRequest(request) {
      write(requestFolder, requestName(request), request)
      const kept = store.requests(new Date(request.at))
      const names = new Set(kept.slice(-MAX_REQUESTS).map(requestName))
      for (const name of namesIn(requestFolder)) if (!names.has(name)) removeFile(`${requestFolder}/${name}`)
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
      removeFile(`${requestFolder}/${requestName(request)}`)
      return grant
    },
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
    take({ call, usedIn }) {
      const path = `${grantFolder}/${grantName(call, usedIn)}`
      const taken = besideOf(path, 'taken')
      try {
        // Of several processes that rename one file, one succeeds.
        renameSync(path, taken)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return false
        throw error
      }
      removeFile(taken)
      return true
    },
  }
  return store
}

export const isInForce = ({ grantedAt, expiresAt }: ApprovalGrant, now: Date): boolean =>
  isWithin(now, grantedAt, GRANT_MS) && now.getTime() <= Date.parse(expiresAt)

/** A clock that was set back proves nothing, so that counts as too late. */
function isWithin(now: Date, from: string, ms: number): boolean {
  const age = now.getTime() - Date.parse(from)
  return age >= -CLOCK_SLACK_MS && age <= ms
}

const requestName = ({ id }: Pick<ApprovalRequest, 'id'>): string => `${shortId(id)}.json`
const grantName = (call: string, usedIn: string): string => `${call}.${usedIn}.json`

const byTime = (one: ApprovalRequest, other: ApprovalRequest): number => (one.at < other.at ? -1 : 1)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    return []
  }
}
