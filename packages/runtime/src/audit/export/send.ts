import { messageOf, UserError, type Env } from '@holdpoint/engine'
import { redact } from '../redact.ts'

export const SIGNALS = ['traces', 'metrics', 'logs'] as const
export type Signal = (typeof SIGNALS)[number]

/** The URLs of a collector for each kind of data, and the headers to send. */
export interface Collector {
  readonly urls: Readonly<Record<Signal, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** The default address of a collector. */
const ON_THIS_MACHINE = 'http://127.0.0.1:4318'

/** The collector of the command line, else of the standard variables, else the local default. */
export function collectorOf(named: string | undefined, env: Env): Collector {
  const base = named ?? filled(env['OTEL_EXPORTER_OTLP_ENDPOINT']) ?? ON_THIS_MACHINE
  const urlOf = (signal: Signal): string => {
    const own = filled(env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`])
    // A variable for one signal is the full URL; the general one is a prefix.
    return named === undefined && own !== undefined ? checked(own) : checked(`${base.replace(/\/+$/, '')}/v1/${signal}`)
  }
  return {
    urls: { traces: urlOf('traces'), metrics: urlOf('metrics'), logs: urlOf('logs') },
    headers: headersIn(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
  }
}

const filled = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text)

function checked(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href
  throw new UserError(`\`${redact(text)}\` is no address of a collector; give one such as ${ON_THIS_MACHINE}.`)
}

/** `name=value,name=value`, each percent-encoded. */
function headersIn(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    return at < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
      ? []
      : [[name.toLowerCase(), decoded(pair.slice(at + 1).trim())]]
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface Sent {
  /** How many items the collector rejected, although it accepted the rest. */
  readonly rejected: number
  /** The collector's warning message. */
  readonly remark?: string
}

export interface Patience {
  /** Timeout of one request. */
  readonly requestMs: number
  /** Timeout of one request with all its retries. */
  readonly totalMs: number
  wait(ms: number): Promise<void>
  now(): number
}

export const PATIENCE: Patience = {
  requestMs: 10_000,
  totalMs: 60_000,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => Date.now(),
}

/** Only these statuses are worth a retry. */
const RETRYABLE = new Set([429, 502, 503, 504])
/** A collector that is unreachable now is rarely reachable a minute later. */
const TRIES_TO_REACH = 3
const FIRST_WAIT_MS = 500
const MAX_ANSWER = 64 << 10

/** Sends one request. Throws an error for the user when the collector rejects it. */
export async function send(
  { urls, headers }: Collector,
  signal: Signal,
  body: object,
  patience: Patience = PATIENCE,
): Promise<Sent> {
  const url = urls[signal]
  const text = JSON.stringify(body)
  const deadline = patience.now() + patience.totalMs
  for (let attempt = 0; ; attempt++) {
    const answer = await post(url, text, headers, patience)
    if (answer.ok) return partOf(answer.text)
    const waitMs = answer.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt
    if (attempt + 1 >= answer.tries || patience.now() + waitMs > deadline) {
      throw new UserError(`the collector at ${redact(url)} did not take it: ${redact(answer.problem)}.`)
    }
    await patience.wait(waitMs)
  }
}

type Reply =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false
      /** The maximum number of attempts. */
      readonly tries: number
      readonly retryAfterMs?: number | undefined
      readonly problem: string
    }

async function post(url: string, body: string, headers: Collector['headers'], patience: Patience): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'holdpoint' },
      body,
      // Data and headers for one address must not be redirected to another.
      redirect: 'manual',
      signal: AbortSignal.timeout(patience.requestMs),
    })
    const text = (await response.text()).slice(0, MAX_ANSWER)
    if (response.status >= 200 && response.status < 300) return { ok: true, text }
    return {
      ok: false,
      tries: RETRYABLE.has(response.status) ? Infinity : 1,
      retryAfterMs: retryAfter(response.headers.get('retry-after'), patience.now()),
      problem: `it answered ${response.status}${statusMessage(text)}`,
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return { ok: false, tries: TRIES_TO_REACH, problem: `${messageOf(error)}${cause}` }
  }
}

/** Parses Retry-After: seconds, or a date. */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** A collector describes an error as a `Status` with a message, if at all. */
function statusMessage(text: string): string {
  const message = fieldOf(parsed(text), 'message')
  return typeof message === 'string' && message !== '' ? ` (${message.slice(0, 300)})` : ''
}

function partOf(text: string): Sent {
  const part = fieldOf(parsed(text), 'partialSuccess')
  const counts = ['rejectedSpans', 'rejectedDataPoints', 'rejectedLogRecords'].map((name) => fieldOf(part, name))
  const rejected = Number(counts.find((value) => value !== undefined) ?? 0)
  const remark = fieldOf(part, 'errorMessage')
  return {
    rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0,
    ...(typeof remark === 'string' && remark !== '' && { remark: redact(remark.slice(0, 1_000)) }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
