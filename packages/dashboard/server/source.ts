import { existsSync } from 'node:fs'
import { withAudit, hasAudit, type Audit } from '@holdpoint/runtime/audit'
import { isTrusted, type Place } from '@holdpoint/runtime/system'
import { Refused } from './failure.ts'

/** Where everything that is told comes from: one project, and nothing else. */
export interface Source {
  readonly root: string
  readonly place: Place
  readonly env: Readonly<Record<string, string | undefined>>
  /** The program itself, which a command that is read again must not look into. */
  readonly program: string | undefined
  /** What a command to be typed needs at its end: nothing, or `--project …`. */
  readonly suffix: string
  readonly startedAt: Date
  now(): Date
  /** Throws when others could have written what lies there. */
  trust(): void
  /** The audit, brought up to date. Undefined when nothing has been decided yet. */
  audit<T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined>
}

export const openTrust =
  ({ place, env }: Pick<Source, 'place' | 'env'>): Source['trust'] =>
  () => {
    const { directory } = place
    // A page lives longer than what is known of a place.
    if (!existsSync(directory) || isTrusted({ ...place }, env)) return
    throw new Refused(503, `${directory} can be changed by others, so nothing in it counts.`, 'Run: holdpoint doctor')
  }

/**
 * One look into the audit at a time: a database that has to be made again from the spool takes long, and ten requests
 * that all do the same take ten times as long.
 */
export function openAudit({ place, now, trust }: Pick<Source, 'place' | 'now' | 'trust'>): Source['audit'] {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined> => {
    const turn = last.then(() => look(work))
    last = turn.catch(() => undefined)
    return turn
  }

  async function look<T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined> {
    trust()
    const { directory } = place
    return hasAudit(directory) ? withAudit(directory, { now: now() }, work) : undefined
  }
}
