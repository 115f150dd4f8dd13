import { dirname, join } from 'node:path'
import { openDatabase, openIfThere, openInMemory, setAside } from './sqlite/database.ts'
import { loadDriver, type Driver } from './sqlite/driver.ts'
import { sqliteStore } from './sqlite/sqlite.ts'
import type { Store } from './store.ts'

export const databaseFile = (projectDirectory: string): string => join(projectDirectory, 'audit.db')

/** Beside the directories of all projects. */
const userFile = (projectDirectory: string): string => join(dirname(projectDirectory), 'user.db')

export interface OpenedStore {
  readonly store: Store
  /** The new path of a damaged database; its replacement is empty. */
  readonly setAside?: string
}

/** Opens the store of a project, and creates it when there is none yet. */
export async function openStore(projectDirectory: string, given?: Driver): Promise<OpenedStore> {
  const driver = given ?? (await loadDriver())
  const { sql, ...rest } = openDatabase(databaseFile(projectDirectory), driver)
  const user = (): typeof sql => openDatabase(userFile(projectDirectory), driver).sql
  return { store: sqliteStore({ project: sql, user }), ...rest }
}

/** Undefined when there is none. A damaged one is left unchanged, and throws. */
export async function openStoreIfThere(projectDirectory: string): Promise<Store | undefined> {
  const driver = await loadDriver()
  const sql = openIfThere(databaseFile(projectDirectory), driver)
  const user = (): never => {
    throw new Error('values of the user are not open')
  }
  return sql === undefined ? undefined : sqliteStore({ project: sql, user })
}

/** In memory; for reading when the state directory is read-only. */
export async function openStoreInMemory(): Promise<Store> {
  const driver = await loadDriver()
  return sqliteStore({ project: openInMemory(driver), user: () => openInMemory(driver) })
}

/** For a database that turned out to be damaged while in use; returns its new path, unless it is valid after all. */
export const setStoreAside = async (projectDirectory: string): Promise<string | undefined> =>
  setAside(databaseFile(projectDirectory), await loadDriver())
