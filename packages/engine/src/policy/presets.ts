import type { HookEntry } from '../hook.ts'
import { groupOf, packOf } from '../pack.ts'

export const DEFAULT_PRESETS: readonly string[] = ['recommended']

/** Presets follow from the hooks' own metadata, so a new hook is in the right ones without a list to edit. */
export function presetNames(catalogue: readonly HookEntry[]): readonly string[] {
  return [...new Set(['recommended', 'all', ...catalogue.map(groupOf)])].toSorted()
}

export function isInPreset(preset: string, entry: HookEntry): boolean {
  if (entry.enabledBy === 'level') return false
  if (preset === 'recommended') return entry.enabledBy === 'recommended' || entry.enabledBy === 'always'
  return preset === 'all' || groupOf(entry) === preset
}

/** The packs whose hooks development mode skips, where the configuration names none. */
export const devModePacks = (catalogue: readonly HookEntry[]): readonly string[] => [
  ...new Set(catalogue.filter(({ pack }) => pack?.hasDevMode === true).map(({ id }) => packOf(id))),
]
