import type { HookEntry } from '../hook.ts'
import { groupOf, packOf } from '../pack.ts'

export const DEFAULT_PRESETS: readonly string[] = ['recommended']

/** Presets follow from the hooks' own metadata, so a new hook is in the right ones without a list to edit. */
export function presetNames(catalogue: readonly HookEntry[]): readonly string[] {
  const own = catalogue.flatMap(({ presets }) => Object.keys(presets ?? {}))
  return [...new Set(['recommended', 'all', ...catalogue.map(groupOf), ...own])].toSorted()
}

export function isInPreset(preset: string, entry: HookEntry): boolean {
  if (Object.hasOwn(entry.presets ?? {}, preset)) return true
  if (entry.enabledBy === 'level') return false
  if (preset === 'recommended') return entry.enabledBy === 'recommended' || entry.enabledBy === 'always'
  return preset === 'all' || groupOf(entry) === preset
}

/** What presets say about the options of a hook: lists of several are joined. `from`: the presets that name an option. */
export function presetOptions(
  chosen: readonly string[],
  { presets = {} }: HookEntry,
): Readonly<Record<string, { readonly value: readonly string[]; readonly from: readonly string[] }>> {
  const options: Record<string, { value: readonly string[]; from: readonly string[] }> = {}
  for (const preset of new Set(chosen)) {
    for (const [name, value] of Object.entries(Object.hasOwn(presets, preset) ? (presets[preset] ?? {}) : {})) {
      const before = options[name] ?? { value: [], from: [] }
      options[name] = { value: [...new Set([...before.value, ...value])], from: [...before.from, preset] }
    }
  }
  return options
}

/** The packs whose hooks development mode skips, where the configuration names none. */
export const devModePacks = (catalogue: readonly HookEntry[]): readonly string[] => [
  ...new Set(catalogue.filter(({ pack }) => pack?.hasDevMode === true).map(({ id }) => packOf(id))),
]
