import { join } from 'node:path'
import type { Modules } from '../config/cache.ts'
import type { Own, Settings } from '../config/settings.ts'
import type { Announcement } from '../engine/notices.ts'
import type { OwnWorld } from '../own/world.ts'
import type { Registry } from '../registry/registry.ts'
import type { Place } from '../state/place.ts'
import type { Scope } from './installs.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Everything here costs nothing in a project whose users have added no hooks of their own. */

/** The built-in hooks and those of the users. */
export function withOwn(base: Registry, own: Own | undefined, world: OwnWorld): Registry {
  if (own === undefined) return base
  return {
    catalogue: [...base.catalogue, ...own.hooks.map(({ entry }) => entry)],
    async load(id) {
      const hook = own.hooks.find(({ entry }) => entry.id === id)
      return hook === undefined ? base.load(id) : (await import('../own/load.ts')).loadOwn(hook, own, world)
    },
  }
}

/** Hooks that are files of the project. Which of them are trusted may have changed when one of the stamps has. */
export const modulesOf = (root: string, { directory }: Place, env: Env): Modules => ({
  stamps: [join(directory, 'trust.json'), join(root, '.holdpoint/hooks')],
  async load() {
    const { knownModules } = await import('../own/module/known.ts')
    return knownModules(root, directory)
  },
  async scripts(own) {
    const { scriptsOf } = await import('../own/scripts.ts')
    return scriptsOf(own, root, env)
  },
})

/** Who clones a repository is told once that it brings hooks that wait for a word of trust. */
export async function trustAnnouncements(own: Own | undefined, world: OwnWorld): Promise<readonly Announcement[]> {
  if (own?.needsTrust !== true) return []
  return (await import('../own/load.ts')).untrustedAnnouncements(own, world)
}

interface AsTrusted {
  readonly settings: Settings
  readonly untrusted: readonly Announcement[]
}

/**
 * Whoever installs us in a project wants what its files say. An install for all projects must not start programs, or
 * send anything, because a repository that was just cloned says so.
 */
export async function asTrusted(settings: Settings, from: Scope | undefined, world: OwnWorld): Promise<AsTrusted> {
  const { untrusted } = settings
  if (untrusted === undefined || (from !== 'user' && from !== 'plugin')) return { settings, untrusted: [] }
  const { itemOfProject, trustOf } = await import('../own/trust.ts')
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
