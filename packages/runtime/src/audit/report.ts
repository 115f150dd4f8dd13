import type { Activity, Figure, Period } from './store/log.ts'
import type { Store } from './store/store.ts'
import { approvalFigures, type ApprovalFigures } from './approvals.ts'
import { askFigures, type AskFigures } from './asks.ts'
import { decodeLine, type AuditRecord } from './decode.ts'
import { falseAlarmsAmong, type FalseAlarm, type Refusal } from './false-alarms.ts'
import { hookCosts, latencyOf, type Latency } from './latency.ts'
import { sums, type Sum } from './sums.ts'

/** The report of a period: interventions by hook and message, latency, and errors. */
export interface Report {
  readonly since: string
  readonly until: string
  readonly decisions: number
  /** Count per decision. */
  readonly counts: Readonly<Record<string, number>>
  /** Refused tool calls, stops and prompts. */
  readonly prevented: number
  readonly asked: number
  /** Questions per session, the answers, and how many questions better rules would have saved. */
  readonly asks: AskFigures
  /** One-time grants, and what is allowed most often. */
  readonly approvals: ApprovalFigures
  /** What hooks at level `observe` would have done: counts by decision and by hook. */
  readonly observed: { readonly counts: Readonly<Record<string, number>>; readonly hooks: readonly Sum[] }
  readonly tools: readonly ToolFigures[]
  /** Refusals and questions, by hook, by message, by agent. */
  readonly hooks: readonly Sum[]
  readonly reasons: readonly Sum[]
  readonly agents: readonly Sum[]
  readonly sessions: readonly Activity[]
  readonly falseAlarms: readonly FalseAlarm[]
  readonly time: Latency & { readonly hooks: Awaited<ReturnType<typeof hookCosts>> }
  readonly breakers: readonly Sum[]
  readonly errors: readonly Sum[]
  /** How many of the newest decisions other than pass were read; the counts cover all. */
  readonly read: number
  readonly readAll: boolean
}

export interface ToolFigures {
  readonly name: string
  readonly decisions: number
  readonly prevented: number
  readonly asked: number
  readonly p50Ms?: number
  readonly p95Ms?: number
}

/** The agent that is no sub-agent has no id. */
export const MAIN_AGENT = 'main agent'

/** Enough for months of work; reading more would take too long. */
const MAX_READ = 5_000
const MAX_TROUBLE = 1_000
const MAX_REFUSALS = 200

export async function reportOn(store: Store, period: Period): Promise<Report> {
  const { since, until, session } = period
  const filter = { since, until, ...(session !== undefined && { session }) }
  const figures = await store.figures(period)
  const sessions = await store.activity(period)
  const spoken = (await store.query({ ...filter, notPass: true, limit: MAX_READ })).flatMap(recordOf)
  const troubled = (await store.query({ ...filter, trouble: true, limit: MAX_TROUBLE })).flatMap(recordOf)
  const watched = (await store.query({ ...filter, text: OBSERVED, limit: MAX_READ })).flatMap(recordOf)
  const refusals = spoken.filter(({ record }) => isRefusedOrAsked(record)).slice(0, MAX_REFUSALS)
  const count = (...words: readonly string[]): number =>
    total(figures.filter(({ decision = '' }) => words.includes(decision)))
  const voices = spoken.flatMap(({ record }) => voicesOf(record))

  return {
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    decisions: total(figures),
    counts: Object.fromEntries(
      [...new Set(figures.flatMap(({ decision = [] }) => decision))].map((word) => [word, count(word)]),
    ),
    prevented: count('deny', 'block'),
    asked: count('ask'),
    asks: await askFigures(
      store,
      spoken.map(({ record }) => record).filter(({ decision }) => decision === 'ask'),
      sessions,
    ),
    approvals: await approvalFigures(store, filter),
    observed: observedIn(watched.flatMap(({ record }) => observationsOf(record))),
    tools: toolFigures(figures),
    hooks: sums(voices, ({ hook }) => hook),
    reasons: sums(voices, ({ hook, message }) => `${hook} ${message}`.trim()),
    agents: sums(voices, ({ record }) => record.agent ?? MAIN_AGENT),
    sessions,
    falseAlarms: await falseAlarmsAmong(store, refusals),
    time: { ...latencyOf(figures), hooks: await hookCosts(store, filter) },
    breakers: sums(
      troubled.flatMap(({ record }) => skippedIn(record)),
      ({ hook }) => hook,
    ),
    errors: sums(
      troubled.flatMap(({ record }) => errorsIn(record)),
      ({ hook, text }) => [hook, text].filter((part) => part !== '').join(': '),
    ),
    read: spoken.length,
    readAll: spoken.length < MAX_READ,
  }
}

