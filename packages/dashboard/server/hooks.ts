import { type Audit, sampleOf, type Period } from '@holdpoint/runtime/audit'
import { packOf } from '@holdpoint/engine'
import { untrusted } from '@holdpoint/runtime'
import type { Compiled } from '@holdpoint/engine/policy'
import { breakerRows, sessionMemories, configurationIn, listingOf, type Listing } from '@holdpoint/runtime/inspect'
import type { Hooks, HookRow } from '../api.ts'
import { breakerOf } from './breakers.ts'
import { runsIn, type Runs } from './hook-runs.ts'
import { periodOf, type Query } from './query.ts'
import { command, hookRemedies } from './remedies.ts'
import type { Source } from './source.ts'

/** The newest decisions are a sample of all: enough for a day or two of work. */
const SAMPLE = 2_000

export async function hooks(query: Query, source: Source): Promise<Hooks> {
  const period = await periodOf(query, source.now())
  const compiled = await configurationIn(source.root, source.env)
  const { rows, sample } = (await source.audit((audit) => sampleRuns(audit, period, source.now()))) ?? NOTHING
  const waiting = new Map((await untrusted(source.root, source.env)).map(({ id, why }) => [id, why]))
  const breakers = breakerRows(sessionMemories(source.place, source.env), compiled).map((row) =>
    breakerOf(row, source.suffix),
  )
  return {
    since: new Date(period.since).toISOString(),
    until: new Date(period.until).toISOString(),
    sample,
    hooks: (await listingOf(compiled)).map((entry) => ({
      ...hookRow(entry, compiled, source.suffix, waiting.get(entry.id)),
      ...(rows.get(entry.id) ?? IDLE),
      breakers: breakers.filter(({ hook }) => hook === entry.id),
    })),
  }
}

interface Sampled {
  readonly rows: ReadonlyMap<string, Runs>
  readonly sample: Hooks['sample']
}

const NOTHING: Sampled = { rows: new Map(), sample: { decisions: 0, whole: true } }
const IDLE: Runs = { runs: 0, perHour: 0, decisions: {}, failures: 0, skips: 0 }

async function sampleRuns({ store }: Audit, period: Period, now: Date): Promise<Sampled> {
  const { entries, isWhole } = await sampleOf(store, period, SAMPLE)
  const oldest = entries.at(-1)?.at
  const from = isWhole ? period.since : (oldest ?? period.since)
  return {
    rows: runsIn(entries, Math.max(0, Math.min(period.until, now.getTime()) - from)),
    sample: {
      decisions: entries.length,
      ...(oldest !== undefined && { backTo: new Date(oldest).toISOString() }),
      whole: isWhole,
    },
  }
}

type Described = Omit<HookRow, keyof Runs | 'breakers'>

function hookRow(entry: Listing, { resolved }: Compiled, suffix: string, why: string | undefined): Described {
  const { id, summary, on, tools = [], onError, aliases } = entry
  const setting = resolved.find((hook) => hook.id === id)
  const level = setting?.level.value ?? 'off'
  const floor = entry.enabledBy === 'always'
  return {
    id,
    pack: packOf(id),
    summary,
    level,
    levelFrom: setting?.level.origin ?? 'unknown',
    ...(why !== undefined && { untrusted: why }),
    floor,
    onlyCalled: entry.enabledBy === 'call',
    events: on,
    tools,
    matcher: setting?.matcher.value ?? '',
    timeoutMs: setting?.timeoutMs.value ?? entry.timeoutMs,
    onError,
    aliases,
    remedies: [
      ...(why === undefined ? [] : [command('Review this hook and trust it', ['trust', id], suffix)]),
      ...hookRemedies({ id, level, floor }, suffix),
    ],
  }
}
