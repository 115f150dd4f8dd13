import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { sha256Hex, type State, type Env } from '@holdpoint/engine'
import { cachedLookup } from '../files/places.ts'
import { ensurePrivateDirectory, isPrivateDirectory } from '../files/write.ts'
import { mainWorkTree } from '../git/worktree.ts'
import { openArea } from './area.ts'

const SESSION_LIFE_MS = 7 * 24 * 3600 * 1000

/** The directory of everything the engine stores for one project; outside the repository, readable by the user only. */
export interface Place {
  readonly directory: string
  readonly key: string
}

export function placeOf(root: string, env: Env): Place {
  const home = stateHome(env)
  return cachedLookup(`place ${root}\0${home}`, () => {
    const key = keyOf(mainWorkTree(root))
    return { key, directory: join(home, key) }
  })
}

/** 16 hex digits that identify a directory without revealing it. */
export const keyOf = (path: string): string => sha256Hex(path).slice(0, 16)

export function stateHome(env: Env): string {
  const { XDG_STATE_HOME: xdg, HOME: home, TMPDIR: tmp } = env
  const base = absolute(xdg) ?? under(absolute(home), '.local/state')
  return base === undefined ? temporaryHome(tmp) : join(base, 'holdpoint')
}

/** Directories that the user is known to own. Checked once per event. */
const sound = new WeakSet<Place>()

/** Creates the directory when needed. Throws when it cannot be made private. */
export function preparePlace(place: Place, env: Env): void {
  if (sound.has(place)) return
  ensurePrivateDirectory(stateHome(env))
  ensurePrivateDirectory(place.directory)
  sound.add(place)
}

/** Whether only the user can have created the content. Without a home, any user may have created the directory. */
export function isTrusted(place: Place, env: Env): boolean {
  const is = sound.has(place) || (isPrivateDirectory(stateHome(env)) && isPrivateDirectory(place.directory))
  if (is) sound.add(place)
  return is
}

export function openState(place: Place, env: Env, session: string): State {
  const guarded = (name: string): ReturnType<typeof openArea> => {
    const area = openArea(`${place.directory}/${name}`)
    return {
      get(key) {
        return isTrusted(place, env) ? area.get(key) : undefined
      },
      update(key, change) {
        preparePlace(place, env)
        return area.update(key, change)
      },
    }
  }
  return { session: guarded(`sessions/${session}`), project: guarded('project') }
}

/** Removes files that sessions left more than a week ago. */
export function pruneSessions(place: Place, now: Date): void {
  const sessions = join(place.directory, 'sessions')
  for (const name of namesIn(sessions)) {
    const path = join(sessions, name)
    // Another session may be cleaning up at the same time.
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (now.getTime() - changedAt > SESSION_LIFE_MS) rmSync(path, { recursive: true, force: true })
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

const temporaryHome = (tmp: string | undefined): string =>
  join(absolute(tmp) ?? '/tmp', `holdpoint-${process.getuid?.() ?? 'user'}`)

const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined

const under = (base: string | undefined, path: string): string | undefined =>
  base === undefined ? undefined : join(base, path)
