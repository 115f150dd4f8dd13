import { renameSync, statSync, type BigIntStats } from 'node:fs'
import type { Server } from 'node:net'
import { messageOf } from '@holdpoint/engine'
import { removeFile } from '../system/files/write.ts'

/** Bound beside its place and then moved there, so that a client finds the old one or the new one, never neither. */
export async function listenOnSocket(server: Server, path: string): Promise<BigIntStats> {
  const beside = `${path.slice(0, -'.sock'.length)}.${process.pid}`
  removeFile(beside)
  // Not for the whole process: what hooks and their programs make in a project is not ours to hide.
  await new Promise<void>((resolve, reject) => {
    const mask = process.umask(0o177)
    server.once('error', reject).listen(beside, () => resolve())
    process.umask(mask)
  })
  const identity = statSync(beside, { bigint: true })
  renameSync(beside, path)
  return identity
}

/** A number of a file that is gone is soon given to another, so its time counts as well. */
export function isSameFile(identity: BigIntStats | undefined, path: string): boolean {
  const now = identify(path)
  return now?.ino === identity?.ino && now?.dev === identity?.dev && now?.mtimeNs === identity?.mtimeNs
}

export function identify(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whoever had the port before may need a moment to let go of it. */
export async function listenOnLoopback(
  server: Server,
  port: number,
  note: (text: string) => void,
  tries = 1,
): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', () => resolve())
      })
      return true
    } catch (error) {
      if (left <= 1) {
        note(`cannot listen on 127.0.0.1:${port}: ${messageOf(error)}`)
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}

const TRY_AGAIN_MS = 100
