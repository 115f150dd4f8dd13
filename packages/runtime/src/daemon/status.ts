/** What a daemon tells about itself. */
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
  /** Port, when a host calls the daemon itself. */
  readonly http: number | null
  readonly listening: readonly string[]
}

/** Undefined: nobody answered, or nobody who speaks like a daemon. */
export function readStatus(text: string | undefined): DaemonStatus | undefined {
  try {
    const status = JSON.parse(text ?? 'null') as DaemonStatus | null
    return typeof status?.pid === 'number' && Array.isArray(status.listening) ? status : undefined
  } catch {
    return undefined
  }
}
