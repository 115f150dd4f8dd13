import type { Env } from '@holdpoint/engine'
import type { IgnoredVariable } from '../../own-environment.ts'
import type { WireAnswer } from '../client/wire.ts'

/** An event, and the environment and directory that it is judged in. */
export interface Given {
  readonly event: string
  readonly scope: string
  readonly payload: unknown
  readonly env: Env
  readonly cwd: string
  readonly ignored?: readonly IgnoredVariable[] | undefined
}

/** What a process of its own would answer, and the root of the event's project. */
export interface Settled extends WireAnswer {
  readonly root: string | undefined
}

/** From the daemon. */
export interface Ask {
  readonly id: number
  readonly given: Given
}

/** To the daemon. */
export interface Told {
  readonly id: number
  readonly settled: Settled
}
