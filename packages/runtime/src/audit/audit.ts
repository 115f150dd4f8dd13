import { existsSync } from 'node:fs'
import { codeOf, messageOf, UserError } from '@holdpoint/engine'
import { LockTimeout } from '../system/files/lock.ts'
import { databaseFile, openStore, openStoreInMemory, setStoreAside } from './store/open.ts'
import { isBusy, isDamaged, isUnwritable } from './store/sqlite/problems.ts'
import type { Store } from './store/store.ts'
import { ingest } from './ingest.ts'
import { spoolFiles } from './read-spool.ts'
import { retire } from './retention.ts'
import { shippedUpTo } from './shipped.ts'

export interface Audit {
  readonly store: Store
  /** How many decisions were waiting in the spool. */
  readonly added: number
  /** Problems of the audit itself, for the user. */
  readonly warnings: readonly string[]
}

export interface AuditOptions {
  readonly now: Date
  readonly retentionDays?: number
}

/** Whether this project has any recorded decision. */
export const hasAudit = (projectDirectory: string): boolean =>
  existsSync(databaseFile(projectDirectory)) || spoolFiles(projectDirectory).length > 0

/**
 * Opens the audit of a project, ingests the spool, and passes it to `work`. A damaged database is set
 * aside and rebuilt from the spool; when the state directory is read-only, the spool is read into memory instead.
 */
export async function withAudit<T>(
  projectDirectory: string,
  options: AuditOptions,
  work: (audit: Audit) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(projectDirectory, options, work)
  } catch (error) {
    // Opening detects most damage; the rest appears only when the damaged page is read.
    const aside = isDamaged(error) ? await setStoreAside(projectDirectory) : undefined
    if (aside !== undefined) return attempt(projectDirectory, options, work, aside)
    if (isBusy(error) || error instanceof LockTimeout) {
      throw new UserError('the audit database is busy; try again in a moment.', { cause: error })
    }
    throw error
  }
}

async function attempt<T>(
  projectDirectory: string,
  options: AuditOptions,
  work: (audit: Audit) => Promise<T>,
  aside?: string,
): Promise<T> {
  const audit = await prepare(projectDirectory, options, aside)
  try {
    return await work(audit)
  } finally {
    await audit.store.close()
  }
}

async function prepare(projectDirectory: string, options: AuditOptions, aside?: string): Promise<Audit> {
  try {
    const { store, setAside = aside } = await openStore(projectDirectory)
    return await orClose(store, async () => {
      const added = await ingest(store, projectDirectory, options.now)
      const shipped = await shippedUpTo(store, projectDirectory)
      await retire(store, projectDirectory, options.now, options.retentionDays, shipped)
      if (setAside === undefined) return { store, added, warnings: [] }
      const text = `The audit database was damaged. It was set aside as ${setAside} and made again from the spool.`
      await store.note({ at: options.now.getTime(), text })
      return { store, added, warnings: [`${text} Decisions: ${added}.`] }
    })
  } catch (error) {
    if (!isUnwritable(error) && !UNWRITABLE.has(codeOf(error) ?? '')) throw error
    const store = await openStoreInMemory()
    const added = await ingest(store, projectDirectory, options.now)
    const text = `Nothing can be written in ${projectDirectory} (${messageOf(error)}); this is read from the spool alone.`
    return { store, added, warnings: [text] }
  }
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

async function orClose<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await store.close()
    throw error
  }
}
