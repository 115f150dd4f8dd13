import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** How the collector answers one request; 200 and `{}` if nothing else is said. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Never answers. */
  readonly silent?: boolean
}

export interface Collected {
  readonly url: string
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: unknown }[]
  /** What a collector could not have read. */
  readonly problems: string[]
  spans: number
  points: number
  records: number
  close(): Promise<void>
}

/**
 * An OpenTelemetry collector as far as OTLP over HTTP in JSON goes: it checks every rule of the protocol and of its
 * JSON form, and takes unknown fields for mistakes, because a real one would drop them without a word.
 */
export async function startCollector(...replies: readonly Reply[]): Promise<Collected> {
  const waiting = [...replies]
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parsed(await text(request))
    const reply = waiting.shift() ?? {}
    if (reply.silent === true) return
    const path = request.url ?? ''
    collected.requests.push({ path, headers: request.headers, body })
    if (request.method !== 'POST') collected.problems.push(`the method is ${request.method}`)
    if (request.headers['content-type'] !== 'application/json') collected.problems.push('the content is no JSON')
    if (path === '/v1/traces') checkTraces(body, collected)
    else if (path === '/v1/metrics') checkMetrics(body, collected)
    else if (path === '/v1/logs') checkLogs(body, collected)
    else collected.problems.push(`nobody listens at ${path}`)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collected: Collected = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    problems: [],
    spans: 0,
    points: 0,
    records: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return collected
}

type Check = (value: unknown, path: string) => readonly string[]

const fail =
  (what: string): Check =>
  (value, path) => [`${path} is ${JSON.stringify(value)?.slice(0, 60)}, not ${what}`]
const when =
  (holds: (value: unknown) => boolean, what: string): Check =>
  (value, path) =>
    holds(value) ? [] : fail(what)(value, path)
const matching = (pattern: RegExp, what: string): Check =>
  when((value) => typeof value === 'string' && pattern.test(value), what)

const string: Check = when((value) => typeof value === 'string', 'a text')
const number: Check = when((value) => typeof value === 'number', 'a number')
const boolean: Check = when((value) => typeof value === 'boolean', 'true or false')
const enumeration = (...values: readonly number[]): Check =>
  when((value) => typeof value === 'number' && values.includes(value), `one of ${values.join(', ')} as a number`)
/** JSON has no 64-bit numbers. */
const int64 = matching(/^\d{1,20}$/, 'a 64-bit number as a text')
const nanos = matching(/^[1-9]\d{15,19}$/, 'nanoseconds since 1970 as a text')
const traceId = matching(/^(?!0{32})[0-9a-f]{32}$/, '16 bytes in hexadecimal')
const spanId = matching(/^(?!0{16})[0-9a-f]{16}$/, '8 bytes in hexadecimal')

const list =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((one, index) => item(one, `${path}[${index}]`)) : fail('a list')(value, path)

/** A message; `!` before a name says that it must be there. */
const message =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('an object')(value, path)
    const names = new Map(Object.entries(fields).map(([name, check]) => [name.replace('!', ''), check]))
    const missing = Object.keys(fields).filter((name) => name.startsWith('!') && !Object.hasOwn(value, name.slice(1)))
    return [
      ...missing.map((name) => `${path} has no ${name.slice(1)}`),
      ...Object.entries(value).flatMap(
        ([name, one]) => names.get(name)?.(one, `${path}.${name}`) ?? [`${path} has an unknown ${name}`],
      ),
    ]
  }

const exactlyOne =
  (check: Check): Check =>
  (value, path) => [
    ...check(value, path),
    ...(typeof value === 'object' && value !== null && Object.keys(value).length === 1
      ? []
      : [`${path} has not exactly one value`]),
  ]

const anyValue: Check = (value, path) =>
  exactlyOne(
    message({
      stringValue: string,
      boolValue: boolean,
      intValue: int64,
      doubleValue: number,
      arrayValue: message({ '!values': list(anyValue) }),
    }),
  )(value, path)

const attributes: Check = (value, path) => {
  const keys = Array.isArray(value) ? value.map((one: { readonly key?: unknown }) => one.key) : []
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index)
  return [
    ...list(message({ '!key': matching(/./, 'a name'), '!value': anyValue }))(value, path),
    ...twice.map((key) => `${path} has ${String(key)} twice`),
  ]
}
const resource = message({ attributes, droppedAttributesCount: number })
const scope = message({ '!name': string, version: string })

