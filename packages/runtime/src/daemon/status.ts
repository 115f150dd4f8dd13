/** The status that a daemon reports. */
export interface DaemonStatus {
  readonly pid: number
  readonly build: string
  readonly version: string
  readonly program: string
  readonly startedAt: string
  readonly sessions: number
  readonly requests: number
  /** Bytes. */
  readonly memory: number
  /** The HTTP port, when a host calls the daemon by HTTP. */
  readonly http: number | null
  readonly listening: readonly string[]
}

/** Undefined: no answer, or an answer that is not a daemon's. */
export function readStatus(text: string | undefined): DaemonStatus | undefined {
  try {
    const status = JSON.parse(text ?? 'null') as DaemonStatus | null
    return typeof status?.pid === 'number' && Array.isArray(status.listening) ? status : undefined
  } catch {
    return undefined
  }
}
