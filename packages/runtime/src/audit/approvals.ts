import type { Store } from './store/store.ts'
import { decodeLine, type AuditRecord } from './decode.ts'
import type { AuditedApproval } from './spool.ts'

/** What users allowed once, and how often. A call that is allowed again and again should be allowed by a rule. */
export interface ApprovalFigures {
  /** Refused calls that the user could have allowed, by what became of them. */
  readonly counts: Readonly<Partial<Record<AuditedApproval['state'], number>>>
  /** Most frequent first. */
  readonly allowed: readonly AllowedCall[]
}

/** One call that was allowed and made. */
export interface AllowedCall {
  readonly hook: string
  readonly subject: string
  readonly times: number
  /** The last grant: `holdpoint allow <id> --rule` proposes a rule for it. */
  readonly lastId: string
}

/** The field as an audit line spells it. */
const APPROVAL = '"approval":{"state":'
const MAX_READ = 5_000

export async function approvalFigures(
  store: Store,
  filter: { readonly since: number; readonly until?: number; readonly session?: string },
): Promise<ApprovalFigures> {
  const entries = await store.query({ ...filter, text: APPROVAL, limit: MAX_READ })
  const records = entries.flatMap(({ line }) => decodeLine(line) ?? []).filter(({ approval }) => approval !== undefined)
  const counts: Partial<Record<AuditedApproval['state'], number>> = {}
  for (const { approval } of records)
    if (approval !== undefined) counts[approval.state] = (counts[approval.state] ?? 0) + 1
  return { counts, allowed: allowedIn(records) }
}

/** The records are newest first. */
function allowedIn(records: readonly AuditRecord[]): readonly AllowedCall[] {
  const found = new Map<string, AllowedCall & { times: number }>()
  for (const { approval, hooks, subject = '' } of records) {
    if (approval?.state !== 'used') continue
    for (const { id: hook } of hooks.filter(({ decision }) => decision !== 'pass')) {
      const key = JSON.stringify([hook, subject])
      const known = found.get(key) ?? { hook, subject, times: 0, lastId: approval.id }
      known.times += 1
      found.set(key, known)
    }
  }
  return [...found.values()].toSorted((a, b) => b.times - a.times || (a.hook < b.hook ? -1 : 1))
}

/** One step in the life of a grant or snooze, in a few words. Undefined where a decision says all of it. */
export function approvalText({ approval, subject = '' }: AuditRecord): string | undefined {
  if (approval === undefined || approval.state === 'requested') return undefined
  const { state, id, by, until, why } = approval
  const about = subject === '' ? '' : `: ${subject}`
  switch (state) {
    case 'used':
      return `allowed once by grant ${id}`
    case 'granted':
      return `the user allowed ${id} once${by === undefined ? '' : ` (${by === 'prompt' ? 'typed in the session' : 'in a terminal'})`}${about}`
    case 'expired':
      return `grant ${id} expired unused${about}`
    case 'revoked':
      return `the user revoked grant ${id}${about}`
    case 'refused':
      return `an attempt to allow ${id} was refused${why === undefined ? '' : `: ${why}`}`
    case 'snoozed':
      return `the user switched ${id} off${until === undefined ? '' : ` until ${until.slice(0, 16).replace('T', ' ')} UTC`}`
    case 'snooze-ended':
      return `${id} is on again`
  }
}
