import type { AgentEvent, JsonObject } from '@holdpoint/engine'

/** What an evaluator receives of an event. */
export interface Content {
  /** The event as JSON, without secrets, with invisible characters made visible. */
  readonly text: string
  /** The raw names and values, one by one. */
  readonly parts: readonly string[]
  /** It was too long and has been truncated. */
  readonly isCut: boolean
  /** The event without fields that differ for every event. */
  readonly identity: string
}

/** About 25,000 tokens. */
const MAX_CHARS = 100_000
const HEAD = 0.7

/** Ids and paths of one event or session. */
const PASSING: readonly string[] = [
  'session_id',
  'transcript_path',
  'agent_transcript_path',
  'tool_use_id',
  'prompt_id',
]

export function contentOf(event: AgentEvent, mask: (text: string) => string): Content {
  const payload = Object.keys(event.raw).length > 0 ? event.raw : described(event)
  const { value: raw, isWhole } = shallow({ hook_event_name: event.name, ...lastWords(event), ...payload })
  const whole = JSON.stringify(raw)
  // Truncation may split a secret, so a very long text is truncated roughly, then masked, then truncated to its limit.
  const masked = visible(mask(cut(whole, 2 * MAX_CHARS)))
  const lasting = Object.entries(raw).filter(([name]) => !PASSING.includes(name))
  return {
    text: cut(masked, MAX_CHARS),
    parts: partsOf(raw),
    isCut: !isWhole || masked.length > MAX_CHARS || whole.length > 2 * MAX_CHARS,
    identity: JSON.stringify(lasting),
  }
}

/** Older hosts send only the path of the transcript, so the last message is added here. */
const lastWords = (event: AgentEvent): object =>
  'text' in event && event.text !== undefined ? { last_assistant_message: event.text } : {}

/** An event without a host, as in a test. */
function described({ kind, ...event }: AgentEvent): Readonly<Record<string, unknown>> {
  const { id: _, at: __, raw: ___, session: ____, ...rest } = event
  return { kind, ...rest }
}

/** Escapes invisible characters and directional marks, so that model and user read the same. */
export const visible = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\p{Cf}\p{Co}\u2028\u2029]/gu, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )

export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const head = Math.floor(max * HEAD)
  const left = text.length - max
  return `${text.slice(0, head)}\n[holdpoint left out ${left} characters here]\n${text.slice(-(max - head))}`
}

const MAX_DEPTH = 50

/** Deeper than real input; unlimited depth would overflow the stack. */
function shallow(fields: JsonObject): { readonly value: JsonObject; readonly isWhole: boolean } {
  let isWhole = true
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (depth === MAX_DEPTH) {
      isWhole = false
      return '[holdpoint left out what is deeper]'
    }
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each, depth + 1)]))
  }
  return { value: copy(fields, 0) as JsonObject, isWhole }
}

const MAX_PARTS = 5_000

function partsOf(value: unknown): readonly string[] {
  const parts: string[] = []
  let chars = 0
  const visit = (inner: unknown): void => {
    if (parts.length >= MAX_PARTS || chars > MAX_CHARS) return
    if (typeof inner === 'string') {
      parts.push(inner.slice(0, MAX_CHARS))
      chars += inner.length
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, each] of Object.entries(inner)) {
        if (!Array.isArray(inner)) visit(name)
        visit(each)
      }
    }
  }
  visit(value)
  return parts
}
