import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { counted, messageOf, UserError } from '@holdpoint/engine'
import { VERSION } from '@holdpoint/runtime'
import {
  csvHead,
  csvRows,
  jsonLines,
  decisionSpans,
  metricsOf,
  sessionSpan,
  tracesOf,
  type SessionSpan,
  pagesOf,
  collectorOf,
  send,
  logRecordOf,
  logsOf,
  SIGNALS,
  type Signal,
  type Filter,
  type Store,
} from '@holdpoint/runtime/audit'
import { auditPlace, readAudit, type ProjectPlace } from './audit.ts'
import { filterOf, type LogOptions } from './log.ts'
import { print, printJson } from './output.ts'

export interface ExportOptions extends Omit<LogOptions, 'limit' | 'follow'> {
  readonly format?: string
  readonly output?: string
  readonly endpoint?: string
  readonly withCommands?: boolean
  readonly signals?: readonly string[]
}

const FORMATS = ['jsonl', 'csv', 'otlp']

/** Exports the audit to other programs. Only `otlp` sends anything, and only to the named collector. */
export async function exportAudit(options: ExportOptions): Promise<void> {
  const { format = 'jsonl' } = options
  if (!FORMATS.includes(format)) {
    throw new UserError(`invalid --format \`${format}\`. Allowed: ${FORMATS.join(', ')}.`)
  }
  const place = auditPlace(options.project)
  const filter = filterOf({ ...options, all: true }, new Date())
  if (format === 'otlp') return exportToCollector(place, filter, options)
  if (options.endpoint !== undefined) throw new UserError('--endpoint needs --format otlp.')
  if (options.signals !== undefined) throw new UserError('--signals needs --format otlp.')
  const rows = format === 'csv' ? csvRows : jsonLines
  await toOutput(options.output, async (write) => {
    if (format === 'csv') await write(csvHead())
    await readAudit(place, async ({ store }) => {
      for await (const page of pagesOf(store, filter)) await write(rows(page))
    })
  })
}

type Write = (text: string) => Promise<void>

/** Waits for a slow reader, so that its backlog does not fill the memory. */
async function toOutput(file: string | undefined, work: (write: Write) => Promise<void>): Promise<void> {
  const writeTo =
    (stream: Writable): Write =>
    async (text) => {
      if (!stream.write(text)) await once(stream, 'drain')
    }
  if (file === undefined) return work(writeTo(process.stdout))
  const stream = createWriteStream(file, { mode: 0o600 })
  try {
    await once(stream, 'open')
    await work(writeTo(stream))
    stream.end()
    await finished(stream)
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

interface Exported {
  spans: number
  records: number
  rejected: number
  readonly remarks: Set<string>
}

async function exportToCollector(place: ProjectPlace, filter: Filter, options: ExportOptions): Promise<void> {
  if (options.output !== undefined) throw new UserError('--output needs --format jsonl or csv.')
  const isWanted = wantedIn(options.signals)
  const withCommands = options.withCommands === true
  const collector = collectorOf(options.endpoint, process.env)
  const source = { version: VERSION, project: place.key }
  const done: Exported = { spans: 0, records: 0, rejected: 0, remarks: new Set() }
  const post = async (signal: Signal, body: object, number: number): Promise<number> => {
    if (number === 0) return 0
    const { rejected, remark } = await send(collector, signal, body)
    done.rejected += rejected
    if (remark !== undefined) done.remarks.add(remark)
    return number
  }
  await readAudit(place, async ({ store }) => {
    const sessions = new Map<string, SessionSpan>()
    for await (const page of pagesOf(store, filter)) {
      if (isWanted('logs')) {
        const records = page.flatMap(({ record }) => logRecordOf(record, withCommands) ?? [])
        done.records += await post('logs', logsOf([{ source, records }]), records.length)
      }
      if (!isWanted('traces')) continue
      const spans = page.flatMap(({ record }) => decisionSpans(record, withCommands))
      for (const { record } of page) widen(sessions, record.session, Date.parse(record.at ?? ''), record.ms)
      done.spans += await post('traces', tracesOf(spans, source), spans.length)
    }
    const whole = [...sessions.values()].map(sessionSpan)
    done.spans += await post('traces', tracesOf(whole, source), whole.length)
    const period = isWanted('metrics') ? await periodOf(store, filter) : undefined
    const figures = period === undefined ? [] : await store.figures(period)
    if (period !== undefined) await post('metrics', metricsOf(figures, period, source), figures.length)
  })
  if (done.rejected > 0) process.exitCode = 1
  const remarks = [...done.remarks]
  if (options.json === true) return printJson({ ...done, remarks, endpoints: collector.urls })
  const sent = [
    ...(isWanted('traces') ? [counted(done.spans, 'span')] : []),
    ...(isWanted('logs') ? [counted(done.records, 'log record')] : []),
    ...(isWanted('metrics') ? ['metrics'] : []),
  ].join(', ')
  print(`${sent} sent${done.rejected === 0 ? '' : `, the collector rejected ${done.rejected}`}`)
  for (const remark of remarks) print(`The collector says: ${remark}`)
}

function wantedIn(signals: readonly string[] = SIGNALS): (signal: Signal) => boolean {
  const unknown = signals.find((name) => !SIGNALS.some((signal) => signal === name))
  if (unknown !== undefined) throw new UserError(`invalid --signals \`${unknown}\`. Allowed: ${SIGNALS.join(', ')}.`)
  return (signal) => signals.includes(signal)
}

function widen(sessions: Map<string, SessionSpan>, session = 'unknown', at: number, ms = 0): void {
  if (Number.isNaN(at)) return
  const { firstAt, lastAt } = sessions.get(session) ?? { firstAt: at, lastAt: at }
  sessions.set(session, { session, firstAt: Math.min(firstAt, at), lastAt: Math.max(lastAt, at + ms) })
}

/** Metrics cover a whole period, so only the period and the session of a filter apply. */
async function periodOf(
  store: Store,
  { since = 0, until = Date.now() + 1, session }: Filter,
): Promise<Parameters<Store['figures']>[0] | undefined> {
  const active = await store.activity({ since, until, ...(session !== undefined && { session }) })
  const first = Math.min(...active.map(({ firstAt }) => firstAt))
  return active.length === 0 ? undefined : { since: first, until, ...(session !== undefined && { session }) }
}
