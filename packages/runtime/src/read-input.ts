import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { sleep } from './system/files/sleep.ts'
import { codeOf } from '@holdpoint/engine'

const CHUNK = 1 << 16
const RETRY_MS = 5
const MAX_RETRIES = 2_000
/** Limits how often multi-line input is parsed, because parsing long input after every chunk would be quadratic. */
const MAX_TRIES = 8

/**
 * Reads all of stdin. The host sends one line of JSON; a chunk that ends in a newline and parses is complete,
 * so a host that does not close the pipe cannot keep this process waiting.
 */
export function readInput(): unknown {
  const chunks: Buffer[] = []
  for (let retries = 0, tries = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK)
    let count: number
    try {
      count = readSync(0, chunk, 0, CHUNK, null)
    } catch (error) {
      if (codeOf(error) === 'EOF') break
      if (codeOf(error) !== 'EAGAIN' || ++retries > MAX_RETRIES) throw error
      sleep(RETRY_MS)
      continue
    }
    if (count === 0) break
    chunks.push(chunk.subarray(0, count))
    if (chunk[count - 1] === 0x0a && ++tries <= MAX_TRIES) {
      const value = tryParse(chunks)
      if (value !== undefined) return value
    }
  }
  return parseInput(textOf(chunks))
}

/** Empty input is an empty payload. Throws when the text is not one JSON document. */
export function parseInput(text: string): unknown {
  const trimmed = withoutMark(text).trim()
  return trimmed === '' ? {} : (JSON.parse(trimmed) as unknown)
}

function tryParse(chunks: readonly Buffer[]): unknown {
  try {
    return JSON.parse(withoutMark(textOf(chunks)))
  } catch {
    return undefined
  }
}

/** Some programs begin a text with a byte order mark. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** Usually there is one chunk, and Node does not compile functions that are not called. */
function textOf(chunks: readonly Buffer[]): string {
  const [only = Buffer.alloc(0), ...more] = chunks
  const bytes = more.length === 0 ? only : Buffer.concat(chunks)
  const text = bytes.toString()
  // Bytes that are not UTF-8 would be replaced, which could turn a command into a different one.
  if (text.includes(REPLACEMENT) && !isUtf8(bytes)) throw new Error(NOT_UTF8)
  return text
}

/** Node's replacement for bytes that are not UTF-8. A valid text may also contain it. */
export const REPLACEMENT = '\uFFFD'
export const NOT_UTF8 = 'it is not UTF-8'
