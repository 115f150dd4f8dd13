import { sha256Hex } from '@holdpoint/engine'
import { LATENCY_BOUNDS, type Figure, type Period } from '../store/log.ts'
import type { AuditRecord } from '../decode.ts'
import type { AuditedHook } from '../spool.ts'

/** OTLP in JSON: ids in hexadecimal, 64-bit numbers as text, enumerations as numbers, names in lower camel case. */

type Value =
  | { readonly stringValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly Value[] } }

export interface Attribute {
  readonly key: string
  readonly value: Value
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number; readonly message?: string }
}

const KIND_INTERNAL = 1
const STATUS_ERROR = 2
const TEMPORALITY_DELTA = 1

export interface Source {
  readonly version: string
  /** Identifies the project without revealing its path. */
  readonly project: string
  /** Where the lines come from, when that is not this machine. */
  readonly machine?: { readonly id: string; readonly name: string }
}

export const tracesOf = (spans: readonly Span[], source: Source): object => ({
  resourceSpans: [{ resource: resourceOf(source), scopeSpans: [{ scope: scopeOf(source), spans }] }],
})

export const resourceOf = ({ version, project, machine }: Source): object => ({
  attributes: attributes({
    'service.name': 'holdpoint',
    'service.version': version,
    'holdpoint.project': project,
    'host.id': machine?.id,
    'host.name': machine?.name,
  }),
})

export const scopeOf = ({ version }: Source): object => ({ name: 'holdpoint', version })

/** The session data that is sent besides decisions. */
export interface SessionSpan {
  readonly session: string
  readonly firstAt: number
  readonly lastAt: number
}

/** A session is a trace: one root span, one span per decision below it, one per hook below that. */
export const sessionSpan = ({ session, firstAt, lastAt }: SessionSpan): Span => ({
  traceId: traceOf(session),
  spanId: spanOf(`session ${session}`),
  name: 'session',
  kind: KIND_INTERNAL,
  startTimeUnixNano: nanos(firstAt),
  endTimeUnixNano: nanos(lastAt),
  attributes: attributes({ 'session.id': session }),
  status: {},
})

/** Empty for a line without a time. `withSubject`: commands and files are sent too. */
export function decisionSpans(record: AuditRecord, withSubject: boolean): readonly Span[] {
  const at = Date.parse(record.at ?? '')
  if (Number.isNaN(at)) return []
  const { id, event = 'event', tool, session = 'unknown', ms = 0, error } = record
  const common = { traceId: traceOf(session), kind: KIND_INTERNAL }
  const own: Span = {
    ...common,
    spanId: spanOf(`decision ${id}`),
    parentSpanId: spanOf(`session ${session}`),
    name: tool === undefined ? event : `${event} ${tool}`,
    startTimeUnixNano: nanos(at),
    endTimeUnixNano: nanos(at + ms),
    attributes: attributes({
      'session.id': session,
      'holdpoint.id': id,
      'holdpoint.event': event,
      'holdpoint.tool': tool,
      'holdpoint.subject': withSubject ? record.subject : undefined,
      'holdpoint.decision': record.decision,
      'holdpoint.agent': record.agent,
      'holdpoint.host': record.host,
      'holdpoint.config': record.digest,
      'holdpoint.lowered': record.lowered.length === 0 ? undefined : record.lowered,
    }),
    status: error === undefined ? {} : { code: STATUS_ERROR, message: error },
  }
  let start = at
  const hooks = record.hooks.map((hook, index) => {
    // Hooks run one after the other.
    const span: Span = {
      ...common,
      ...hookSpan(hook),
      spanId: spanOf(`hook ${id} ${index}`),
      parentSpanId: own.spanId,
      startTimeUnixNano: nanos(start),
      endTimeUnixNano: nanos(start + hook.ms),
    }
    start += hook.ms
    return span
  })
  return [own, ...hooks]
}

const hookSpan = ({
  id,
  decision,
  messageId,
  reason,
  failure,
  skipped,
  withheld,
}: AuditedHook): Pick<Span, 'name' | 'attributes' | 'status'> => ({
  name: id,
  attributes: attributes({
    'holdpoint.hook': id,
    'holdpoint.decision': decision,
    'holdpoint.message': messageId,
    'holdpoint.reason': reason,
    'holdpoint.skipped': skipped,
    'holdpoint.withheld': withheld,
  }),
  status: failure === undefined ? {} : { code: STATUS_ERROR, message: failure },
})

/** The number of decisions in a period, and their durations. */
export function metricsOf(figures: readonly Figure[], { since, until }: Period, source: Source): object {
  const points = figures.map((figure) => ({
    attributes: attributes({
      'holdpoint.decision': figure.decision,
      'holdpoint.event': figure.event,
      'holdpoint.tool': figure.tool,
    }),
    startTimeUnixNano: nanos(since),
    timeUnixNano: nanos(until),
    figure,
  }))
  const decisions = points.map(({ figure, ...point }) => ({ ...point, asInt: String(figure.count) }))
  const durations = points.map(({ figure, ...point }) => ({
    ...point,
    count: String(figure.count),
    sum: figure.ms,
    max: figure.maxMs,
    bucketCounts: figure.latency.map(String),
    explicitBounds: LATENCY_BOUNDS,
  }))
  const metrics = [
    {
      name: 'holdpoint.decisions',
      description: 'Decisions of holdpoint',
      unit: '{decision}',
      sum: { aggregationTemporality: TEMPORALITY_DELTA, isMonotonic: true, dataPoints: decisions },
    },
    {
      name: 'holdpoint.decision.duration',
      description: 'How long a decision took',
      unit: 'ms',
      histogram: { aggregationTemporality: TEMPORALITY_DELTA, dataPoints: durations },
    },
  ]
  return { resourceMetrics: [{ resource: resourceOf(source), scopeMetrics: [{ scope: scopeOf(source), metrics }] }] }
}

/** Derived from names, so that the same decision is the same span however often it is sent. */
export const traceOf = (session: string): string => sha256Hex(`session ${session}`).slice(0, 32)
export const spanOf = (name: string): string => sha256Hex(name).slice(0, 16)

export const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

type Plain = string | number | readonly string[] | undefined

export const attributes = (given: Readonly<Record<string, Plain>>): readonly Attribute[] =>
  Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]))

function valueOf(value: string | number | readonly string[]): Value {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number') return { doubleValue: value }
  return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } }
}