const span: Check = (value, path) => {
  const { startTimeUnixNano: start = '0', endTimeUnixNano: end = '0' } = value as Readonly<Record<string, string>>
  return [
    ...message({
      '!traceId': traceId,
      '!spanId': spanId,
      parentSpanId: spanId,
      '!name': matching(/./, 'a name'),
      '!kind': enumeration(1, 2, 3, 4, 5),
      '!startTimeUnixNano': nanos,
      '!endTimeUnixNano': nanos,
      attributes,
      status: message({ code: enumeration(0, 1, 2), message: string }),
    })(value, path),
    ...(BigInt(end) < BigInt(start) ? [`${path} ends before it begins`] : []),
  ]
}

const traces = message({
  '!resourceSpans': list(
    message({ '!resource': resource, '!scopeSpans': list(message({ '!scope': scope, '!spans': list(span) })) }),
  ),
})

const point = { attributes, '!startTimeUnixNano': nanos, '!timeUnixNano': nanos }
const histogramPoint: Check = (value, path) => {
  const {
    bucketCounts = [],
    explicitBounds = [],
    count,
  } = value as {
    readonly bucketCounts?: readonly string[]
    readonly explicitBounds?: readonly number[]
    readonly count?: string
  }
  const sum = bucketCounts.reduce((total, one) => total + Number(one), 0)
  return [
    ...message({
      ...point,
      '!count': int64,
      sum: number,
      min: number,
      max: number,
      '!bucketCounts': list(int64),
      '!explicitBounds': list(number),
    })(value, path),
    ...(bucketCounts.length === explicitBounds.length + 1 ? [] : [`${path} has not one bucket more than bounds`]),
    ...(explicitBounds.every((bound, index) => index === 0 || bound > (explicitBounds[index - 1] ?? 0))
      ? []
      : [`${path} has bounds that do not rise`]),
    ...(sum === Number(count) ? [] : [`${path} counts ${count}, its buckets ${sum}`]),
  ]
}
const temporality = enumeration(1, 2)
const metrics = message({
  '!resourceMetrics': list(
    message({
      '!resource': resource,
      '!scopeMetrics': list(
        message({
          '!scope': scope,
          '!metrics': list(
            message({
              '!name': matching(/^[A-Za-z][\w./-]{0,254}$/, 'a name of an instrument'),
              description: string,
              unit: string,
              sum: message({
                '!dataPoints': list(message({ ...point, '!asInt': int64 })),
                '!aggregationTemporality': temporality,
                '!isMonotonic': boolean,
              }),
              gauge: message({
                '!dataPoints': list(
                  message({
                    attributes,
                    startTimeUnixNano: nanos,
                    '!timeUnixNano': nanos,
                    asInt: int64,
                    asDouble: number,
                  }),
                ),
              }),
              histogram: message({ '!dataPoints': list(histogramPoint), '!aggregationTemporality': temporality }),
            }),
          ),
        }),
      ),
    }),
  ),
})

const logs = message({
  '!resourceLogs': list(
    message({
      '!resource': resource,
      '!scopeLogs': list(
        message({
          '!scope': scope,
          '!logRecords': list(
            message({
              '!timeUnixNano': nanos,
              observedTimeUnixNano: nanos,
              '!severityNumber': when((value) => Number(value) >= 1 && Number(value) <= 24, 'a severity'),
              severityText: string,
              eventName: string,
              '!body': anyValue,
              attributes,
              traceId,
              spanId,
            }),
          ),
        }),
      ),
    }),
  ),
})

function checkLogs(body: unknown, collected: Collected): void {
  collected.problems.push(...logs(body, 'logs'))
  collected.records += countOf(body, 'severityNumber')
}

function checkTraces(body: unknown, collected: Collected): void {
  collected.problems.push(...traces(body, 'traces'))
  collected.spans += countOf(body, 'traceId')
}

function checkMetrics(body: unknown, collected: Collected): void {
  collected.problems.push(...metrics(body, 'metrics'))
  collected.points += countOf(body, 'timeUnixNano')
}

const countOf = (body: unknown, field: string): number => JSON.stringify(body).split(`"${field}":`).length - 1

function parsed(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
