import { join } from 'node:path'
import { type Modules, withLoosening, type Loosening, type Own, type Settings } from '@holdpoint/engine/policy'
import type { Announcement, Env } from '@holdpoint/engine'
import type { OwnWorld } from './custom/world.ts'
import type { Registry } from '@holdpoint/packs'
import type { Place } from './system/state/place.ts'
import { isForAll, type Scope } from './installs.ts'

/** Everything here costs nothing in a project whose users have added no hooks of their own. */

/** The built-in hooks and those of the users. */
export function withOwn(base: Registry, own: Own | undefined, world: OwnWorld): Registry {
  if (own === undefined) return base
  return {
    catalogue: [...base.catalogue, ...own.hooks.map(({ entry }) => entry)],
    async load(id) {
      const hook = own.hooks.find(({ entry }) => entry.id === id)
      return hook === undefined ? base.load(id) : (await import('./custom/load.ts')).loadOwn(hook, own, world)
    },
  }
}

/** Hooks that are files of the project. Which of them are trusted may have changed when one of the stamps has. */
export const modulesOf = (root: string, { directory }: Place, env: Env): Modules => ({
  stamps: [join(directory, 'trust.json'), join(root, '.holdpoint/hooks')],
  async load() {
    const { knownModules } = await import('./custom/module/known.ts')
    return knownModules(root, directory)
  },
  async scripts(own) {
    const { scriptsOf } = await import('./custom/scripts.ts')
    return scriptsOf(own, root, env)
  },
})

/** Who clones a repository is told once that it brings hooks that wait for a word of trust. */
export async function trustAnnouncements(own: Own | undefined, world: OwnWorld): Promise<readonly Announcement[]> {
  if (own?.needsTrust !== true) return []
  return (await import('./custom/load.ts')).untrustedAnnouncements(own, world)
}

interface AsTrusted {
  readonly settings: Settings
  readonly untrusted: readonly Announcement[]
}

/** The settings as far as the user trusts what the project's files want, and what the user should hear about the rest. */
export async function asTrusted(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const first = await withTrustedLoosening(settings, from, world)
  const then = await withTrustedHooks(first.settings, from, world)
  return { settings: then.settings, untrusted: [...first.untrusted, ...then.untrusted] }
}

/**
 * Whoever installs us in a project wants what its files say. An install for all projects must not start programs, or
 * send anything, because a repository that was just cloned says so.
 */
async function withTrustedHooks(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const { untrusted } = settings
  if (untrusted === undefined || !isUsers(from)) return { settings, untrusted: [] }
  const { itemOfProject, trustOf } = await import('./custom/trust.ts')
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

/** A repository only tightens what its user has set. Where its user has set nothing, its files are the policy. */
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

/** A repository wrote it, so it must not become a speech, or more than one line. */
function briefly(change: string): string {
  const line = change.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** Whether what the repository loosens holds here. `from` is unknown to commands: then every install counts. */
export async function mayLoosen(
  settings: Settings,
  from: Scope | undefined,
  place: Pick<OwnWorld, 'root' | 'env' | 'directory'>,
): Promise<boolean> {
  const { loosening } = settings
  if (loosening === undefined) return true
  if (!looseningNeedsTrust(loosening, from, place)) return true
  const { itemOfLoosening, trustOf } = await import('./custom/trust.ts')
  const item = itemOfLoosening(settings)
  return item === undefined || trustOf(item, place) === 'granted'
}

/** A repository's own install, beside no configuration of the user or the machine, does what its files say. */
export const looseningNeedsTrust = (
  { overrules }: Loosening,
  from: Scope | undefined,
  { root, env }: Pick<OwnWorld, 'root' | 'env'>,
): boolean => overrules || isUsers(from) || isForAll(root, env)
