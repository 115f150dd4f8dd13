import { readTail } from './read.ts'

/** Transcripts grow to many megabytes; the last answer is near the end. */
const TAIL_BYTES = 256 * 1024

/** The last text of the assistant in a transcript of JSON lines. Lines that are no JSON are passed over. */
export function lastAssistantText(path: string): string | undefined {
  const lines = (safeTail(path) ?? '').split('\n')
  for (const line of lines.toReversed()) {
    const text = line.includes('"assistant"') ? assistantText(line) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

function safeTail(path: string): string | undefined {
  try {
    return readTail(path, TAIL_BYTES)
  } catch {
    return undefined
  }
}

function assistantText(line: string): string | undefined {
  let entry: unknown
  try {
    entry = JSON.parse(line)
  } catch {
    return undefined
  }
  const message = field(entry, 'message') ?? entry
  if (field(entry, 'type') !== 'assistant' && field(message, 'role') !== 'assistant') return undefined
  const content = field(message, 'content')
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.map((part) => field(part, 'text')).filter((text) => typeof text === 'string')
  return texts.length === 0 ? undefined : texts.join('\n')
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
