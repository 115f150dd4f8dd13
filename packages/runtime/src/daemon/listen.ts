import { renameSync, statSync, type BigIntStats } from 'node:fs'
import type { Server } from 'node:net'
import { messageOf } from '@holdpoint/engine'
import { removeFile } from '../system/files/write.ts'

/** Binds beside the final path and then renames, so a client always finds the old socket or the new one. */
export async function listenOnSocket(server: Server, path: string): Promise<BigIntStats> {
  const beside = `${path.slice(0, -'.sock'.length)}.${process.pid}`
  removeFile(beside)
  // The umask applies to the socket only: files that hooks and their programs create keep the user's umask.
  await new Promise<void>((resolve, reject) => {
    const mask = process.umask(0o177)
    server.once('error', reject).listen(beside, () => resolve())
    process.umask(mask)
  })
  const identity = statSync(beside, { bigint: true })
  renameSync(beside, path)
  return identity
}

/** Inode numbers are reused soon after a file is deleted, so the time is compared as well. */
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

/** The previous owner of the port may need a moment to release it. */
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
