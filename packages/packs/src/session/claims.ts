import { epochOf, harnessFile } from '../shared/harness-state.ts'
import type { Services } from '@holdpoint/engine'
import { underLock } from './lock.ts'

/** `.todo-claims`: which session works on which issue, as `issue|session|time`. */

export interface Claim {
  readonly issue: number
  readonly session: string
  readonly at: number
}

const CLAIMS = '.todo-claims'
const MAX_BYTES = 64 << 10
const MAX_CLAIMS = 200

type ClaimServices = Pick<Services, 'files' | 'state' | 'now'>

export function readClaims(root: string, files: Services['files']): readonly Claim[] {
  try {
    const text = files.read(harnessFile(root, CLAIMS), { maxBytes: MAX_BYTES }) ?? ''
    return text.split('\n').flatMap((line) => {
      const [, issue, session = '', at = '0'] = /^(\d{1,9})\|([\w.-]{1,128})\|(\d{1,12})\s*$/.exec(line) ?? []
      return issue === undefined ? [] : [{ issue: Number(issue), session, at: Number(at) }]
    })
  } catch {
    return []
  }
}

/** Claims for this session; returns those that another session in `others` already has. */
export function claim(
  root: string,
  session: string,
  issues: readonly number[],
  others: readonly string[],
  world: ClaimServices,
): readonly Claim[] {
  return underLock(world.state.project, 'todo-claims', () => {
    const claims = readClaims(root, world.files)
    const taken = claims.filter((one) => issues.includes(one.issue) && others.includes(one.session))
    const free = issues.filter((issue) => !taken.some((one) => one.issue === issue))
    const fresh = free.filter((issue) => !claims.some((one) => one.issue === issue && one.session === session))
    if (fresh.length > 0) {
      const kept = claims.filter((one) => !fresh.includes(one.issue))
      write(root, [...kept, ...fresh.map((issue) => ({ issue, session, at: epochOf(world.now()) }))], world.files)
    }
    return taken
  })
}

export function release(root: string, session: string, world: ClaimServices): void {
  const isOurs = (one: Claim): boolean => one.session === session
  // No other session adds claims for this one, so the lock is needed only to change claims of others.
  if (!readClaims(root, world.files).some(isOurs)) return
  underLock(world.state.project, 'todo-claims', () => {
    const claims = readClaims(root, world.files)
    write(
      root,
      claims.filter((one) => !isOurs(one)),
      world.files,
    )
  })
}

function write(root: string, claims: readonly Claim[], files: Services['files']): void {
  const path = harnessFile(root, CLAIMS)
  if (claims.length === 0) files.remove(path)
  else
    files.write(
      path,
      claims
        .slice(-MAX_CLAIMS)
        .map(({ issue, session, at }) => `${issue}|${session}|${at}\n`)
        .join(''),
    )
}
