import { type Audit, reportOn, shortId, type Period, type Store } from '@holdpoint/runtime/audit'
import type { Alive, FalsePositive, Overview } from '../api.ts'
import { periodOf, type Query } from './query.ts'
import { command } from './remedies.ts'
import { ruleRemedies } from './approvals.ts'
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
  const [newest] = await store.query({ limit: 1, notProbe: true })
  const shown = await recordedPart(store, period)
  const step = stepFor(shown)
  const { hooks: _, ...latency } = time
  return {
    ...report,
    sessions: sessions.length,
    alive: alive(source, newest),
    series: seriesOf(await store.ticks(shown, step.each), shown, step.ms),
    tools: tools.slice(0, MOST),
    hooks: hooks.slice(0, MOST),
    reasons: reasons.slice(0, MOST),
    agents: agents.slice(0, MOST),
    breakers: breakers.slice(0, MOST),
    errors: errors.slice(0, MOST),
    falsePositives: falseAlarms.slice(0, MOST).map(({ refused, how, later }): FalsePositive => ({
      refused: decisionRow(refused),
      hooks: refused.hooks.filter(({ decision }) => decision === refused.decision).map(({ id }) => id),
      how,
      later: decisionRow(later),
      remedies: ruleRemedies(shortId(refused.id), source),
    })),
    latency,
    notes: [...warnings, ...(await store.notes()).map(({ text }) => text)],
  }
}

/** A plot of a week whose decisions are all of the last hour would show one bar: it begins with the first decision. */
async function recordedPart(store: Store, period: Period): Promise<Period> {
  const [oldest] = await store.query({ ...period, limit: 1, oldestFirst: true, notProbe: true })
  const since = Math.max(period.since, Math.min(oldest?.at ?? period.since, period.until - SHORTEST_MS))
  return { ...period, since }
}

/** An hour in minutes: fewer bars say nothing about time. */
const SHORTEST_MS = 3_600_000

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
  falsePositives: [],
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
    command('Check that every event reaches its hooks', ['doctor'], suffix),
    ...(last === undefined ? [command('Install Holdpoint in this project', ['init'], suffix)] : []),
  ],
})
