import type { Role } from './people/roles.ts'

/** The JSON between the server and its pages. It imports nothing but types. Times are milliseconds since 1970. */

export const ALARM_WORDS = {
  fork: 'Rewritten audit',
  truncated: 'Missing audit entries',
  gap: 'Entries never shipped',
  restarted: 'Audit begins again',
  'enrolled-again': 'Enrolled twice',
  moved: 'Moved to another server',
  drift: 'Changed settings',
  silent: 'Hooks are silent',
  late: 'Not heard from',
} as const
export type AlarmKind = keyof typeof ALARM_WORDS

export interface Alarm {
  readonly id: number
  readonly kind: AlarmKind
  readonly text: string
  readonly machine: string | undefined
  readonly machineName: string | undefined
  readonly raisedAt: number
  readonly lastAt: number
  readonly times: number
  readonly closedAt: number | undefined
  readonly closedBy: string | undefined
}

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly createdAt: number
  readonly disabledAt: number | undefined
}

/** What the sign-in page needs to know. */
export interface Entry {
  /** Whether an identity provider is set up. */
  readonly oidc: boolean
}

export interface Me {
  readonly person: Person
  readonly csrf: string
  readonly team: string
  readonly version: string
}

export interface TeamOverview {
  readonly since: number
  readonly until: number
  readonly decisions: number
  readonly counts: Readonly<Record<string, number>>
  readonly machines: number
  readonly sessions: number
  readonly openAlarms: number
  /** Per hour or day, oldest first, with empty ones. */
  readonly stepMs: number
  readonly series: readonly TeamTick[]
  readonly tools: readonly NamedCount[]
  /** Hooks and their messages that decided something other than pass. */
  readonly hooks: readonly NamedCount[]
  readonly projects: readonly NamedCount[]
}

export interface TeamTick {
  readonly at: number
  readonly counts: Readonly<Record<string, number>>
}

export interface NamedCount {
  readonly name: string
  readonly detail: string
  readonly count: number
}

/** A decision other than pass; only machines with the levels notable and full send these. */
export interface TeamDecision {
  readonly id: string
  readonly at: number | undefined
  readonly machine: string
  readonly machineName: string
  readonly project: string
  readonly decision: string
  readonly event: string | undefined
  readonly tool: string | undefined
  readonly session: string | undefined
  readonly agent: string | undefined
  readonly subject: string | undefined
  readonly reason: string | undefined
  readonly hooks: readonly string[]
  readonly trouble: boolean
}

export interface TeamDecisions {
  readonly rows: readonly TeamDecision[]
  readonly next: string | undefined
}

export interface TeamSession {
  readonly session: string
  readonly machine: string
  readonly machineName: string
  readonly project: string
  readonly decisions: number
  readonly refused: number
  readonly asked: number
  readonly firstAt: number
  readonly lastAt: number
  readonly agents: readonly string[]
}

export interface MachineRow {
  readonly id: string
  readonly name: string
  readonly label: string | undefined
  readonly level: string
  readonly version: string | undefined
  readonly enrolledAt: number
  readonly seenAt: number | undefined
  readonly heartbeatAt: number | undefined
  readonly revokedAt: number | undefined
  readonly erasedAt: number | undefined
  readonly clockMs: number | undefined
  readonly daemon: string | undefined
  readonly hosts: readonly string[]
  readonly drift: boolean
  /** Entries that the machine has and the server does not, as of the last heartbeat. */
  readonly lag: number
  readonly alarms: number
}

export interface ChainRow {
  readonly project: string
  readonly epoch: string
  readonly first: number
  readonly head: number
  readonly hash: string
  readonly shippedAt: number
}

export interface MachinePage {
  readonly machine: MachineRow
  readonly chains: readonly ChainRow[]
  readonly projects: readonly MachineProject[]
  readonly alarms: readonly Alarm[]
  readonly decisions: readonly TeamDecision[]
  readonly counts: Readonly<Record<string, number>>
}

export interface MachineProject {
  readonly project: string
  readonly hosts: readonly string[]
  readonly hooks: readonly string[]
  readonly policy: string
  readonly drift: boolean
  readonly lag: number
  readonly lastEventAt: number | undefined
}
