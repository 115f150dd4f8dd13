import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { UserError } from '@holdpoint/engine'
import { createExclusive, isAlive } from '@holdpoint/runtime/system'
import type { Database, Rows, Sql, SqlValue } from './database.ts'

/** PostgreSQL inside this process. Without a folder it is in memory. */
export async function openPglite(folder?: string): Promise<Database> {
  const release = folder === undefined ? () => undefined : claim(folder)
  try {
    const pglite = folder === undefined ? await PGlite.create() : await PGlite.create(join(folder, 'database'))
    return {
      kind: 'pglite',
      query: (text, values) => asRows(pglite.query(text, [...(values ?? [])])),
      transaction: (work) => pglite.transaction((transaction) => work(sqlOn(transaction))),
      async script(text) {
        await pglite.exec(text)
      },
      async close() {
        await pglite.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }>
}

const sqlOn = (queryable: Queryable): Sql => ({
  query: (text: string, values: readonly SqlValue[] = []) => asRows(queryable.query(text, [...values])),
})

async function asRows(answer: Promise<{ rows: unknown[]; affectedRows?: number }>): Promise<Rows> {
  const { rows, affectedRows } = await answer
  return { rows: rows as Rows['rows'], count: rows.length > 0 ? rows.length : (affectedRows ?? 0) }
}

/** Two processes on one folder would damage it, and PGlite itself does not notice. */
function claim(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, 'server.pid')
  for (const isRetry of [false, true]) {
    try {
      createExclusive(lock, String(process.pid))
      return () => rmSync(lock, { force: true })
    } catch (error) {
      const holder = Number(readIfAny(lock))
      if (isRetry || (holder > 0 && holder !== process.pid && isAlive(holder)))
        throw new UserError(
          `another holdpoint-server (process ${holder}) uses ${folder}. Stop it, or give another --data folder.`,
          { cause: error },
        )
      rmSync(lock, { force: true })
      mkdirSync(dirname(lock), { recursive: true })
    }
  }
  throw new UserError(`${folder} cannot be claimed.`)
}

function readIfAny(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
