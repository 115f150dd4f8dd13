import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../packages/runtime/src/audit/store/sqlite/database.ts'
import { libsqlDriver, nodeDriver, type Driver } from '../../packages/runtime/src/audit/store/sqlite/driver.ts'
import { sqliteStore } from '../../packages/runtime/src/audit/store/sqlite/sqlite.ts'
import type { Store } from '../../packages/runtime/src/audit/store/store.ts'
import { aDirectory } from '../process/support/temporary.ts'
import { storeContract, type Open } from './contract.ts'
import { memoryStore } from './support/memory-store.ts'

const onDisk =
  (driver: Driver): Open =>
  async (now) => {
    const { path } = aDirectory()
    const again = async (): Promise<Store> => {
      const file = (name: string): ReturnType<typeof openDatabase>['sql'] => openDatabase(join(path, name), driver).sql
      const store = sqliteStore({ project: file('audit.db'), user: () => file('user.db'), now })
      onTestFinished(store.close)
      return store
    }
    return { store: await again(), again }
  }

storeContract('in memory', async (now) => {
  const store = memoryStore(now)
  return { store, again: async () => store }
})
storeContract('SQLite by libsql', onDisk(await libsqlDriver()))

// Only where this Node has one; then it is what our users get.
const builtIn = nodeDriver()
if (builtIn !== undefined) storeContract('SQLite of Node', onDisk(builtIn))
