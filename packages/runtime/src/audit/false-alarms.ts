import type { Store } from './store/store.ts'
import { decodeLine, type AuditRecord } from './decode.ts'

/** A possible false positive: a refused action that happened later in much the same form. */
export interface FalseAlarm {
  readonly refused: AuditRecord
  /** `approved`: the user was asked and approved it. `allowed`: by a one-time grant. `retried`: a similar call succeeded. */
  readonly how: 'approved' | 'allowed' | 'retried'
  readonly later: AuditRecord
}

/** A refusal from the store. */
export interface Refusal {
  readonly sequence: number
  readonly record: AuditRecord
}

/** After this time, a similar call is unrelated. */
const WITHIN_MS = 30 * 60_000
const FOLLOWING = 20
/** The share of common words among all words of both commands. */
const MOST = 0.5

/** Checks the later decisions of each refusal's session. */
export async function falseAlarmsAmong(store: Store, refusals: readonly Refusal[]): Promise<readonly FalseAlarm[]> {
  const found: FalseAlarm[] = []
  for (const { sequence, record } of refusals) {
    const { session, tool, subject } = record
    if (session === undefined || tool === undefined || subject === undefined) continue
    const entries = await store.query({ session, tool, after: sequence, oldestFirst: true, limit: FOLLOWING })
    for (const { line } of entries) {
      const later = decodeLine(line)
      const how = later === undefined ? undefined : relation(record, later)
      if (later === undefined || how === undefined) continue
      found.push({ refused: record, how, later })
      break
    }
  }
  return found
}

/** Whether a later decision indicates that the earlier refusal was a false positive. */
export function relation(refused: AuditRecord, later: AuditRecord): FalseAlarm['how'] | undefined {
  if (later.tool !== refused.tool || later.decision === 'deny' || later.decision === 'block') return undefined
  if (later.event !== refused.event) {
    const isSameCall = refused.call !== undefined && refused.call === later.call
    return refused.decision === 'ask' && isSameCall ? 'approved' : undefined
  }
  if (later.approval?.state === 'used' && later.subject === refused.subject) return 'allowed'
  const goesOn = later.decision === 'pass' || later.decision === 'allow'
  const apart = Date.parse(later.at ?? '') - Date.parse(refused.at ?? '')
  if (!goesOn || !(apart <= WITHIN_MS) || later.call === refused.call) return undefined
  return isAlike(refused.subject ?? '', later.subject ?? '') ? 'retried' : undefined
}

/** Two commands that share most of their words, or that name the same file; two equal paths. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = [...a].filter((word) => b.has(word))
  if (shared.length === 0) return false
  if (shared.length / (a.size + b.size - shared.length) >= MOST) return true
  return shared.some(isFile)
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[\s"'`;|&()<>=]+/).filter((word) => word !== '' && word !== '[masked]'))

/** Many unrelated commands name a folder such as `src/` or `..`. */
const isFile = (word: string): boolean => /^[^-].*\/[^/]*\.\w+$|^[\w-]+\.\w{1,5}$/.test(word)
