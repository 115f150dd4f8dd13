import type { EventKind } from '../core/event.ts'
import type { Hook, HookEntry, HookMeta } from '../core/hook.ts'
import { factsOf, packOf, type Pack } from '../core/pack.ts'
import { allEntries, entriesOn } from './catalogue.generated.ts'
import { PACKS } from './packs.generated.ts'

export interface Registry {
  readonly catalogue: readonly HookEntry[]
  /** Loads the code of one hook; nothing is loaded before. */
  load(id: string): Promise<Hook>
}

let all: readonly HookEntry[] | undefined

export const builtIn: Registry = {
  get catalogue() {
    return (all ??= allEntries())
  },
  async load(id) {
    const { moduleOf } = await import('./loaders.generated.ts')
    const hooks = (await moduleOf(id))?.default ?? []
    const hook = 'meta' in hooks ? hooks : hooks.find(({ meta }) => meta.id === id)
    if (hook === undefined) throw new Error(`there is no hook ${id}`)
    return hook
  },
}

/** The hooks that listen to one kind of event. Of the built-in ones the others are not even read. */
export const entriesFor = (registry: Registry, kind: EventKind): readonly HookEntry[] =>
  registry === builtIn ? entriesOn(kind) : registry.catalogue.filter(({ on }) => on.includes(kind))

/** The pack of a built-in hook. */
export const packFor = (id: string): Pack | undefined => PACKS.find(({ name }) => name === packOf(id))

/** The entry of a hook that is not in the catalogue; its id may belong to a built-in pack. */
export function entryOf(meta: HookMeta): HookEntry {
  const pack = factsOf(meta, PACKS)
  return pack === undefined ? meta : { ...meta, pack }
}
