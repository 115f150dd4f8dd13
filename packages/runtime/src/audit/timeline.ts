import { shortId as shortIdOf, dayOf } from '@holdpoint/engine'
import { approvalText } from './approvals.ts'
import type { AuditRecord } from './decode.ts'
import { fit, pad, plain, widthOf } from './plain.ts'
import type { AuditedHook } from './spool.ts'

/** One decision as the columns of one line. */
export interface Row {
  /** Enough of the id to look the decision up again. */
  readonly id: string
  /** `YYYY-MM-DD`, local. */
  readonly day: string
  readonly time: string
  readonly decision: string
  /** Event and tool. */
  readonly what: string
  /** The sub-agent, and the host if it is not the default; empty for the main agent of the default host. */
  readonly who: string
  /** Who decided, and why. */
  readonly why: string
}

export function rowOf(record: AuditRecord): Row {
  const at = new Date(record.at ?? Number.NaN)
  const isDated = !Number.isNaN(at.getTime())
  return {
    id: shortId(record.id),
    day: isDated ? dayOf(at) : '',
    time: isDated ? clock(at) : '',
    decision: plain(record.decision ?? 'unknown'),
    what: plain([record.event, record.tool].filter(Boolean).join(' ')),
    who: plain(whoOf(record)),
    why: plain(whyOf(record)),
  }
}

const ID = 6
const TIME = 8
const DECISION = 8
const WHAT = 16

/**
 * The line without its decision, which the caller may colour: the text before and after it. Without a width,
 * nothing is truncated.
 */
export function layOut(row: Row, columns = Infinity): readonly [before: string, decision: string, after: string] {
  const before = `${pad(row.id, ID)} ${pad(row.time, TIME)} `
  const decision = pad(fit(row.decision, DECISION), DECISION)
  const after = ` ${pad(row.what, WHAT)}  ${row.who === '' ? '' : `${row.who} `}${row.why}`.trimEnd()
  return [before, decision, fit(after, columns - widthOf(before) - DECISION)]
}

const USUAL_HOST = 'claude-code'

const whoOf = ({ agent, agentType, host = USUAL_HOST }: AuditRecord): string =>
  [
    ...(host === USUAL_HOST ? [] : [`[${host}]`]),
    ...(agent === undefined && agentType === undefined ? [] : [`@${agentType ?? agent}`]),
  ].join(' ')

/** Enough of the id to look the decision up again, escaped for a terminal. */
export const shortId = (id: string): string => shortIdOf(plain(id))

/** Hooks with a result other than a plain pass. */
export const speakers = (record: AuditRecord): readonly AuditedHook[] =>
  record.hooks.filter(
    ({ decision, failure, withheld, skipped, reason }) =>
      decision !== 'pass' ||
      failure !== undefined ||
      withheld !== undefined ||
      skipped !== undefined ||
      reason !== undefined,
  )

function whyOf(record: AuditRecord): string {
  const said = speakers(record)
  const step = approvalText(record)
  if (step !== undefined && record.error === undefined)
    return [said.map(({ id }) => id).join(', '), step].filter((text) => text !== '').join(': ')
  // When no hook gave a reason, the subject says more than the list of hooks.
  if (said.length === 0 && record.error === undefined && record.subject !== undefined) return record.subject
  const who = (said.length > 0 ? said : record.hooks).map(({ id }) => id).join(', ')
  const why = record.error ?? said.map(remark).find((text) => text !== undefined)
  return [who, why].filter((text) => text !== undefined && text !== '').join(': ')
}

function remark({ reason, failure, withheld, skipped }: AuditedHook): string | undefined {
  if (failure !== undefined) return `failed, ${failure}`
  if (skipped !== undefined) return `skipped, ${skipped}`
  if (withheld !== undefined) return `would ${withheld}${reason === undefined ? '' : `, ${reason}`}`
  return reason
}

const clock = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
