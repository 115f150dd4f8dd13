import { isAbsolute, join } from 'node:path'
import { ensurePrivateDirectory, isPrivateDirectory } from '../../system/files/write.ts'
import type { Env } from '@holdpoint/engine'

/** Where a daemon of one build listens. The shell client uses the same names. */
export interface DaemonAddress {
  readonly directory: string
  readonly socket: string
  /** Port and token of the loopback listener; exists only while shells cannot use the socket. */
  readonly loopback: string
  /** Marks when a client last started a daemon. */
  readonly starting: string
}

/** The longest socket path that works on every system, with a margin. client.sh uses the same limit. */
const MAX_SOCKET_PATH = 100

/** One daemon per build: daemons of different builds never answer for each other. */
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

/** A user who can write there could answer instead of the daemon. */
export const isSafe = ({ directory }: DaemonAddress): boolean => isPrivateDirectory(directory)

/** Throws when the directory cannot be made private. */
export const prepareAddress = ({ directory }: DaemonAddress): void => ensurePrivateDirectory(directory)
