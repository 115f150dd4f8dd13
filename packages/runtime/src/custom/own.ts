import { join } from 'node:path'
import { type Modules, withLoosening, type Loosening, type Own, type Settings } from '@holdpoint/engine/policy'
import type { Announcement, Env } from '@holdpoint/engine'
import type { OwnWorld } from './world.ts'
import type { Registry } from '@holdpoint/packs'
import type { Place } from '../system/state/place.ts'
import { isForAll, type Scope } from '../installs.ts'

/** Projects without custom hooks pay nothing for this module. */

/** The built-in hooks and the custom hooks. */
export function withOwn(base: Registry, own: Own | undefined, world: OwnWorld): Registry {
  if (own === undefined) return base
  return {
    catalogue: [...base.catalogue, ...own.hooks.map(({ entry }) => entry)],
    async load(id) {
      const hook = own.hooks.find(({ entry }) => entry.id === id)
      return hook === undefined ? base.load(id) : (await import('./load.ts')).loadOwn(hook, own, world)
    },
  }
}

/** Hooks that are files of the project. A changed stamp means that their trust has to be checked again. */
export const modulesOf = (root: string, { directory }: Place, env: Env): Modules => ({
  stamps: [join(directory, 'trust.json'), join(root, '.holdpoint/hooks')],
  async load() {
    const { knownModules } = await import('./module/known.ts')
    return knownModules(root, directory)
  },
  async scripts(own) {
    const { scriptsOf } = await import('./scripts.ts')
    return scriptsOf(own, root, env)
  },
})

/** A user who clones a repository sees one notice that it contains hooks which need trust. */
export async function trustAnnouncements(own: Own | undefined, world: OwnWorld): Promise<readonly Announcement[]> {
  if (own?.needsTrust !== true) return []
  return (await import('./load.ts')).untrustedAnnouncements(own, world)
}

interface AsTrusted {
  readonly settings: Settings
  readonly untrusted: readonly Announcement[]
}

/** The settings without what the user has not trusted in the project's files, and notices about the ignored parts. */
export async function asTrusted(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const first = await withTrustedLoosening(settings, from, world)
  const then = await withTrustedHooks(first.settings, from, world)
  return { settings: then.settings, untrusted: [...first.untrusted, ...then.untrusted] }
}

/**
 * A user who installs Holdpoint in a project accepts the project's files. With a user-wide install, a repository that
 * was just cloned must not be able to start programs or send data.
 */
async function withTrustedHooks(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const { untrusted } = settings
  if (untrusted === undefined || !isUsers(from)) return { settings, untrusted: [] }
  const { itemOfProject, trustOf } = await import('./trust.ts')
  const item = itemOfProject(settings)
  if (item === undefined || trustOf(item, world) === 'granted') return { settings, untrusted: [] }
  const names = Object.keys(untrusted).join(', ')
  const text =
    `holdpoint: this project’s files switch on ${names}, which run its programs or send data. ` +
    'You have not trusted that, so it is left out. Look at it with `holdpoint trust`.'
  return {
    settings: { ...settings, hooks: { ...settings.hooks, ...untrusted } },
    untrusted: [{ key: `trust:${names}`, text }],
  }
}

const isUsers = (from: Scope | undefined): boolean => from === 'user' || from === 'plugin'

/** A repository can only tighten what the user has set. Where the user has set nothing, its files apply. */
async function withTrustedLoosening(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const { loosening } = settings
  if (loosening === undefined) return { settings, untrusted: [] }
  if (await mayLoosen(settings, from, world)) return { settings: withLoosening(settings), untrusted: [] }
  const names = Object.keys(loosening.changes)
  const list = names.slice(0, 3).map((name) => `${name} (${briefly(loosening.changes[name] ?? '')})`)
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  const text =
    `holdpoint: this repository’s configuration would loosen your settings; this is ignored: ${list.join(', ')}${more}. ` +
    'Review it with `holdpoint trust`.'
  return { settings, untrusted: [{ key: `loosening:${JSON.stringify(loosening.changes)}`, text }] }
}

/** The text comes from a repository, so it is limited to one short line. */
function briefly(change: string): string {
  const line = change.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** Whether the repository may loosen settings here. Commands do not know `from`: then every install counts. */
export async function mayLoosen(
  settings: Settings,
  from: Scope | undefined,
  place: Pick<OwnWorld, 'root' | 'env' | 'directory'>,
): Promise<boolean> {
  const { loosening } = settings
  if (loosening === undefined) return true
  if (!looseningNeedsTrust(loosening, from, place)) return true
  const { itemOfLoosening, trustOf } = await import('./trust.ts')
  const item = itemOfLoosening(settings)
  return item === undefined || trustOf(item, place) === 'granted'
}

/** Only the repository's own install exists, with no user or machine configuration: its files apply unchanged. */
export const looseningNeedsTrust = (
  { overrules }: Loosening,
  from: Scope | undefined,
  { root, env }: Pick<OwnWorld, 'root' | 'env'>,
): boolean => overrules || isUsers(from) || isForAll(root, env)
