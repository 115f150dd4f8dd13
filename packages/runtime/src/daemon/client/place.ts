import { isAbsolute, join } from 'node:path'
import { ensurePrivateDirectory, isPrivateDirectory } from '../../system/files/write.ts'
import type { Env } from '@holdpoint/engine'

/** Where a daemon of one build can be reached. The shell client knows the same names. */
export interface DaemonAddress {
  readonly directory: string
  readonly socket: string
  /** Port and token of the loopback listener; there only while the socket cannot be used from a shell. */
  readonly loopback: string
  /** When somebody last began to start a daemon. */
  readonly starting: string
}

/** What a socket's path may hold, on every system, with some room. client.sh counts the same way. */
const MAX_SOCKET_PATH = 100

/** One daemon for each build: an old and a new one never answer for each other. */
export function daemonAddress(env: Env, build: string): DaemonAddress {
  const runtime = env['XDG_RUNTIME_DIR']
  const wanted = runtime !== undefined && isAbsolute(runtime) ? join(runtime, 'holdpoint') : undefined
  const directory =
    wanted !== undefined && join(wanted, `${build}.sock`).length <= MAX_SOCKET_PATH ? wanted : sharedPlace()
  return {
    directory,
    socket: join(directory, `${build}.sock`),
    loopback: join(directory, `${build}.tcp`),
    starting: join(directory, `${build}.starting`),
  }
}

const sharedPlace = (): string => `/tmp/holdpoint-${process.getuid?.() ?? 'user'}`

/** Whoever can write there could answer in the daemon's place. */
export const isSafe = ({ directory }: DaemonAddress): boolean => isPrivateDirectory(directory)

/** Throws when the directory cannot be made private. */
export const prepareAddress = ({ directory }: DaemonAddress): void => ensurePrivateDirectory(directory)
