import { startCollector } from '../audit/collector.ts'
import { call, PATHS, newKeyPair } from '../../packages/runtime/src/fleet/index.ts'
import { raise } from '../../packages/server/src/alarms.ts'
import { startMetrics } from '../../packages/server/src/metrics/metrics.ts'
import { aBatch } from './support/batch.ts'
import { aDatabase, aTeam } from './support/team.ts'

beforeAll(aDatabase, 120_000)

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly asInt?: string | number
  readonly asDouble?: number
  readonly count?: string | number
}

/** The last points of a metric, with their attributes as text. */
function pointsIn(body: unknown, name: string): readonly { readonly of: string; readonly value: number }[] {
  const { resourceMetrics } = body as {
    resourceMetrics: { scopeMetrics: { metrics: Record<string, unknown>[] }[] }[]
  }
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics))
  const { sum, gauge, histogram } = metrics.find((metric) => metric['name'] === name) ?? {}
  const { dataPoints = [] } = (sum ?? gauge ?? histogram ?? {}) as { dataPoints?: readonly Point[] }
  return dataPoints.map(({ attributes, asInt, asDouble, count }) => ({
    of: attributes.map(({ key, value }) => `${key}=${String(Object.values(value)[0])}`).join(' '),
    value: Number(asInt ?? asDouble ?? count),
  }))
}

it('sends batches, lines, rejections, lag, alarms and durations to the collector', async () => {
  const collector = await startCollector()
  onTestFinished(collector.close)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-team=t' }
  const metrics = await startMetrics({ env, version: '1' })
  const database = metrics.measured(await aDatabase())
  metrics.watch(database)
  const team = await aTeam({ database, metrics })
  const caller = await team.enrol()
  const batch = aBatch(3)
  expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ kind: 'ok' })
  expect(await call(caller, 'POST', PATHS.ship, batch)).toMatchObject({ status: 409 })
  await call({ ...caller, privateKey: newKeyPair().privateKey }, 'POST', PATHS.ship, batch)
  await call(caller, 'POST', PATHS.ship, {})
  const life = {
    chain: batch.chain,
    anchor: { sequence: 0, hash: '0'.repeat(64) },
    head: { sequence: 10, hash: '0'.repeat(64) },
    shipped: 3,
    hosts: [],
    hooks: [],
    policy: 'p\u0000',
    drift: false,
  }
  const beat = { version: '1', build: 'b', level: 'full', at: Date.now(), daemon: 'running', lost: 0, projects: [life] }
  expect(await call(caller, 'POST', PATHS.heartbeat, beat)).toMatchObject({ kind: 'ok' })
  await raise(database, { kind: 'gap', subject: `metrics ${process.pid}`, text: 'x' }, Date.now())
  await metrics.close()

  const { path, headers, body } = collector.requests.at(-1) ?? {}
  expect([path, headers?.['x-team']]).toEqual(['/v1/metrics', 't'])
  const valueOf = (name: string, of: string) => pointsIn(body, name).find((point) => point.of.includes(of))?.value
  expect(valueOf('holdpoint.server.batches', 'holdpoint.level=full')).toBe(1)
  expect(valueOf('holdpoint.server.lines', 'holdpoint.level=full')).toBe(3)
  for (const reason of ['behind', 'signature', 'shape'])
    expect(valueOf('holdpoint.server.rejections', `reason=${reason}`), reason).toBe(1)
  expect(valueOf('holdpoint.server.lag', '')).toBeGreaterThanOrEqual(7)
  expect(valueOf('holdpoint.server.alarms', 'kind=gap')).toBeGreaterThanOrEqual(1)
  expect(valueOf('holdpoint.server.machines', '')).toBeGreaterThanOrEqual(1)
  expect(valueOf('db.client.operation.duration', 'db.operation.name=INSERT')).toBeGreaterThanOrEqual(1)
  expect(valueOf('http.server.request.duration', 'http.route=/api/v1/ship')).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(body)).not.toContain(caller.machine)
  // The library writes 64-bit numbers as numbers, which a collector takes too.
  expect(collector.problems.filter((problem) => !problem.endsWith('not a 64-bit number as a text'))).toEqual([])
})

it('sends nothing without a collector, and reports one that refuses', async () => {
  const quiet = await startMetrics({ env: {}, version: '1' })
  quiet.batch('full', 1)
  quiet.watch(await aDatabase())
  await quiet.close()

  const collector = await startCollector({ status: 400 })
  onTestFinished(collector.close)
  const problems: string[] = []
  const env = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics` }
  const metrics = await startMetrics({ env, version: '1', onProblem: (text) => problems.push(text) })
  metrics.batch('full', 1)
  await metrics.close()
  expect(problems).toHaveLength(1)
  await expect(startMetrics({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://x' }, version: '1' })).rejects.toThrow(
    'is no address of a collector',
  )
})
