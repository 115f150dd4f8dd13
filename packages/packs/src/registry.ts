import { type Hook, type HookEntry, type HookMeta, factsOf, packOf, type Pack } from '@holdpoint/engine'
import { CATALOGUE } from './catalogue.generated.ts'
import { PACKS } from './packs.generated.ts'

export interface Registry {
  readonly catalogue: readonly HookEntry[]
  /** Loads the code of one hook; nothing is loaded before. */
  load(id: string): Promise<Hook>
}

export const builtIn: Registry = {
  catalogue: CATALOGUE,
  async load(id) {
    const { moduleOf } = await import('./loaders.generated.ts')
    const hooks = (await moduleOf(id))?.default ?? []
    const hook = 'meta' in hooks ? hooks : hooks.find(({ meta }) => meta.id === id)
    if (hook === undefined) throw new Error(`there is no hook ${id}`)
    return hook
  },
}

/** The pack of a built-in hook. */
export const packFor = (id: string): Pack | undefined => PACKS.find(({ name }) => name === packOf(id))

/** The entry of a hook that is not in the catalogue; its id may belong to a built-in pack. */
export function entryOf(meta: HookMeta): HookEntry {
  const pack = factsOf(meta, PACKS)
  return pack === undefined ? meta : { ...meta, pack }
}
