import { readTail } from './read.ts'

/** Transcripts grow to many megabytes; the last answer is near the end. */
const TAIL_BYTES = 256 * 1024
/** What the user said last may lie before many results of tools. */
const USER_TAIL_BYTES = 4 << 20

/** The last text of the assistant in a transcript of JSON lines. Lines that are no JSON are passed over. */
export const lastAssistantText = (path: string): string | undefined =>
  lastOf(path, TAIL_BYTES, '"assistant"', (entry) => textOf(entry, 'assistant'))

/** The last text of the user. What the host writes in the user's name is passed over: results, reminders, reports. */
export const lastUserText = (path: string): string | undefined =>
  lastOf(path, USER_TAIL_BYTES, '"user"', (entry) => {
    if (field(entry, 'isMeta') === true || field(entry, 'isSidechain') === true || hasResult(entry)) return undefined
    const text = textOf(entry, 'user')
    return text === undefined || WRITTEN_BY_THE_HOST.test(text) ? undefined : text
  })

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
