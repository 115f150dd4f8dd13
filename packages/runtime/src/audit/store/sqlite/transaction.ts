import type { Sql } from './driver.ts'

/** Takes the write lock at once: a transaction that reads first and then writes cannot wait for the lock. */
export const inTransaction = <T>(sql: Sql, work: () => T): T => between(sql, 'BEGIN IMMEDIATE', work)

/** All reads in it see the same snapshot. */
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
      // After some errors SQLite has already rolled back.
    }
    throw error
  }
}
