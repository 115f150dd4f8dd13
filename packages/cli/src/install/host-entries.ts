import type { EventKind } from '@holdpoint/engine'
import { openYaml } from '@holdpoint/runtime'
import type { Settings } from '@holdpoint/engine/policy'
import { files, gitState, openState, placeOf } from '@holdpoint/runtime/system'
import { PACKS, packFor } from '@holdpoint/packs'
import type { Group } from './entries.ts'

/** Whether the options of a hook disable it at this kind of event. */
export const isUnused = (id: string, kind: EventKind, { hooks }: Settings): boolean =>
  packFor(id)?.isUnused?.(id, kind, hooks[id]?.options) === true

/** Whether it is an entry that the host runs itself, for one of our packs. */
export const isHostEntry = (entry: unknown): boolean => PACKS.some((pack) => pack.isHostEntry?.(entry) === true)

/** With the entries of packs that the host runs itself, beside ours. */
export async function withHostEntries(
  entries: Readonly<Record<string, Group>>,
  settings: Settings,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, Group>>> {
  const optionsOf = (id: string): unknown => {
    const setting = settings.hooks[id]
    return setting === undefined || setting.level === 'off' ? undefined : setting.options
  }
  const yaml = openYaml(openState(placeOf(root, env), env, 'install').project)
  const project = { root, files, optionsOf, services: { yaml, files, git: { state: gitState } } }
  const result = { ...entries }
  for (const { hostEntries } of PACKS) {
    for (const [event, entry] of Object.entries((await hostEntries?.(project)) ?? {})) {
      const group = result[event]
      if (group !== undefined) result[event] = { ...group, hooks: [...group.hooks, entry] }
    }
  }
  return result
}
