import type { OwnHook } from '@holdpoint/engine'
import { readTrust, type TrustStore } from '../trust-store.ts'
import type { ModuleMeta } from './built.ts'
import { hookTree, HOOKS_DIRECTORY } from './tree.ts'

/**
 * Every hook that is a file of the project. A trusted hook's description was recorded when it was trusted. A hook that
 * was never trusted is listed without events, so that it never runs but can be named.
 */
export function knownModules(root: string, directory: string): readonly OwnHook[] {
  const tree = hookTree(root)
  const store = readTrust({ root, directory })
  // While the directory is unreadable, its trusted hooks must not disappear: they fail, by their own failure setting.
  const lost = tree.problem === undefined ? [] : grantedNames(store)
  return [...new Set([...Object.keys(tree.hooks), ...lost])].map((name) => {
    const file = `${HOOKS_DIRECTORY}/${tree.hooks[name] ?? `${name}.ts`}`
    const { entry, summary, options } = metaOf(name, tree.digest, store) ?? unknown(name)
    return {
      entry,
      summary,
      layer: 'project',
      definition: { type: 'module', file, ...(options !== undefined && { options }) },
    }
  })
}

/** From the current files if they are trusted; else from the last trusted version. */
function metaOf(name: string, digest: string, { grants }: TrustStore): ModuleMeta | undefined {
  const own = (grants[`own/${name}`] ?? []).flatMap(({ module }) => (module === undefined ? [] : [module]))
  return (own.find(({ tree }) => tree === digest) ?? own.at(-1))?.meta
}

const grantedNames = ({ grants }: TrustStore): readonly string[] =>
  Object.entries(grants).flatMap(([id, list]) => (list.some(({ module }) => module !== undefined) ? [id.slice(4)] : []))

const unknown = (name: string): ModuleMeta => ({
  entry: {
    id: `own/${name}`,
    on: [],
    role: 'gate',
    onError: 'open',
    timeoutMs: 10_000,
    enabledBy: 'preset',
    aliases: [],
    ownLayer: 'project',
  },
  summary: 'Not trusted yet, so its summary is unknown.',
})
