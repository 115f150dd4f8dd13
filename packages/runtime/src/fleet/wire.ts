import type { Link } from '../audit/store/log.ts'
import type { Figures } from './figures.ts'

/** What leaves the machine: counts only, also the lines of decisions other than pass, or every line. */
export const LEVELS = ['figures', 'notable', 'full'] as const
export type Level = (typeof LEVELS)[number]

/** The paths that a machine calls. Every request is signed: see sign.ts. */
export const PATHS = {
  enrol: '/api/v1/enrol',
  ship: '/api/v1/ship',
  heartbeat: '/api/v1/heartbeat',
  segments: '/api/v1/segments',
  leave: '/api/v1/leave',
} as const

/** Of a request as sent (compressed), and of its text. */
export const MAX_BODY = 4 << 20
export const MAX_TEXT = 32 << 20
export const MAX_LINES = 1_000

/** A chain of audit lines. The machine comes from the signature, never from the body. */
export interface ChainName {
  /** The normalised remote of the repository, or `local/…` without one. */
  readonly project: string
  readonly epoch: string
}

export interface WireLine {
  readonly line: string
  readonly encoding: 'utf8' | 'base64'
}

/** A line with the hash before it, so that the server can check it without the lines between. */
export interface WireNotable extends WireLine {
  readonly sequence: number
  readonly previous: string
}

/** Consecutive entries of one chain. */
export interface Batch {
  readonly chain: ChainName
  readonly level: Level
  readonly first: number
  readonly count: number
  /** The hash before the first entry, and of the last one. */
  readonly previous: string
  readonly head: string
  /** The entries between the server's head and `first` were deleted by retention before they could be shipped. */
  readonly gap?: true
  /** With `full`: every line. */
  readonly lines?: readonly WireLine[]
  /** Otherwise: the first 8 bytes of each entry's hash, in base64, and the counts. */
  readonly marks?: string
  readonly figures?: Figures
  /** With `notable`. */
  readonly notable?: readonly WireNotable[]
}

export interface Shipped {
  readonly head: Link
}

/** The answer 409: what the server has. `fork`: it has another line at that place. */
export interface Conflict {
  readonly head: Link
  readonly fork?: true
}

/** A segment as the server keeps it, for `audit verify --fleet`. */
export interface SegmentMarks {
  readonly first: number
  readonly count: number
  readonly head: string
  readonly marks: string
}

export interface EnrolRequest {
  readonly token: string
  /** Ed25519, DER in base64. */
  readonly publicKey: string
  readonly name: string
  /** The same for every enrolment of one user on one machine. */
  readonly fingerprint: string
  readonly level: Level
  readonly version: string
}

export interface Enrolled {
  readonly machine: string
  readonly team: string
}

/** Says what is active on the machine; without it, silence would prove nothing. */
export interface Heartbeat {
  readonly version: string
  readonly build: string
  readonly level: Level
  readonly at: number
  readonly daemon: 'running' | 'absent'
  /** Lines that could not be written to the spool. */
  readonly lost: number
  readonly projects: readonly ProjectLife[]
}

export interface ProjectLife {
  readonly chain: ChainName
  readonly anchor: Link
  readonly head: Link
  /** The last entry that the server has confirmed. */
  readonly shipped: number
  /** When the last event was judged. */
  readonly lastEventAt?: number
  /** When a host last worked here, by its own transcript: later than `lastEventAt` means that hooks are silent. */
  readonly lastWorkAt?: number
  readonly hosts: readonly string[]
  readonly hooks: readonly string[]
  /** Digest of the configuration as its files say. */
  readonly policy: string
  /** The compiled settings on disk are not what those files say. */
  readonly drift: boolean
}
