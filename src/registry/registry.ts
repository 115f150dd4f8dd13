import type { Hook, HookEntry } from '../core/hook.ts'
import { catalogue } from './catalogue.generated.ts'
import { moduleOf } from './loaders.generated.ts'

export interface Registry {
  readonly catalogue: readonly HookEntry[]
  /** Loads the code of one hook; nothing is loaded before. */
  load(id: string): Promise<Hook>
}

export const builtIn: Registry = {
  catalogue,
  async load(id) {
    const module = await moduleOf(id)
    if (module === undefined) throw new Error(`there is no hook ${id}`)
    return module.default
  },
}
