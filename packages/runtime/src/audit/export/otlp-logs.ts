import type { AuditRecord } from '../decode.ts'
import { hasTrouble } from '../entries.ts'
import { speakers } from '../timeline.ts'
import { attributes, nanos, resourceOf, scopeOf, spanOf, traceOf, type Attribute, type Source } from './otlp.ts'

export interface LogRecord {
  readonly timeUnixNano: string
  readonly severityNumber: number
  readonly severityText: string
  readonly eventName: string
  readonly body: { readonly stringValue: string }
  readonly attributes: readonly Attribute[]
  readonly traceId: string
  readonly spanId: string
}

const [INFO, WARN, ERROR] = [
  [9, 'INFO'],
  [13, 'WARN'],
  [17, 'ERROR'],
] as const
const STOPPED = new Set(['deny', 'block', 'ask'])

/** One request for a collector, or one line of a file in its JSON format. */
export const logsOf = (
  parts: readonly { readonly source: Source; readonly records: readonly LogRecord[] }[],
): object => ({
  resourceLogs: parts.map(({ source, records }) => ({
    resource: resourceOf(source),
    scopeLogs: [{ scope: scopeOf(source), logRecords: records }],
  })),
})

/**
 * A decision as a log record, in the trace that `decisionSpans` makes of it. Undefined for a line without a time.
 * Names of the semantic conventions where they have one: `gen_ai.*` for tool, agent and conversation.
 */
export function logRecordOf(record: AuditRecord, withSubject: boolean): LogRecord | undefined {
  const at = Date.parse(record.at ?? '')
  if (Number.isNaN(at)) return undefined
  const { id, event = 'event', tool, session, agent, decision = 'unknown', error } = record
  const said = speakers(record)
  const [severityNumber, severityText] = hasTrouble(record) ? ERROR : STOPPED.has(decision) ? WARN : INFO
  const failures = record.hooks.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  return {
    timeUnixNano: nanos(at),
    severityNumber,
    severityText,
    eventName: 'holdpoint.decision',
    body: { stringValue: [decision, event, tool, ...said.map((hook) => hook.id)].filter(isText).join(' ') },
    attributes: attributes({
      'gen_ai.operation.name': tool === undefined ? undefined : 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.conversation.id': session,
      'gen_ai.agent.name': agent,
      'session.id': session,
      'holdpoint.id': id,
      'holdpoint.event': event,
      'holdpoint.decision': decision,
      'holdpoint.host': record.host,
      'holdpoint.config': record.digest,
      'holdpoint.duration_ms': record.ms,
      'holdpoint.hooks': listed(said.map((hook) => hook.id)),
      'holdpoint.messages': listed(said.map(({ messageId }) => messageId).filter(isText)),
      'holdpoint.reasons': listed(withSubject ? said.map(({ reason }) => reason).filter(isText) : []),
      'holdpoint.subject': withSubject ? record.subject : undefined,
      'exception.message': listed([error, ...failures].filter(isText))?.join('\n'),
    }),
    traceId: traceOf(session ?? 'unknown'),
    spanId: spanOf(`decision ${id}`),
  }
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== ''

const listed = (texts: readonly string[]): readonly string[] | undefined => (texts.length === 0 ? undefined : texts)
