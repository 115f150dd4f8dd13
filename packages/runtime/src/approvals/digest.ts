import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { codeOf } from '@holdpoint/engine'

const CHUNK = 1 << 20
/** Reading more would take longer than the answer may. Such a file is known by its size and times. */
const MAX_BYTES = 32 << 20

/** The content of a file as a digest, links followed, as a program that runs or overwrites it would. */
export function digestOf(path: string): string {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? 'absent' : `unreadable ${codeOf(error) ?? ''}`
  }
  try {
    const stat = fstatSync(fd)
    if (stat.isDirectory()) return 'directory'
    if (!stat.isFile()) return 'special'
    if (stat.size > MAX_BYTES) return `large ${stat.size} ${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs}`
    return contentOf(fd)
  } finally {
    closeSync(fd)
  }
}

function contentOf(fd: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const length = readSync(fd, buffer, 0, CHUNK, null)
    if (length === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, length))
  }
}
