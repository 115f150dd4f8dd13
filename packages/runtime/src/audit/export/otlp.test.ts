import { startCollector, type Collected, type Reply } from '../../../../../test/audit/collector.ts'
import { decodeLine, type AuditRecord } from '../decode.ts'
import { decisionSpans, metricsOf, sessionSpan, tracesOf } from './otlp.ts'
import { logRecordOf, logsOf } from './otlp-logs.ts'
import { collectorOf, PATIENCE, send, type Patience } from './send.ts'

const SOURCE = { version: '1.2.3', project: '0123456789abcdef' }

const record = (fields: object = {}): AuditRecord => {
  const line = {
    v: 1,
    id: 'a-1-b',
    at: '2026-03-01T12:00:00.250Z',
    host: 'claude-code',
    event: 'PreToolUse',
    tool: 'Bash',
    session: 's1',
    subject: 'rm -rf /',
    decision: 'deny',
    ms: 4.5,
    hooks: [
      { id: 'guard/x', decision: 'pass', ms: 1.5 },
      { id: 'guard/y', decision: 'deny', messageId: 'm', reason: 'No.', ms: 2 },
    ],
    ...fields,
  }
  const decoded = decodeLine(JSON.stringify(line))
  if (decoded === undefined) throw new Error('no record')
  return decoded
}

async function aCollector(...replies: readonly Reply[]): Promise<Collected> {
  const collector = await startCollector(...replies)
  onTestFinished(collector.close)
  return collector
}

/** A clock that advances only when the code waits. */
function calm(): Patience & { readonly waits: number[] } {
  const waits: number[] = []
  let now = Date.parse('2026-03-01T12:00:00Z')
  return {
    ...PATIENCE,
    requestMs: 2_000,
    waits,
    now: () => now,
    wait: async (ms) => {
      waits.push(ms)
      now += ms
    },
  }
}

describe('OTLP', () => {
  it('makes a trace of a session: a span each for it, its decisions and their hooks', () => {
    const [decision, first, second] = decisionSpans(record(), false)
    const session = sessionSpan({ session: 's1', firstAt: 1_000, lastAt: 2_000 })
    expect(new Set([session, decision, first, second].map((span) => span?.traceId)).size).toBe(1)
    expect(decision).toMatchObject({
      parentSpanId: session.spanId,
      name: 'PreToolUse Bash',
      startTimeUnixNano: '1772366400250000000',
      endTimeUnixNano: '1772366400254500000',
      status: {},
    })
    expect(first).toMatchObject({
      parentSpanId: decision?.spanId,
      name: 'guard/x',
      startTimeUnixNano: '1772366400250000000',
    })
    expect(second).toMatchObject({
      name: 'guard/y',
      startTimeUnixNano: '1772366400251500000',
      endTimeUnixNano: '1772366400253500000',
    })
    expect(decisionSpans(record(), false)).toEqual([decision, first, second])
    expect(new Set([session, decision, first, second].map((span) => span?.spanId)).size).toBe(4)
  })

  it('sends commands only when enabled', () => {
    expect(JSON.stringify(decisionSpans(record(), false))).not.toContain('rm -rf /')
    expect(JSON.stringify(decisionSpans(record(), true))).toContain('rm -rf /')
  })

  it('marks what failed as an error, and a refusal as none', () => {
    const failing = record({ error: 'gone', hooks: [{ id: 'a/b', decision: 'pass', failure: 'error: x', ms: 1 }] })
    expect(decisionSpans(failing, false).map(({ status }) => status)).toEqual([
      { code: 2, message: 'gone' },
      { code: 2, message: 'error: x' },
    ])
    expect(decisionSpans(record({ v: 2, at: 'soon' }), false)).toEqual([])
  })

  it('makes a log record of a decision, in its trace, with the names of the conventions', () => {
    const [span] = decisionSpans(record(), false)
    const log = logRecordOf(record({ agent: 'reviewer' }), true)
    expect(log).toMatchObject({
      traceId: span?.traceId,
      spanId: span?.spanId,
      timeUnixNano: '1772366400250000000',
      severityNumber: 13,
      eventName: 'holdpoint.decision',
      body: { stringValue: expect.stringMatching(/^deny PreToolUse Bash/) },
    })
    const named = Object.fromEntries(log?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [])
    expect(named).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'Bash',
      'gen_ai.conversation.id': 's1',
      'gen_ai.agent.name': 'reviewer',
      'holdpoint.decision': 'deny',
      'holdpoint.subject': 'rm -rf /',
    })
    expect(JSON.stringify(logRecordOf(record(), false))).not.toContain('rm -rf /')
    expect(logRecordOf(record({ decision: 'pass', tool: undefined, hooks: [] }), true)?.severityNumber).toBe(9)
    expect(logRecordOf(record({ error: 'gone' }), true)?.severityNumber).toBe(17)
    expect(logRecordOf(record({ v: 2, at: 'soon' }), true)).toBeUndefined()
  })

  it('is what a collector accepts', async () => {
    const collector = await aCollector()
    const target = collectorOf(collector.url, {
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b, authorization=Bearer t,bad',
    })
    const spans = [sessionSpan({ session: 's1', firstAt: 1e12, lastAt: 1e12 + 5 }), ...decisionSpans(record(), true)]
    const figure = {
      decision: 'deny',
      event: 'PreToolUse',
      tool: 'Bash',
      count: 2,
      ms: 4.5,
      maxMs: 3,
      latency: [0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    }
    expect(await send(target, 'traces', tracesOf(spans, SOURCE))).toEqual({ rejected: 0 })
    const period = { since: 1e12, until: 1e12 + 1 }
    expect(await send(target, 'metrics', metricsOf([figure, { ...figure, decision: 'ask' }], period, SOURCE))).toEqual({
      rejected: 0,
    })
    const records = [logRecordOf(record(), true), logRecordOf(record({ error: 'x' }), false)].flatMap(
      (one) => one ?? [],
    )
    const machine = { id: 'm', name: 'laptop' }
    expect(await send(target, 'logs', logsOf([{ source: { ...SOURCE, machine }, records }]))).toEqual({ rejected: 0 })
    expect(collector.records).toBe(2)
    expect(collector.problems).toEqual([])
    expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/metrics', '/v1/logs'])
    expect(collector.requests[0]?.headers).toMatchObject({ 'x-team': 'a b', authorization: 'Bearer t' })
    expect([collector.spans, collector.points]).toEqual([4, 4])
  })
})

