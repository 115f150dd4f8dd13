import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../files/alive.ts'
import { readText } from '../files/read.ts'
import { createExclusive, ensurePrivateDirectory } from '../files/write.ts'

/**
 * A program that a hook starts may start an agent, whose hooks would call us again, without end. Such a program
 * gets the name of a file that exists only while its hook runs. A fixed value would not do: a repository's
 * settings can set variables, and so could switch every hook off.
 */
export const REENTRY_VARIABLE = 'HOLDPOINT_PARENT'

const folderIn = (home: string): string => join(home, 'running')

let token: { readonly name: string; readonly path: string } | undefined

/** The token for children of this process; made when the first child is started. */
export function childToken(home: string): string {
  if (token === undefined) {
    const name = `${process.pid}-${Math.random().toString(36).slice(2)}`
    ensurePrivateDirectory(folderIn(home))
    token = { name, path: join(folderIn(home), name) }
    createExclusive(token.path, String(process.pid))
  }
  return token.name
}

export function endChildToken(): void {
  if (token !== undefined) rmSync(token.path, { force: true })
  token = undefined
}

/** Whether this process was started, directly or not, by a hook that is still running. */
export function isReentrant(name: string | undefined, home: string): boolean {
  if (name === undefined || !/^[a-z0-9-]{3,64}$/.test(name)) return false
  const pid = Number(readText(join(folderIn(home), name)))
  return pid > 0 && isAlive(pid)
}
