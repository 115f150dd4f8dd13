import { existsSync } from 'node:fs'
import { withAudit, hasAudit, type Audit } from '@holdpoint/runtime/audit'
import { isTrusted, type Place } from '@holdpoint/runtime/system'
import { Refused } from './failure.ts'

/** The source of all data: one project, and nothing else. */
export interface Source {
  readonly root: string
  readonly place: Place
  readonly env: Readonly<Record<string, string | undefined>>
  /** The path of the program itself, which the analysis of a command must not open. */
  readonly program: string | undefined
  /** What a command to be typed needs at its end: nothing, or `--project …`. */
  readonly suffix: string
  readonly startedAt: Date
  now(): Date
  /** Throws when another user could have written the directory. */
  trust(): void
  /** The audit, up to date. Undefined when there are no decisions yet. */
  audit<T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined>
}

export const openTrust =
  ({ place, env }: Pick<Source, 'place' | 'env'>): Source['trust'] =>
  () => {
    const { directory } = place
    // The server outlives cached facts about a directory.
    if (!existsSync(directory) || isTrusted({ ...place }, env)) return
    throw new Refused(
      503,
      `Other users can write to ${directory}, so Holdpoint does not trust it.`,
      'Run `holdpoint doctor`.',
    )
  }

/**
 * One reader of the audit at a time: rebuilding a database from the spool takes long, and ten requests that all rebuild
 * it take ten times as long.
 */
export function openAudit({ place, now, trust }: Pick<Source, 'place' | 'now' | 'trust'>): Source['audit'] {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined> => {
    const turn = last.then(() => readAudit(work))
    last = turn.catch(() => undefined)
    return turn
  }

  async function readAudit<T>(work: (audit: Audit) => Promise<T>): Promise<T | undefined> {
    trust()
    const { directory } = place
    return hasAudit(directory) ? withAudit(directory, { now: now() }, work) : undefined
  }
}
