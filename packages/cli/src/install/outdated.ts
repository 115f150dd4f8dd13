import { loadOptions, layerFiles, outdatedIn, readLayer } from '@holdpoint/engine/policy'
import { builtIn } from '@holdpoint/packs'
import { edit, type FileChange } from './change.ts'
import { withoutOutdated } from './config-text.ts'
import type { Env } from '@holdpoint/engine'

/** Rewrites renamed and removed options in every configuration file that belongs to the user or the project. */
export async function rewriteOutdated(root: string, env: Env): Promise<readonly FileChange[]> {
  const known = { catalogue: builtIn.catalogue, options: await loadOptions(builtIn) }
  return layerFiles(root, env).flatMap(({ name, path }) => {
    const read = name === 'managed' ? undefined : readLayer(path)
    const outdated = read === undefined ? [] : outdatedIn(read.layer, known)
    if (outdated.length === 0) return []
    return [edit(path, env, (text) => (text === undefined ? undefined : withoutOutdated(text, outdated)))]
  })
}
