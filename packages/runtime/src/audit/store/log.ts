/** One audit line on its way into the store. The fields besides the line exist for searching. */
export interface NewEntry {
  readonly id: string
  /** `newer`: of a later format. `unreadable`: not an entry, kept for completeness. */
  readonly kind: 'entry' | 'newer' | 'unreadable'
  /** Milliseconds since 1970, from the line. */
  readonly at?: number
  readonly session?: string
  readonly agent?: string
  readonly event?: string
  readonly tool?: string
  readonly decision?: string
  /** Duration in milliseconds. */
  readonly ms?: number
  /** An error outside hooks or in a hook, or a hook was skipped because it kept failing. */
  readonly trouble?: true
  readonly hooks: readonly string[]
  /** The exact line; as base64 when it is not valid text. */
  readonly line: string
  readonly encoding: 'utf8' | 'base64'
}

export interface Entry extends Omit<NewEntry, 'hooks'> {
  /** Counts from 1 without gaps. */
  readonly sequence: number
  /** Of the previous hash and the line. */
  readonly hash: string
  readonly chainedAt: number
}

/** All given conditions must hold. */
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
  /** A prefix of the part after the last `-` of the id; scans all ids. */
  readonly shortIdStart?: string
  /** Without the doctor's probes, except those that found a problem. */
  readonly notProbe?: true
  /** Every decision but `pass`. */
  readonly notPass?: true
  readonly trouble?: true
  /** Only entries after this sequence number, or before that one. */
  readonly after?: number
  readonly before?: number
  /** A substring of the raw line; ASCII letters match case-insensitively. Scans every candidate line. */
  readonly text?: string
  readonly oldestFirst?: true
  readonly limit?: number
}

/** From `since` (inclusive) to `until` (exclusive). */
export interface Period {
  readonly since: number
  readonly until: number
  readonly session?: string
}

/** The count of one kind of decision. */
export interface Figure {
  readonly decision?: string
  readonly event?: string
  readonly tool?: string
  readonly count: number
  /** The sum of their milliseconds. */
  readonly ms: number
  readonly maxMs: number
  /** The count per latency range: up to each of `LATENCY_BOUNDS`; the last element counts everything above. */
  readonly latency: readonly number[]
}

/** In milliseconds. */
export const LATENCY_BOUNDS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000]

/** How far one spool file has been ingested. */
export interface Cursor {
  readonly source: string
  readonly offset: number
  /** The last entry that came from it. */
  readonly sequence: number
}

/** A file whose bytes from `from` to `to` are these entries. */
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
  /** Names this chain: a database that was made again starts another one, at sequence 1. */
  readonly epoch: string
  /** What the first remaining entry was chained to. */
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

/** The decisions of one agent of one session. */
export interface AgentActivity extends Omit<Activity, 'agents'> {
  /** Absent: the main agent. */
  readonly agent?: string
}

/** Count per decision in one hour or one minute. */
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
   * Chains the entries atomically and returns how many were new: an entry with a known id and the same line exists
   * already; one with a known id and another line gets an id of its own. With `advance`, undefined means
   * that another process has moved the cursor, and nothing has happened.
   */
  append(entries: readonly NewEntry[], chainedAt: number, advance?: Advance): Promise<number | undefined>
  /** Newest first by default, in the order of the chain; without unreadable entries. */
  query(filter: Filter): Promise<readonly Entry[]>
  /** Consecutive entries after a sequence number, oldest first, unreadable ones included. */
  page(after: number, limit: number): Promise<readonly Entry[]>
  state(): Promise<LogState>
  /** Passes every entry to the callback, oldest first, and returns the state that belongs to them. */
  walk(visit: (entry: Entry) => void): Promise<LogState>
  /** Sessions with a decision in the period, latest first. */
  activity(period: Pick<Period, 'since'> & Partial<Period>): Promise<readonly Activity[]>
  /** The same per agent, in no particular order. */
  agents(period: Pick<Period, 'since'> & Partial<Period>): Promise<readonly AgentActivity[]>
  /** Decisions per hour or per minute, oldest first; without empty ones. */
  ticks(period: Pick<Period, 'since' | 'until'>, each: 'hour' | 'minute'): Promise<readonly Tick[]>
  /** The decisions of a period, counted by decision, event and tool. */
  figures(period: Period): Promise<readonly Figure[]>
  counts(): Promise<Readonly<Record<NewEntry['kind'], number>>>
  /**
   * Removes the oldest entries up to the first that was chained later, and session values of the same age. With
   * `upTo`, no entry after that sequence number.
   */
  prune(before: number, upTo?: number): Promise<number>
  /** Removes the cursor of a deleted spool file. */
  forget(source: string): Promise<void>
  note(incident: Incident): Promise<void>
  notes(): Promise<readonly Incident[]>
}
