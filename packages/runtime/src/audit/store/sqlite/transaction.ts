import type { Sql } from './driver.ts'

/** Taking the write lock at once: a transaction that first reads and then writes could not wait for its turn. */
export const inTransaction = <T>(sql: Sql, work: () => T): T => between(sql, 'BEGIN IMMEDIATE', work)

/** Everything that is read in it belongs together. */
export const inSnapshot = <T>(sql: Sql, work: () => T): T => between(sql, 'BEGIN', work)

function between<T>(sql: Sql, begin: string, work: () => T): T {
  sql.exec(begin)
  try {
    const result = work()
    sql.exec('COMMIT')
    return result
  } catch (error) {
    try {
      sql.exec('ROLLBACK')
    } catch {
      // After some errors SQLite has already done so.
    }
    throw error
  }
}
