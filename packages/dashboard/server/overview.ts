import { type Audit, reportOn, type Period } from '@holdpoint/runtime/audit'
import type { Alive, Overview } from '../api.ts'
import { periodOf, type Query } from './query.ts'
import { command } from './remedies.ts'
import { decisionRow } from './row.ts'
import { stepFor, seriesOf } from './series.ts'
import type { Source } from './source.ts'

/** An upper bound for every list. */
const MOST = 50

export async function overview(query: Query, source: Source): Promise<Overview> {
  const period = await periodOf(query, source.now())
  return (await source.audit((audit) => figures(audit, period, source))) ?? nothing(period, source)
}

async function figures({ store, warnings }: Audit, period: Period, source: Source): Promise<Overview> {
  const { falseAlarms, sessions, time, tools, hooks, reasons, agents, breakers, errors, ...report } = await reportOn(
    store,
    period,
  )
  const step = stepFor(period)
  const [newest] = await store.query({ limit: 1 })
  const { hooks: _, ...latency } = time
  return {
    ...report,
    sessions: sessions.length,
    alive: alive(source, newest),
    series: seriesOf(await store.ticks(period, step.each), period, step.ms),
    tools: tools.slice(0, MOST),
    hooks: hooks.slice(0, MOST),
    reasons: reasons.slice(0, MOST),
    agents: agents.slice(0, MOST),
    breakers: breakers.slice(0, MOST),
    errors: errors.slice(0, MOST),
    falseAlarms: falseAlarms.slice(0, MOST).map(({ refused, how, later }) => ({
      refused: decisionRow(refused),
      how,
      later: decisionRow(later),
    })),
    latency,
    notes: [...warnings, ...(await store.notes()).map(({ text }) => text)],
  }
}

const nothing = (period: Period, source: Source): Overview => ({
  since: new Date(period.since).toISOString(),
  until: new Date(period.until).toISOString(),
  alive: alive(source),
  decisions: 0,
  counts: {},
  prevented: 0,
  asked: 0,
  sessions: 0,
  series: seriesOf([], period, stepFor(period).ms),
  tools: [],
  hooks: [],
  reasons: [],
  agents: [],
  falseAlarms: [],
  latency: { totalMs: 0, meanMs: 0, maxMs: 0 },
  breakers: [],
  errors: [],
  read: 0,
  readAll: true,
  notes: [],
})

const alive = ({ suffix }: Source, last?: { readonly id: string; readonly at?: number }): Alive => ({
  ...(last?.at !== undefined && { lastAt: new Date(last.at).toISOString() }),
  ...(last !== undefined && { lastId: last.id }),
  remedies: [
    command('Prove that every event reaches its hooks', ['doctor'], suffix),
    ...(last === undefined ? [command('Install it here', ['init'], suffix)] : []),
  ],
})
