import { lstatSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { withLock } from '../../../system/files/lock.ts'
import { listNames } from '../../../system/files/read.ts'
import { besideOf, createExclusive, ensurePrivateDirectory } from '../../../system/files/write.ts'
import type { Driver, Sql } from './driver.ts'
import { migrate, MIGRATIONS } from './migrations.ts'
import { Damaged, isDamaged } from './problems.ts'

/** Identifies a Holdpoint database: "hold" in ASCII. */
const APPLICATION_ID = 0x686f6c64
const LOCK_WAIT_MS = 5_000
const BUSY_MS = 15_000

export interface Opened {
  readonly sql: Sql
  /** The new path of a damaged database that was moved away. */
  readonly setAside?: string
}

/** Opens the database, creates it when there is none, and moves a damaged one away. */
export function openDatabase(file: string, driver: Driver): Opened {
  try {
    return { sql: openExisting(file, driver) }
  } catch (error) {
    if (error !== ABSENT && !isDamaged(error)) throw error
  }
  ensurePrivateDirectory(dirname(file))
  return withLock(`${file}.lock`, LOCK_WAIT_MS, () => {
    try {
      // Another process may have created it first.
      return { sql: openExisting(file, driver) }
    } catch (error) {
      if (error === ABSENT) return { sql: create(file, driver) }
      if (!isDamaged(error)) throw error
      const setAside = moveAway(file)
      return { sql: create(file, driver), setAside }
    }
  })
}

/** Undefined when there is none. Throws when it is damaged, and leaves it unchanged. */
export function openIfThere(file: string, driver: Driver): Sql | undefined {
  try {
    return openExisting(file, driver)
  } catch (error) {
    if (error === ABSENT) return undefined
    throw error
  }
}

export function openInMemory(driver: Driver): Sql {
  const sql = driver.open(':memory:')
  migrate(sql)
  return sql
}

/** For a database that turned out to be damaged while in use. Undefined when it is valid after all. */
export function setAside(file: string, driver: Driver): string | undefined {
  return withLock(`${file}.lock`, LOCK_WAIT_MS, () => (isSound(file, driver) ? undefined : moveAway(file)))
}

const ABSENT = new Error('there is no database')

function openExisting(file: string, driver: Driver): Sql {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw ABSENT
  // Holdpoint never leaves an empty file: a new database is renamed into place when it is complete.
  if (!stat.isFile() || stat.size === 0) throw new Damaged(`${file} is not a database`)
  const sql = driver.open(file)
  try {
    sql.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA synchronous = NORMAL`)
    if (sql.all('PRAGMA application_id')[0]?.['application_id'] !== APPLICATION_ID) {
      throw new Damaged(`${file} is not a database of holdpoint`)
    }
    migrate(sql)
    return sql
  } catch (error) {
    sql.close()
    throw error
  }
}

/** Created under another name and renamed into place, so that no process sees an incomplete database. */
function create(file: string, driver: Driver): Sql {
  removeLeftovers(file)
  const fresh = besideOf(file, 'new')
  createExclusive(fresh, '')
  const sql = driver.open(fresh)
  try {
    sql.exec(NEW)
  } finally {
    sql.close()
  }
  renameSync(fresh, file)
  return openExisting(file, driver)
}

/**
 * One script: libsql keeps a prepared statement, and with it the write-ahead log, open after closing.
 * After a power cut the next process finds the file damaged and rebuilds it, so no fsync is needed.
 */
const NEW = `
  PRAGMA synchronous = OFF;
  PRAGMA auto_vacuum = INCREMENTAL;
  PRAGMA application_id = ${APPLICATION_ID};
  BEGIN;
  ${MIGRATIONS.join('\n')}
  PRAGMA user_version = ${MIGRATIONS.length};
  COMMIT;
  PRAGMA journal_mode = WAL;`

/** A write-ahead log that outlived its database would be applied to the new one. */
function removeLeftovers(file: string): void {
  const name = basename(file)
  const isLeftover = (other: string): boolean =>
    other === `${name}-wal` || other === `${name}-shm` || (other.startsWith(`${name}.`) && /\.new\b/.test(other))
  for (const other of listNames(dirname(file)).filter(isLeftover)) {
    rmSync(join(dirname(file), other), { recursive: true, force: true })
  }
}

function isSound(file: string, driver: Driver): boolean {
  let sql: Sql | undefined
  try {
    sql = openExisting(file, driver)
    return sql.all('PRAGMA quick_check(1)')[0]?.['quick_check'] === 'ok'
  } catch (error) {
    if (error === ABSENT || isDamaged(error)) return error === ABSENT
    throw error
  } finally {
    sql?.close()
  }
}

function moveAway(file: string): string {
  const wanted = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
  const aside = isThere(wanted) ? besideOf(wanted, 'db') : wanted
  for (const ending of ['-shm', '-wal', '']) {
    if (isThere(file + ending)) renameSync(file + ending, aside + ending)
  }
  return aside
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
