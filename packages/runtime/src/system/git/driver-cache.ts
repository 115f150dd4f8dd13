import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { attempt, type Env } from '@holdpoint/engine'
import type { Drivers } from './drivers.ts'

/**
 * Spares a process that answers many events one of the two starts of git for each question. What git's configuration
 * names is valid until one of its files changes, so only repositories are kept whose files are all known: the top of a
 * work tree with a `.git` directory and without includes. Calls with cached drivers are tied to that directory, or git
 * could find another repository, with another configuration, once this one is no longer valid.
 */
export interface DriverCache {
  known(directory: string, env: Env): Drivers | undefined
  /** Called before git reads the configuration. The result takes what git has read. */
  watch(directory: string, env: Env): (settings: readonly Setting[], drivers: Drivers) => void
}

/** A key of git's configuration and where it is set: `file:.git/config`, `command line:`. */
export interface Setting {
  readonly origin: string
  readonly key: string
}

interface Kept {
  readonly stamps: ReadonlyMap<string, string>
  readonly drivers: Drivers
}

const MAX_KEPT = 1_000
/** A file that changes twice within the resolution of its time looks unchanged, so it must have rested for a while. */
const REST_MS = 2_000

export function openDriverCache(): DriverCache {
  const kept = new Map<string, Kept>()
  return {
    known(directory, env) {
      const found = kept.get(keyOf(directory, env))
      if (found === undefined) return undefined
      for (const [file, stamp] of found.stamps) if (stampOf(file) !== stamp) return undefined
      return found.drivers
    },
    watch(directory, env) {
      const before = Date.now() - REST_MS
      const stamps = new Map(filesOf(directory, env).map((file) => [file, stampOf(file, before)]))
      return (settings, drivers) => {
        const origins = new Set(settings.map(({ origin }) => origin))
        const isWhole =
          isDirectory(`${directory}/.git`) &&
          stamps.get(`${directory}/.git/commondir`) === ABSENT &&
          origins.has('file:.git/config') &&
          !settings.some(({ key }) => POINTS_ELSEWHERE.test(key))
        for (const origin of origins) {
          const file = resolve(directory, origin.slice('file:'.length))
          if (origin.startsWith('file:') && !stamps.has(file)) stamps.set(file, stampOf(file, before))
        }
        const known = [...stamps].filter((entry): entry is [string, string] => entry[1] !== undefined)
        if (!isWhole || known.length < stamps.size) return
        if (kept.size >= MAX_KEPT) kept.clear()
        kept.set(keyOf(directory, env), { stamps: new Map(known), drivers })
      }
    },
  }
}

/** Settings that make git read further files, which may not exist yet. */
const POINTS_ELSEWHERE = /^(?:include\.|includeif\.|extensions\.worktreeconfig$)/i

const keyOf = (directory: string, { HOME, XDG_CONFIG_HOME }: Env): string =>
  JSON.stringify([directory, HOME, XDG_CONFIG_HOME])

/** Files that git reads when they exist. It says itself where else the system's configuration is. */
const filesOf = (directory: string, { HOME: home, XDG_CONFIG_HOME: xdg }: Env): readonly string[] => [
  `${directory}/.git/config`,
  `${directory}/.git/commondir`,
  '/etc/gitconfig',
  ...(home === undefined ? [] : [`${home}/.gitconfig`, `${home}/.config/git/config`]),
  ...(xdg === undefined ? [] : [`${xdg}/git/config`]),
]

const ABSENT = 'absent'

/** Undefined: it has changed since `before`, or cannot be examined. */
function stampOf(file: string, before = Infinity): string | undefined {
  return attempt(() => {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return ABSENT
    if (Number(stat.ctimeMs) > before) return undefined
    return [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ')
  })
}

const isDirectory = (path: string): boolean =>
  attempt(() => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true
