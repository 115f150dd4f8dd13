import { randomUUID } from 'node:crypto'
import type { Database } from '../../packages/server/src/database/database.ts'
import { migrate } from '../../packages/server/src/database/migrate.ts'
import { openPostgres } from '../../packages/server/src/database/postgres.ts'
import { postgresStore } from '../../packages/server/src/store/store.ts'
import { storeContract, type Open } from '../store/contract.ts'
import { startPostgres, type Postgres } from './support/postgres.ts'

let postgres: Postgres
const pools: Record<'url' | 'bouncer', Database[]> = { url: [], bouncer: [] }

beforeAll(async () => {
  postgres = await startPostgres()
  for (const way of ['url', 'bouncer'] as const) {
    pools[way] = await Promise.all([openPostgres(postgres[way]), openPostgres(postgres[way])])
    await migrate(pools[way][0] as Database)
  }
}, 120_000)
afterAll(async () => {
  for (const database of [...pools.url, ...pools.bouncer]) await database.close()
  await postgres.stop()
}, 60_000)

/** A store that is opened again has connections of its own, as another copy of the server has. */
const over =
  (way: 'url' | 'bouncer'): Open =>
  async (now) => {
    const name = randomUUID()
    const [database, other] = pools[way] as [Database, Database]
    return {
      store: postgresStore({ database, name, now }),
      again: async () => postgresStore({ database: other, name, now }),
    }
  }

storeContract('PostgreSQL', over('url'))
storeContract('PostgreSQL through PgBouncer in transaction mode', over('bouncer'))
