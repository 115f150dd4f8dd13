import { decodeLine } from '../audit/decode.ts'
import type { Entry, NewEntry } from '../audit/store/log.ts'
import { HOUR_MS, tally, type DecisionTally, type SessionTally } from '../audit/store/tally.ts'

/** Counts of a batch, per hour. They hold no command, no file and no text of a hook. */
export interface Figures {
  readonly decisions: readonly Readonly<DecisionTally>[]
  readonly sessions: readonly Readonly<SessionTally>[]
  readonly hooks: readonly HookTally[]
  /** The time of the latest entry. */
  readonly lastAt?: number
}

/** For one hour: how often one hook decided something other than pass, by the id of its message. */
export interface HookTally {
  readonly hour: number
  readonly hook: string
  readonly message: string
  readonly decision: string
  number: number
}

/** `withNames`: also the names of sub-agents, which users choose. */
export function figuresOf(entries: readonly Entry[], withNames: boolean): Figures {
  const counted = entries.map(({ agent, ...entry }) => (withNames && agent !== undefined ? { ...entry, agent } : entry))
  const times = entries.flatMap(({ at = [] }) => at)
  const lastAt = times.length === 0 ? undefined : times.reduce((latest, at) => Math.max(latest, at))
  return { ...tally(counted), hooks: hookTallies(entries), ...(lastAt !== undefined && { lastAt }) }
}

function hookTallies(entries: readonly Entry[]): readonly HookTally[] {
  const found = new Map<string, HookTally>()
  for (const { at, line, encoding } of entries.filter(isNotable)) {
    const record = encoding === 'utf8' ? decodeLine(line) : undefined
    for (const { id, messageId = '', decision } of record?.hooks ?? []) {
      if (decision === 'pass' || at === undefined) continue
      const kind = { hour: Math.floor(at / HOUR_MS), hook: id, message: messageId, decision }
      const key = JSON.stringify(kind)
      const one = found.get(key) ?? { ...kind, number: 0 }
      one.number += 1
      found.set(key, one)
    }
  }
  return [...found.values()]
}

/** A decision other than pass, or trouble. */
export const isNotable = ({ decision, trouble }: Pick<NewEntry, 'decision' | 'trouble'>): boolean =>
  (decision !== undefined && decision !== 'pass') || trouble === true
