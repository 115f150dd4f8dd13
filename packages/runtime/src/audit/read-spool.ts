import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '@holdpoint/engine'
import { listNames } from '../system/files/read.ts'

export const spoolDirectory = (projectDirectory: string): string => join(projectDirectory, 'spool')

/** Names of the spool files, oldest day first. */
export const spoolFiles = (projectDirectory: string): readonly string[] =>
  listNames(spoolDirectory(projectDirectory)).filter((name) => name.endsWith('.jsonl'))

/** A run of complete lines, as bytes, without the last line break. */
export interface Chunk {
  readonly bytes: Buffer
  readonly from: number
  /** Where the next chunk begins. */
  readonly to: number
}

/** About two thousand lines: one short transaction. */
const CHUNK_BYTES = 1 << 20
const LINE_BREAK = 0x0a

/** Complete lines from `offset` on; undefined when there are none. The last line may still be incomplete. */
export function readChunk(projectDirectory: string, name: string, offset: number): Chunk | undefined {
  return withFile(projectDirectory, name, (fd, size) => {
    for (let length = CHUNK_BYTES; ; length *= 2) {
      const bytes = readBytes(fd, offset, Math.min(length, size - offset))
      const end = bytes.lastIndexOf(LINE_BREAK)
      if (end !== -1) return { bytes: bytes.subarray(0, end), from: offset, to: offset + end + 1 }
      if (offset + length >= size) return undefined
    }
  })
}

/** Where to continue reading: at the offset, or at the start when the file has been replaced. */
export function resumeAt(projectDirectory: string, name: string, offset: number): number {
  if (offset === 0) return 0
  const before = withFile(projectDirectory, name, (fd) => readBytes(fd, offset - 1, 1))
  return before?.[0] === LINE_BREAK ? offset : 0
}

/** Where the last complete line ends. */
export function endOfLines(projectDirectory: string, name: string): number {
  const found = withFile(projectDirectory, name, (fd, size) => {
    for (let end = size; end > 0;) {
      const start = Math.max(0, end - END_BYTES)
      const last = readBytes(fd, start, end - start).lastIndexOf(LINE_BREAK)
      if (last !== -1) return start + last + 1
      end = start
    }
    return 0
  })
  return found ?? 0
}

const END_BYTES = 64 << 10

/** Every complete line of every spool file of a project. */
export function readSpoolLines(projectDirectory: string): readonly string[] {
  const lines: string[] = []
  for (const name of spoolFiles(projectDirectory)) {
    for (const chunk of chunksOf(projectDirectory, name)) {
      for (const line of chunk.bytes.toString('utf8').split('\n')) if (line.trim() !== '') lines.push(line)
    }
  }
  return lines
}

export function* chunksOf(projectDirectory: string, name: string, offset = 0): Generator<Chunk> {
  for (let from = offset; ;) {
    const chunk = readChunk(projectDirectory, name, from)
    if (chunk === undefined) return
    yield chunk
    from = chunk.to
  }
}

export const spoolSize = (projectDirectory: string, name: string): number =>
  withFile(projectDirectory, name, (_, size) => size) ?? 0

/** The spool must survive a power cut as well as the database that has ingested it. */
export function syncSpool(projectDirectory: string, name: string): void {
  withFile(projectDirectory, name, (fd) => fsyncSync(fd))
}

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
/** Deleted meanwhile, or not a spool file. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'])

function withFile<T>(
  projectDirectory: string,
  name: string,
  work: (fd: number, size: number) => T | undefined,
): T | undefined {
  let fd: number
  try {
    fd = openSync(join(spoolDirectory(projectDirectory), name), FLAGS)
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? '')) return undefined
    throw error
  }
  try {
    const stat = fstatSync(fd)
    return stat.isFile() ? work(fd, stat.size) : undefined
  } finally {
    closeSync(fd)
  }
}

function readBytes(fd: number, start: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, length))
  let filled = 0
  while (filled < length) {
    const count = readSync(fd, buffer, filled, length - filled, start + filled)
    if (count === 0) break
    filled += count
  }
  return buffer.subarray(0, filled)
}
