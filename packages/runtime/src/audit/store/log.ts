/** One line of the audit on its way into the store. What stands beside the line is there to be searched. */
export interface NewEntry {
  readonly id: string
  /** `newer`: of a later format than ours. `unreadable`: no entry at all, kept because it was there. */
  readonly kind: 'entry' | 'newer' | 'unreadable'
  /** Milliseconds since 1970, as the line says. */
  readonly at?: number
  readonly session?: string
  readonly agent?: string
  readonly event?: string
  readonly tool?: string
  readonly decision?: string
  /** How long it took. */
  readonly ms?: number
  /** Something went wrong: outside of hooks, in one, or one was left out because it kept failing. */
  readonly trouble?: true
  readonly hooks: readonly string[]
  /** The line, exactly; as base64 when it is no text. */
  readonly line: string
  readonly encoding: 'utf8' | 'base64'
}

export interface Entry extends Omit<NewEntry, 'hooks'> {
  /** Counts from 1 without a gap. */
  readonly sequence: number
  /** Of the previous hash and the line. */
  readonly hash: string
  readonly chainedAt: number
}

/** All that are given must hold. */
export interface Filter {
  readonly since?: number
  readonly until?: number
  readonly session?: string
  readonly agent?: string
  readonly hook?: string
  readonly decision?: string
  readonly event?: string
  readonly tool?: string
  readonly idStart?: string
  readonly idEnd?: string
  /** How what follows the last `-` of the id begins; every id is read. */
  readonly shortIdStart?: string
  /** Without the doctor's questions, unless one found trouble. */
  readonly notProbe?: true
  /** Every decision but `pass`. */
  readonly notPass?: true
  readonly trouble?: true
  /** Only entries after this sequence number, or before that one. */
  readonly after?: number
  readonly before?: number
  /** What stands somewhere in the line, as it is written there; A to Z match a to z. Every line in question is read. */
  readonly text?: string
  readonly oldestFirst?: true
  readonly limit?: number
}

/** From `since` on, and before `until`. */
export interface Period {
  readonly since: number
  readonly until: number
  readonly session?: string
}

/** Decisions of one kind, added up. */
export interface Figure {
  readonly decision?: string
  readonly event?: string
  readonly tool?: string
  readonly count: number
  /** All their milliseconds. */
  readonly ms: number
  readonly maxMs: number
  /** How many took at most so long as each of `LATENCY_BOUNDS`, and longer than the one before; the last: longer than all. */
  readonly latency: readonly number[]
}

/** In milliseconds. */
export const LATENCY_BOUNDS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000]

/** How far one spool file has been taken in. */
export interface Cursor {
  readonly source: string
  readonly offset: number
  /** The last entry that came from it. */
  readonly sequence: number
}

/** A file of which the bytes from `from` to `to` are these entries. */
export interface Advance {
  readonly source: string
  readonly from: number
  readonly to: number
}

export interface Link {
  readonly sequence: number
  readonly hash: string
}

export interface LogState {
  /** What the first entry that is left was chained to. */
  readonly anchor: Link
  readonly head: Link
  readonly cursors: readonly Cursor[]
}

export interface Activity {
  readonly session: string
  readonly decisions: number
  readonly refused: number
  readonly asked: number
  /** Sub-agents, by name. */
  readonly agents: readonly string[]
  readonly firstAt: number
  readonly lastAt: number
}

/** What one agent of one session did. */
export interface AgentActivity extends Omit<Activity, 'agents'> {
  /** Absent: the main one. */
  readonly agent?: string
}

/** How often a decision was taken in one hour, or one minute. */
export interface Tick {
  /** When it begins, in milliseconds since 1970. */
  readonly at: number
  readonly decision?: string
  readonly count: number
}

/** Something that happened to the audit itself. */
export interface Incident {
  readonly at: number
  readonly text: string
}

export interface Log {
  /**
   * Chains the entries in one step and tells how many were new: one with a known id and the same line is there
   * already; one with a known id and another line is kept under an id of its own. With `advance`, undefined means
   * that somebody else has moved the cursor, and nothing has happened.
   */
  append(entries: readonly NewEntry[], chainedAt: number, advance?: Advance): Promise<number | undefined>
  /** Newest first unless told otherwise, in the order of the chain; without what is unreadable. */
  query(filter: Filter): Promise<readonly Entry[]>
  state(): Promise<LogState>
  /** Shows every entry, oldest first, and answers with the state that belongs to them. */
  walk(visit: (entry: Entry) => void): Promise<LogState>
  /** Sessions with a decision in the period, the latest first. */
  activity(period: Pick<Period, 'since'> & Partial<Period>): Promise<readonly Activity[]>
  /** The same, each agent by itself, in no particular order. */
  agents(period: Pick<Period, 'since'> & Partial<Period>): Promise<readonly AgentActivity[]>
  /** How a period went, hour by hour or minute by minute, oldest first; without those in which nothing happened. */
  ticks(period: Pick<Period, 'since' | 'until'>, each: 'hour' | 'minute'): Promise<readonly Tick[]>
  /** What was decided in a period, added up by decision, event and tool. */
  figures(period: Period): Promise<readonly Figure[]>
  counts(): Promise<Readonly<Record<NewEntry['kind'], number>>>
  /** Removes the oldest entries up to the first that was chained later, and the session values left as long ago. */
  prune(before: number): Promise<number>
  /** Forgets a spool file that is gone. */
  forget(source: string): Promise<void>
  note(incident: Incident): Promise<void>
  notes(): Promise<readonly Incident[]>
}
