import type { HookEntry } from '../core/hook.ts'
import { groupOf } from '../core/packs.ts'

export const DEFAULT_PRESETS: readonly string[] = ['recommended']

/** Presets follow from the hooks' own metadata, so a new hook is in the right ones without a list to edit. */
export function presetNames(catalogue: readonly HookEntry[]): readonly string[] {
  return [...new Set(['recommended', 'all', ...catalogue.map(({ id }) => groupOf(id))])].toSorted()
}

export function isInPreset(preset: string, entry: HookEntry): boolean {
  if (entry.optIn === true) return false
  if (preset === 'recommended') return entry.recommended
  return preset === 'all' || groupOf(entry.id) === preset
}
