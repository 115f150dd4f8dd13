import { type AgentEvent, type ToolCall, capText, dayOf, isObject } from '@holdpoint/engine'
import { appendLine, ensurePrivateDirectory } from '../system/files/write.ts'
import { redact } from './redact.ts'

/**
 * One line of the audit: what was decided about one event, by whom and why. Of the agent's input only what a tool call
 * is about goes in, its command or its file: masked and short.
 */
export interface AuditEntry {
  readonly event: Pick<AgentEvent, 'id' | 'at' | 'host' | 'name' | 'session' | 'agent'> & {
    readonly tool?: ToolCall | undefined
  }
  readonly tool?: string
  readonly digest?: string
  readonly decision: string
  readonly ms: number
  readonly hooks: readonly AuditedHook[]
  readonly lowered?: readonly string[]
  /** What users answered to earlier questions. */
  readonly answers?: readonly AuditedAnswer[]
  /** The daemon answered; absent for a process of its own. */
  readonly by?: 'daemon'
  /** The doctor's question, by which it finds this line again. */
  readonly probe?: string
  /** Something went wrong outside any hook. */
  readonly error?: string
}

/** `ask` is the id of the decision that asked. */
export interface AuditedAnswer {
  readonly ask: string
  readonly answer: string
}

export interface AuditedHook {
  readonly id: string
  readonly decision: string
  readonly messageId?: string | undefined
  readonly reason?: string | undefined
  readonly ms: number
  readonly failure?: string | undefined
  readonly skipped?: string | undefined
  readonly withheld?: string | undefined
  /** `observe`: nothing of it was heeded. */
  readonly level?: string | undefined
}

/** Version of a line; a reader keeps lines of a newer one as they are. */
export const FORMAT = 1
const MAX_TEXT = 1_000
/** Far more than is kept, so that a secret cut in two here never shows. */
const MAX_SCANNED = 64 << 10

/** Appends one line. Throws when the disk does not take it. */
export function writeSpool(directory: string, entry: AuditEntry): void {
  const spool = `${directory}/spool`
  ensurePrivateDirectory(spool)
  appendLine(spool, `${dayOf(entry.event.at, 'utc')}.jsonl`, `${lineOf(entry)}\n`)
}

function lineOf(entry: AuditEntry): string {
  const { event, error, hooks, ms, ...rest } = entry
  return JSON.stringify({
    v: FORMAT,
    id: event.id,
    at: event.at.toISOString(),
    host: event.host,
    event: event.name.slice(0, 128),
    session: event.session,
    agent: (event.agent?.id ?? event.agent?.type)?.slice(0, 128),
    agentType: event.agent?.id === undefined ? undefined : event.agent.type?.slice(0, 128),
    ...rest,
    tool: masked(rest.tool),
    call: event.tool?.callId?.slice(0, MAX_CALL),
    subject: event.tool && subjectOf(event.tool),
    ms: tenths(ms),
    hooks: hooks.map((hook) => ({
      ...hook,
      reason: masked(hook.reason),
      failure: masked(hook.failure),
      ms: tenths(hook.ms),
    })),
    level: error === undefined ? undefined : 'ERROR',
    error: masked(error),
  })
}

/** Long enough to tell one command from another. */
const MAX_SUBJECT = 300
const MAX_SUBJECT_SCANNED = 4 << 10
const MAX_CALL = 64

/** What a tool call is about: its command, its file, the agent it starts, else what another tool would run, read or open. */
export function subjectOf(tool: Pick<ToolCall, 'command' | 'files'> & Partial<ToolCall>): string | undefined {
  const { command, files, kind, input = {} } = tool
  const text = command ?? files[0]?.path ?? (kind === 'agent' ? delegation(input) : inputSubject(input))
  if (text === undefined) return undefined
  return capText(redact(text.slice(0, MAX_SUBJECT_SCANNED)), MAX_SUBJECT)
}

/** The first of these that a tool without a description was given, at the top of its input or one level below. */
const TELLING =
  'command cmd argv commands program executable script code sql query statement path paths file_path filePath source uri url input text'.split(
    ' ',
  )

function inputSubject(input: ToolCall['input']): string | undefined {
  for (const level of [input, ...Object.values(input).filter(isObject)]) {
    for (const key of TELLING) {
      const value = Object.hasOwn(level, key) ? level[key] : undefined
      const text = [...textsIn(value), ...textsIn(level['args'])].join(' ')
      if (textsIn(value).length > 0) return text.slice(0, MAX_SUBJECT_SCANNED)
    }
  }
  return undefined
}

/** A text, or the first texts of a list. */
const textsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.slice(0, 50) : [value]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  )

function delegation(input: ToolCall['input']): string | undefined {
  const parts = [input['subagent_type'], input['description']].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? undefined : parts.join(': ')
}

const masked = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : capText(redact(text.slice(0, MAX_SCANNED)), MAX_TEXT)

const tenths = (ms: number): number => Math.round(ms * 10) / 10
