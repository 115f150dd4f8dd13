import { basename } from 'node:path'
import { VERSION } from '@holdpoint/runtime'
import { HOSTS, loadHost } from '@holdpoint/hosts'
import { configurationIn } from '@holdpoint/runtime/inspect'
import { DECISIONS } from '@holdpoint/engine'
import { builtIn } from '@holdpoint/packs'
import type { About } from '../api.ts'
import type { Source } from './source.ts'

export async function about({ root, env, startedAt, now }: Source): Promise<About> {
  return {
    version: VERSION,
    project: { name: basename(root) || root, root },
    now: now().toISOString(),
    startedAt: startedAt.toISOString(),
    words: {
      decisions: DECISIONS,
      events: await eventNames(),
      hooks: (await catalogue(root, env)).map(({ id }) => id),
    },
  }
}

/** The events of every agent, those of Claude Code first. */
const eventNames = async (): Promise<readonly string[]> => {
  const all = await Promise.all(HOSTS.map(({ id }) => loadHost(id)))
  return [...new Set(all.flatMap((host) => host.events()))]
}

/** An unreadable configuration must not make the page unavailable. */
const catalogue = (root: string, env: Source['env']): Promise<readonly { readonly id: string }[]> =>
  configurationIn(root, env).then(
    (compiled) => compiled.catalogue,
    () => builtIn.catalogue,
  )