describe('send', () => {
  const body = tracesOf(decisionSpans(record(), false), SOURCE)

  it.each([429, 502, 503, 504])('tries again after %d, when the collector wants it', async (status) => {
    const collector = await aCollector({ status, headers: { 'retry-after': '7' } }, { status }, {})
    const patience = calm()
    expect(await send(collectorOf(collector.url, {}), 'traces', body, patience)).toEqual({ rejected: 0 })
    expect(patience.waits).toEqual([7_000, 1_000])
    expect(collector.requests).toHaveLength(3)
  })

  it('understands a date to try again at', async () => {
    const collector = await aCollector({ status: 503, headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' } }, {})
    const patience = calm()
    await send(collectorOf(collector.url, {}), 'traces', body, patience)
    expect(patience.waits).toEqual([3_000])
  })

  it.each([
    [400, {}, /it answered 400 \(bad data\)/],
    [401, {}, /it answered 401/],
    [500, {}, /it answered 500/],
    [307, { location: 'http://127.0.0.1:9/elsewhere' }, /it answered 307/],
    [503, { 'retry-after': '3600' }, /it answered 503/],
  ])('gives up at %d', async (status, headers, problem) => {
    const collector = await aCollector({ status, headers, body: { code: 3, message: 'bad data' } })
    await expect(send(collectorOf(collector.url, {}), 'traces', body, calm())).rejects.toThrow(problem)
    expect(collector.requests).toHaveLength(1)
  })

  it('gives up in the end when the collector stays busy', async () => {
    const collector = await aCollector(...Array.from({ length: 20 }, () => ({ status: 503 })))
    const patience = calm()
    await expect(send(collectorOf(collector.url, {}), 'traces', body, patience)).rejects.toThrow(/it answered 503/)
    expect(patience.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(patience.totalMs)
  })

  it('gives up on nobody after three tries, and tells no secret of the address', async () => {
    const collector = await startCollector()
    await collector.close()
    const patience = calm()
    const target = collectorOf(collector.url.replace('//', '//me:hunter2secret@'), {})
    const error: unknown = await send(target, 'traces', body, patience).catch((problem: unknown) => problem)
    expect(String(error)).toMatch(/did not take it/)
    expect(String(error)).not.toContain('hunter2secret')
    expect(patience.waits).toHaveLength(2)
  })

  it('does not wait for ever for one that says nothing', async () => {
    const collector = await aCollector({ silent: true }, { silent: true }, { silent: true })
    const patience = { ...calm(), requestMs: 50 }
    await expect(send(collectorOf(collector.url, {}), 'traces', body, patience)).rejects.toThrow(/did not take it/)
  })

  it.each([
    ['spans', 'traces', { partialSuccess: { rejectedSpans: '2', errorMessage: 'too old' } }, 2, 'too old'],
    ['data points', 'metrics', { partialSuccess: { rejectedDataPoints: '1' } }, 1, undefined],
    ['log records', 'logs', { partialSuccess: { rejectedLogRecords: '3' } }, 3, undefined],
    ['nothing, but has a remark', 'traces', { partialSuccess: { errorMessage: 'be quick' } }, 0, 'be quick'],
    ['nothing, with an answer that is none', 'traces', 'OK', 0, undefined],
  ] as const)('reports that a collector rejected %s', async (_, signal, answer, rejected, remark) => {
    const collector = await aCollector({ body: answer })
    const bodies = { traces: body, metrics: metricsOf([], { since: 1, until: 2 }, SOURCE), logs: logsOf([]) }
    expect(await send(collectorOf(collector.url, {}), signal, bodies[signal])).toEqual({
      rejected,
      ...(remark !== undefined && { remark }),
    })
  })
})

describe('collectorOf', () => {
  it.each([
    ['this machine by default', undefined, {}, 'http://127.0.0.1:4318/v1/traces'],
    [
      'what the variable says',
      undefined,
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/x/' },
      'https://c.example/x/v1/traces',
    ],
    [
      'what is named',
      'http://127.0.0.1:9',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example' },
      'http://127.0.0.1:9/v1/traces',
    ],
    [
      'a whole address for traces',
      undefined,
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c.example/t' },
      'http://c.example/t',
    ],
    [
      'what is named before all',
      'http://127.0.0.1:9',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c.example/t' },
      'http://127.0.0.1:9/v1/traces',
    ],
  ])('sends to %s', (_, named, env, url) => {
    expect(collectorOf(named, env).urls.traces).toBe(url)
  })

  it.each(['nonsense', 'ftp://x', 'file:///etc', ''])('refuses %j', (named) => {
    expect(() => collectorOf(named, {})).toThrow(/is no address of a collector/)
  })
})
