import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf, isObject } from '@holdpoint/engine'
import { withLock } from '../system/files/lock.ts'
import { isWithin } from '@holdpoint/shell'
import { readText, realPath } from '../system/files/read.ts'
import { isPrivateDirectory, writeAtomic } from '../system/files/write.ts'
import { mainWorkTree } from '../system/git/worktree.ts'
import type { ModuleMeta } from './module/built.ts'
import type { TrustedFile } from './trust-files.ts'

/** One grant of trust: for this definition with these files only. */
export interface Grant {
  readonly digest: string
  /** When it was granted, as an ISO date. */
  readonly at: string
  readonly definition: unknown
  readonly files: readonly TrustedFile[]
  /** Only for a hook that is a file of the project. */
  readonly module?: GrantedModule
}

export interface GrantedModule {
  /** Identifies the build that was trusted. */
  readonly tree: string
  readonly meta: ModuleMeta
}

export interface TrustStore {
  /** By id, newest last. */
  readonly grants: Readonly<Record<string, readonly Grant[]>>
  /** Why nothing is trusted although there is a file. */
  readonly problem?: string
}

/** The state directory of a project, which linked work trees share. */
export interface TrustPlace {
  readonly root: string
  readonly directory: string
}

const VERSION = 1
const MAX_BYTES = 16 << 20
const LOCK_WAIT_MS = 5_000
/** How many versions of one item are trusted at a time, for branches and work trees that differ. */
const MAX_GRANTS = 8

export const trustFile = (directory: string): string => join(directory, 'trust.json')

const NOTHING: TrustStore = { grants: {} }

export function readTrust({ root, directory }: TrustPlace): TrustStore {
  const file = trustFile(directory)
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return NOTHING
    const problem = whyNotOwned(stat, process.getuid?.())
    if (problem !== undefined) return untrusted(file, problem)
    if (!isPrivateDirectory(directory) || !isPrivateDirectory(dirname(directory))) {
      return untrusted(file, 'its directory belongs to another user, or other users can write it')
    }
    const project = mainWorkTree(root)
    if ([project, realPath(root)].some((own) => isWithin(realPath(directory), own) && !holdsHome(own))) {
      return untrusted(file, 'it lies in the project itself')
    }
    return parsed(readText(file, MAX_BYTES) ?? '', file, project)
  } catch (error) {
    return untrusted(file, messageOf(error))
  }
}

/**
 * A repository's settings can set the state directory to one that the repository contains. State inside the project is
 * accepted only when the project is the user's home or contains it.
 */
function holdsHome(project: string): boolean {
  try {
    return isWithin(realPath(userInfo().homedir), project)
  } catch {
    // The system has no user with this uid.
    return false
  }
}

/** Why a file cannot be trusted to be the user's own. */
export function whyNotOwned(
  stat: { readonly uid: number; readonly mode: number; isFile(): boolean },
  uid: number | undefined,
): string | undefined {
  if (!stat.isFile()) return 'it is no regular file'
  if (uid !== undefined && stat.uid !== uid) return 'it belongs to another user'
  return (stat.mode & 0o022) === 0 ? undefined : 'other users can write it'
}

const untrusted = (file: string, why: string): TrustStore => ({
  grants: {},
  problem: `${file} is not used, so nothing in this project is trusted: ${why}.`,
})

function parsed(text: string, file: string, project: string): TrustStore {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return untrusted(file, 'it is damaged')
  }
  if (!isObject(value) || !isObject(value['grants'])) return untrusted(file, 'it is damaged')
  if (value['version'] !== VERSION) return untrusted(file, 'it was written by another version')
  if (value['project'] !== project) return untrusted(file, 'it speaks of another project')
  const grants = Object.entries(value['grants'])
  if (!grants.every(([, list]) => Array.isArray(list) && list.every(isGrant))) return untrusted(file, 'it is damaged')
  return { grants: Object.fromEntries(grants) as TrustStore['grants'] }
}

const isGrant = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['digest'] === 'string' &&
  typeof value['at'] === 'string' &&
  Array.isArray(value['files']) &&
  value['files'].every((file) => isObject(file) && typeof file['path'] === 'string') &&
  (value['module'] === undefined || isModule(value['module']))

const isModule = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['tree'] === 'string' &&
  isObject(value['meta']) &&
  isObject(value['meta']['entry']) &&
  Array.isArray(value['meta']['entry']['on'])

/** The directory has to exist and be private. An invalid store is overwritten. */
export function changeTrust(place: TrustPlace, change: (old: TrustStore['grants']) => TrustStore['grants']): void {
  const file = trustFile(place.directory)
  withLock(`${file}.lock`, LOCK_WAIT_MS, () => {
    const next = Object.entries(change(readTrust(place).grants)).filter(([, list]) => list.length > 0)
    const grants = Object.fromEntries(next)
    writeAtomic(
      file,
      `${JSON.stringify({ version: VERSION, project: mainWorkTree(place.root), grants }, undefined, 1)}\n`,
    )
  })
}

export const withGrant = (grants: TrustStore['grants'], id: string, grant: Grant): TrustStore['grants'] => ({
  ...grants,
  [id]: [...(grants[id] ?? []).filter(({ digest }) => digest !== grant.digest), grant].slice(-MAX_GRANTS),
})
