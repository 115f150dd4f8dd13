import { readTail } from './read.ts'

/** Transcripts grow to many megabytes; the last answer is near the end. */
const TAIL_BYTES = 256 * 1024
/** Many tool results may follow the user's last message. */
const USER_TAIL_BYTES = 4 << 20

/** The last text of the assistant in a transcript of JSON lines. Skips invalid lines. */
export const lastAssistantText = (path: string): string | undefined =>
  lastOf(path, TAIL_BYTES, '"assistant"', (entry) => textOf(entry, 'assistant'))

/** The user's last message. Skips what the host writes in the user's name: results, reminders, reports. */
export const lastUserText = (path: string): string | undefined =>
  lastOf(path, USER_TAIL_BYTES, '"user"', (entry) => {
    if (field(entry, 'isMeta') === true || field(entry, 'isSidechain') === true || hasResult(entry)) return undefined
    const text = textOf(entry, 'user')
    return text === undefined || WRITTEN_BY_THE_HOST.test(text) ? undefined : text
  })

/** The outcome of tool calls at the end of a transcript: run, or refused by the user or the host. */
export function fatesIn(path: string, calls: readonly string[]): ReadonlyMap<string, 'approved' | 'refused'> {
  const fates = new Map<string, 'approved' | 'refused'>()
  for (const line of (safeTail(path, USER_TAIL_BYTES) ?? '').split('\n')) {
    if (!line.includes('"tool_result"') || !calls.some((call) => line.includes(call))) continue
    const entry = parsed(line)
    const content = field(field(entry, 'message') ?? entry, 'content')
    for (const part of Array.isArray(content) ? content : []) {
      const call = field(part, 'tool_use_id')
      if (typeof call !== 'string' || !calls.includes(call) || field(part, 'type') !== 'tool_result') continue
      fates.set(call, wasRefused(entry, part) ? 'refused' : 'approved')
    }
  }
  return fates
}

/** Newer transcripts have a field for it; older ones, and sessions without a user, have a text in the result. */
function wasRefused(entry: unknown, result: unknown): boolean {
  if (field(field(entry, 'permissionDecision'), 'decision') === 'reject') return true
  if (field(result, 'is_error') !== true) return false
  return /holdpoint why |doesn't want to (?:proceed|take this action)/.test(JSON.stringify(field(result, 'content')))
}

const WRITTEN_BY_THE_HOST = /^\s*(?:<[a-z]+(?:-[a-z]+)+>|(?:Stop|SubagentStop) hook |\[Request interrupted)/

function lastOf(
  path: string,
  maxBytes: number,
  mark: string,
  find: (entry: unknown) => string | undefined,
): string | undefined {
  const lines = (safeTail(path, maxBytes) ?? '').split('\n')
  for (const line of lines.toReversed()) {
    const text = line.includes(mark) ? find(parsed(line)) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

function safeTail(path: string, maxBytes: number): string | undefined {
  try {
    return readTail(path, maxBytes)
  } catch {
    return undefined
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function textOf(entry: unknown, who: 'assistant' | 'user'): string | undefined {
  const message = field(entry, 'message') ?? entry
  if (field(entry, 'type') !== who && field(message, 'role') !== who) return undefined
  const content = field(message, 'content')
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.map((part) => field(part, 'text')).filter((text) => typeof text === 'string')
  return texts.length === 0 ? undefined : texts.join('\n')
}

function hasResult(entry: unknown): boolean {
  const content = field(field(entry, 'message') ?? entry, 'content')
  return Array.isArray(content) && content.some((part) => field(part, 'type') === 'tool_result')
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
