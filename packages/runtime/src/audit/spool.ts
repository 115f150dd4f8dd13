import { type AgentEvent, type ToolCall, capText, dayOf, isObject } from '@holdpoint/engine'
import { appendLine, ensurePrivateDirectory } from '../system/files/write.ts'
import { redact } from './redact.ts'

/**
 * One audit line: the decision about one event, the hooks that made it and their reasons. Of the agent's input it
 * contains only the command or the file of a tool call, masked and truncated.
 */
export interface AuditEntry {
  readonly event: Pick<AgentEvent, 'id' | 'at' | 'host' | 'name' | 'agent'> & {
    /** Absent for what the user does outside of a session. */
    readonly session?: string | undefined
    readonly tool?: ToolCall | undefined
  }
  readonly tool?: string
  readonly digest?: string
  readonly decision: string
  readonly ms: number
  readonly hooks: readonly AuditedHook[]
  readonly lowered?: readonly string[]
  /** The users' answers to earlier questions. */
  readonly answers?: readonly AuditedAnswer[]
  readonly approval?: AuditedApproval
  /** The daemon answered; absent when the hook started its own process. */
  readonly by?: 'daemon'
  /** The doctor's probe id, by which it finds this line again. */
  readonly probe?: string
  /** An error outside any hook. */
  readonly error?: string
}

/** `ask` is the id of the decision that asked. */
export interface AuditedAnswer {
  readonly ask: string
  readonly answer: string
}

export const APPROVAL_STATES = [
  'requested',
  'granted',
  'used',
  'expired',
  'revoked',
  'refused',
  'snoozed',
  'snooze-ended',
] as const

/**
 * A step in the life of a one-time grant or of a snooze. `id` is the short id of the decision that refused the call,
 * or the snoozed hook. `refused`: a program that was not started by the user tried to give one.
 */
export interface AuditedApproval {
  readonly state: (typeof APPROVAL_STATES)[number]
  readonly id: string
  /** How the user gave it. */
  readonly by?: string
  /** When it ends: a time, or `session`. */
  readonly until?: string
  readonly why?: string
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
  /** `observe`: the verdict had no effect. */
  readonly level?: string | undefined
  /** The user's rule that lifted its objection. */
  readonly overruledBy?: string | undefined
}

/** Version of a line; readers keep lines of a newer version unchanged. */
export const FORMAT = 1
const MAX_TEXT = 1_000
/** Far more than is stored, so that a secret truncated here never appears. */
const MAX_SCANNED = 64 << 10

/** Appends one line. Throws when it cannot be written. */
export function writeSpool(directory: string, entry: AuditEntry): void {
  const { spool, name, line } = spoolLine(directory, entry)
  ensurePrivateDirectory(spool)
  appendLine(spool, name, line)
}

/** A line, and the file it belongs in. */
export const spoolLine = (
  directory: string,
  entry: AuditEntry,
): Readonly<Record<'spool' | 'name' | 'line', string>> => ({
  spool: `${directory}/spool`,
  name: `${dayOf(entry.event.at, 'utc')}.jsonl`,
  line: `${lineOf(entry)}\n`,
})

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

/** Long enough to distinguish commands. */
const MAX_SUBJECT = 300
const MAX_SUBJECT_SCANNED = 4 << 10
const MAX_CALL = 64

/** The subject of a tool call: its command, file or agent, else what another tool would run, read or open. */
export function subjectOf(tool: Pick<ToolCall, 'command' | 'files'> & Partial<ToolCall>): string | undefined {
  const { command, files, kind, input = {} } = tool
  const text = command ?? files[0]?.path ?? (kind === 'agent' ? delegation(input) : inputSubject(input))
  if (text === undefined) return undefined
  return capText(redact(text.slice(0, MAX_SUBJECT_SCANNED)), MAX_SUBJECT)
}

/** The first of these fields in the input of an unknown tool, at the top level or one level below. */
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
