import { randomUUID } from 'node:crypto'
import { createNoopMeter, ValueType, type Meter } from '@opentelemetry/api'
import type { Env } from '@holdpoint/engine'
import { collectorOf } from '@holdpoint/runtime/audit'
import type { Database, Sql } from '../database/database.ts'

export interface Metrics {
  /** A batch was appended. */
  batch(level: string, lines: number): void
  /** A request was refused. `reason` is one of a few words, never a text with names. */
  refused(reason: string): void
  request(endpoint: string, status: number, ms: number): void
  /** The same database, with the duration of each statement counted. */
  measured(database: Database): Database
  /** Asks the database for what is open and late whenever figures are sent. */
  watch(database: Database): void
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

export interface MetricsOptions {
  readonly env: Env
  readonly version: string
  /** Called when the collector does not take the figures. */
  onProblem?(text: string): void
}

const MINUTE_MS = 60_000

/** OpenTelemetry figures of this process, sent to the collector of the standard variables; without one, nothing. */
export async function startMetrics({ env, version, onProblem }: MetricsOptions): Promise<Metrics> {
  if (!isOn(env)) return metricsOn(createNoopMeter(), async () => undefined)
  const { urls, headers } = collectorOf(undefined, env)
  // Loaded only when used: 40 modules.
  const { meterTo } = await import('./exporter.ts')
  const { meter, close } = meterTo({
    url: urls.metrics,
    headers,
    everyMs: positive(env['OTEL_METRIC_EXPORT_INTERVAL']) ?? MINUTE_MS,
    version,
    instance: randomUUID(),
    onProblem: onProblem ?? (() => undefined),
  })
  return metricsOn(meter, close)
}

const isOn = (env: Env): boolean =>
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'].some((name) => (env[name] ?? '') !== '') &&
  env['OTEL_SDK_DISABLED'] !== 'true'

const positive = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** Names of the semantic conventions where they have one. */
function metricsOn(meter: Meter, close: () => Promise<void>): Metrics {
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { unit, description, valueType: ValueType.INT })
  const batches = counter('holdpoint.server.batches', '{batch}', 'Batches appended')
  const lines = counter('holdpoint.server.lines', '{line}', 'Audit lines appended')
  const refusals = counter('holdpoint.server.rejections', '{request}', 'Requests refused, by reason')
  const requests = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP requests',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  const statements = meter.createHistogram('db.client.operation.duration', {
    unit: 's',
    description: 'Duration of database statements',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  const timed = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    let failure: Record<string, string> = {}
    try {
      return await work()
    } catch (error) {
      failure = { 'error.type': codeOf(error) }
      throw error
    } finally {
      const names = { 'db.system.name': 'postgresql', 'db.operation.name': operation, ...failure }
      statements.record((performance.now() - began) / 1_000, names)
    }
  }
  const sqlOn = (sql: Sql): Sql => ({
    query: (text, values) => timed(operationOf(text), () => sql.query(text, values)),
  })
  return {
    batch(level, number) {
      batches.add(1, { 'holdpoint.level': level })
      lines.add(number, { 'holdpoint.level': level })
    },
    refused: (reason) => refusals.add(1, { reason }),
    request(endpoint, status, ms) {
      const [method = '', route = ''] = endpoint.split(' ')
      requests.record(ms / 1_000, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      })
    },
    measured: (database) => ({
      ...database,
      ...sqlOn(database),
      transaction: (work) => database.transaction((sql) => work(sqlOn(sql))),
    }),
    watch: (database) => watchOn(meter, database),
    close,
  }
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The first word of a statement: a whole one would make as many series as there are statements. */
const operationOf = (text: string): string => /^\s*([A-Z]{2,10})/i.exec(text)?.[1]?.toUpperCase() ?? 'OTHER'

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'other'
}

const MACHINES = `
  SELECT count(*) AS enrolled, count(*) FILTER (WHERE heartbeat_at > $1) AS active FROM machines
  WHERE revoked_at IS NULL`
const WAITING = `
  SELECT coalesce(sum(greatest(0, (project->'head'->>'sequence')::bigint - (project->>'shipped')::bigint)), 0) AS number
  FROM machines, json_array_elements(heartbeat::json->'projects') AS project WHERE revoked_at IS NULL`
const ALARMS = 'SELECT kind, count(*) AS number FROM alarms WHERE closed_at IS NULL GROUP BY kind'
/** Machines send a heartbeat each minute. */
const ACTIVE_MS = 10 * MINUTE_MS

function watchOn(meter: Meter, database: Database): void {
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(name, { unit, description, valueType: ValueType.INT })
  const machines = gauge('holdpoint.server.machines', '{machine}', 'Machines of the team')
  const active = gauge('holdpoint.server.machines.active', '{machine}', 'Machines heard from in ten minutes')
  const lag = gauge('holdpoint.server.lag', '{line}', 'Audit lines that machines have not sent yet')
  const alarms = gauge('holdpoint.server.alarms', '{alarm}', 'Open alarms, by kind')
  meter.addBatchObservableCallback(
    async (result) => {
      const [found, waiting, open] = await Promise.all([
        database.query(MACHINES, [Date.now() - ACTIVE_MS]),
        database.query(WAITING),
        database.query(ALARMS),
      ])
      const row = found.rows[0] ?? {}
      result.observe(machines, Number(row['enrolled']))
      result.observe(active, Number(row['active']))
      result.observe(lag, Number(waiting.rows[0]?.['number']))
      for (const { kind, number } of open.rows) result.observe(alarms, Number(number), { kind: String(kind) })
    },
    [machines, active, lag, alarms],
  )
}
