import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { sleep } from './system/files/sleep.ts'
import { codeOf } from '@holdpoint/engine'

const CHUNK = 1 << 16
const RETRY_MS = 5
const MAX_RETRIES = 2_000
/** Input written over many lines is tried only so often, or a long one would be parsed again for every chunk of it. */
const MAX_TRIES = 8

/**
 * Everything on stdin. The host sends one line of JSON; a chunk that ends in a newline and parses is the whole of
 * it, so a host that forgets to close the pipe cannot keep us waiting.
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

/** Some write one in front of a text to say that it is UTF-8. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)

/** Nearly always there is one, and what is not called need not be compiled. */
function textOf(chunks: readonly Buffer[]): string {
  const [only = Buffer.alloc(0), ...more] = chunks
  const bytes = more.length === 0 ? only : Buffer.concat(chunks)
  const text = bytes.toString()
  // Bytes that are no text would become other ones, and a command another command.
  if (text.includes(REPLACEMENT) && !isUtf8(bytes)) throw new Error(NOT_UTF8)
  return text
}

/** What Node puts in the place of bytes that are not UTF-8. It may also be part of a text. */
export const REPLACEMENT = '\uFFFD'
export const NOT_UTF8 = 'it is not UTF-8'
