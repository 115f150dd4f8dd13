export { approvalText } from './approvals.ts'
export { hasAudit, withAudit, type Audit } from './audit.ts'
export { decodeLine, type AuditRecord } from './decode.ts'
export { entryOf, hasTrouble, searchable } from './entries.ts'
export { csvHead, csvRow, csvRows } from './export/csv.ts'
export { jsonLines } from './export/jsonl.ts'
export { decisionSpans, metricsOf, sessionSpan, tracesOf, type SessionSpan } from './export/otlp.ts'
export { logRecordOf, logsOf } from './export/otlp-logs.ts'
export { pagesOf } from './export/pages.ts'
export { collectorOf, send, SIGNALS, type Collector, type Sent, type Signal } from './export/send.ts'
export { ingest } from './ingest.ts'
export { sampleOf } from './latency.ts'
export { exactly, fit, plain } from './plain.ts'
export { PROBE_SESSION, isProbing } from './probes.ts'
export { readSpoolLines, spoolDirectory, spoolFiles } from './read-spool.ts'
export { redact } from './redact.ts'
export { reportOn, type Report } from './report.ts'
export { FORMAT, subjectOf, type AuditedHook } from './spool.ts'
export { chained, GENESIS, idBeside } from './store/chain.ts'
export { canonical, scopeName, whole } from './store/json.ts'
export {
  LATENCY_BOUNDS,
  type Activity,
  type Advance,
  type AgentActivity,
  type Entry,
  type Figure,
  type Filter,
  type Log,
  type LogState,
  type NewEntry,
  type Period,
  type Tick,
} from './store/log.ts'
export { databaseFile, openStoreIfThere, openStoreInMemory } from './store/open.ts'
export { isBusy, isDamaged, isUnwritable } from './store/sqlite/problems.ts'
export type { Json, Locks, Scope, Store, Values } from './store/store.ts'
export type { Sum } from './sums.ts'
export { openTail, type Missed, type Tail } from './tail.ts'
export { layOut, rowOf, shortId } from './timeline.ts'
export { verify, type Verification } from './verify.ts'
export { waysOf } from './ways.ts'
export { ago, momentOf } from './when.ts'