const recordOf = ({ sequence, line }: { readonly sequence: number; readonly line: string }): readonly Refusal[] => {
  const record = decodeLine(line)
  return record === undefined ? [] : [{ sequence, record }]
}

const isRefusedOrAsked = ({ decision }: AuditRecord): boolean => decision === 'deny' || decision === 'ask'

interface Voice {
  readonly record: AuditRecord
  readonly hook: string
  readonly message: string
  readonly decision: string
  readonly text: string
}

/** Each hook that refused or asked; a decision can have several. */
const voicesOf = (record: AuditRecord): readonly Voice[] =>
  record.hooks
    .filter(({ decision }) => decision === 'deny' || decision === 'block' || decision === 'ask')
    .map(({ id, messageId = '', decision, reason = '' }) => ({
      record,
      hook: id,
      message: messageId,
      decision,
      text: reason,
    }))

/** The field as an audit line spells it. */
const OBSERVED = '"level":"observe"'

const observationsOf = (record: AuditRecord): readonly Voice[] =>
  record.hooks
    .filter(({ level }) => level === 'observe')
    .flatMap(({ id, withheld, messageId = '', reason = '' }) =>
      withheld === undefined ? [] : [{ record, hook: id, message: messageId, decision: withheld, text: reason }],
    )

const observedIn = (voices: readonly Voice[]): Report['observed'] => ({
  counts: Object.fromEntries(
    [...new Set(voices.map(({ decision }) => decision))].map((word) => [
      word,
      voices.filter(({ decision }) => decision === word).length,
    ]),
  ),
  hooks: sums(voices, ({ hook, decision }) => `${hook} (${decision})`),
})

const skippedIn = (record: AuditRecord): readonly Voice[] =>
  record.hooks
    .filter(({ skipped }) => skipped === 'breaker')
    .map(({ id }) => ({ record, hook: id, message: '', decision: 'skipped', text: '' }))

const errorsIn = (record: AuditRecord): readonly Voice[] => [
  ...(record.error === undefined ? [] : [{ record, hook: '', message: '', decision: 'error', text: record.error }]),
  ...record.hooks.flatMap(({ id, failure }) =>
    failure === undefined ? [] : [{ record, hook: id, message: '', decision: 'error', text: failure }],
  ),
]

const total = (figures: readonly Figure[]): number => figures.reduce((sum, { count }) => sum + count, 0)

function toolFigures(figures: readonly Figure[]): readonly ToolFigures[] {
  const nameOf = ({ tool, event }: Figure): string => tool ?? event ?? 'unknown'
  const rows = [...new Set(figures.map(nameOf))].map((name) => {
    const own = figures.filter((figure) => nameOf(figure) === name)
    const { p50Ms, p95Ms } = latencyOf(own)
    return {
      name,
      ...(p50Ms !== undefined && { p50Ms }),
      ...(p95Ms !== undefined && { p95Ms }),
      decisions: total(own),
      prevented: total(own.filter(({ decision }) => decision === 'deny' || decision === 'block')),
      asked: total(own.filter(({ decision }) => decision === 'ask')),
    }
  })
  return rows.toSorted((a, b) => b.prevented - a.prevented || b.asked - a.asked || b.decisions - a.decisions)
}
