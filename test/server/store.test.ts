import { randomUUID } from 'node:crypto'
import { postgresStore } from '../../packages/server/src/store/store.ts'
import { storeContract } from '../store/contract.ts'
import { aDatabase } from './support/team.ts'

/** On a busy machine the embedded database takes long to start. */
beforeAll(aDatabase, 120_000)

storeContract('PGlite', async (now) => {
  const [database, name] = [await aDatabase(), randomUUID()]
  const again = async () => postgresStore({ database, name, now })
  return { store: await again(), again }
})
