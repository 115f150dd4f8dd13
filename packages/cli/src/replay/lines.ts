import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** No tool call is longer than this; a longer line is damaged or of no interest. */
const MAX_LINE = 32 << 20
const CHUNK = 1 << 20
const LINE_BREAK = 0x0a

/** Not following links keeps a transcript from being another file; not blocking keeps a named pipe from hanging us. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export interface LineTally {
  bytes: number
  tooLong: number
}

/**
 * The lines of a file, one at a time, so that a file of any size takes little memory. A line is a view of a reused
 * buffer: a caller that keeps it must copy it. An unreadable file has no lines.
 */
export function* linesOf(path: string, tally: LineTally): Generator<Buffer> {
  const fd = openRegular(path)
  if (fd === undefined) return
  try {
    let buffer = Buffer.allocUnsafe(CHUNK)
    let [filled, isSkipping] = [0, false]
    for (;;) {
      const count = readSync(fd, buffer, filled, buffer.length - filled, null)
      if (count === 0) break
      tally.bytes += count
      filled += count
      let start = 0
      for (let end = buffer.indexOf(LINE_BREAK); end !== -1 && end < filled; end = buffer.indexOf(LINE_BREAK, start)) {
        if (!isSkipping && end > start) yield buffer.subarray(start, end)
        isSkipping = false
        start = end + 1
      }
      buffer.copyWithin(0, start, filled)
      filled -= start
      if (filled < buffer.length) continue
      if (buffer.length < MAX_LINE) {
        buffer = Buffer.concat([buffer], buffer.length * 2)
      } else {
        if (!isSkipping) tally.tooLong += 1
        ;[filled, isSkipping] = [0, true]
      }
    }
    // The last line of a running or interrupted session has no line break.
    if (!isSkipping && filled > 0) yield buffer.subarray(0, filled)
  } finally {
    closeSync(fd)
  }
}

function openRegular(path: string): number | undefined {
  try {
    const fd = openSync(path, FLAGS)
    if (fstatSync(fd).isFile()) return fd
    closeSync(fd)
  } catch {
    // Deleted, unreadable, or not a file.
  }
  return undefined
}
