import { endGroup } from './group.ts'

/**
 * What Node itself starts a program with and waits for it on the spot. `node:child_process` around it loads streams and
 * sockets first, which takes several times as long as a short program. It has no documentation, so whatever is not as
 * expected is left to `run.ts`.
 */
interface Starter {
  spawn(options: object): {
    readonly pid?: number
    /** Null when it was ended by a signal. */
    readonly status: number | null
    readonly error?: number
    readonly output: readonly (Uint8Array | null)[] | null
  }
}

export interface AtOnceOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limitMs: number
}

export interface AtOnceResult {
  readonly exitCode: number
  readonly stdout: string
}

/** As much as `run.ts` keeps, of as much as there may be. */
const MAX_KEPT = 1 << 20
const MAX_BYTES = 64 << 20
const SIGKILL = 9

/**
 * Runs a program in its own process group, without input; what it says on stderr is dropped. Everything else stands
 * still meanwhile. Undefined: it could not be started in this way, or did not end by itself and in time.
 */
export function runAtOnce(
  program: string,
  args: readonly string[],
  { cwd, env, limitMs }: AtOnceOptions,
): AtOnceResult | undefined {
  const envPairs = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  // What stands behind a zero byte would be cut off without a word.
  if (limitMs <= 0 || [program, cwd, ...args, ...envPairs].some((text) => text.includes('\0'))) return undefined
  try {
    const { pid, status, error, output } = starter().spawn({
      file: program,
      args: [program, ...args],
      cwd,
      envPairs,
      detached: true,
      stdio: [{ type: 'ignore' }, { type: 'pipe', readable: false, writable: true }, { type: 'ignore' }],
      timeout: Math.ceil(limitMs),
      maxBuffer: MAX_BYTES,
      killSignal: SIGKILL,
    })
    // What it leaves behind is nobody's any more.
    if (pid !== undefined && pid > 0) endGroup(pid)
    const stdout = output?.[1]
    if (error !== undefined || typeof status !== 'number' || !(stdout instanceof Uint8Array)) return undefined
    const length = Math.min(stdout.length, MAX_KEPT)
    return { exitCode: status, stdout: Buffer.from(stdout.buffer, stdout.byteOffset, length).toString('utf8') }
  } catch {
    return undefined
  }
}

/** Throws where Node gives it to nobody. */
const starter = (): Starter => (process as unknown as { binding(name: string): Starter }).binding('spawn_sync')
