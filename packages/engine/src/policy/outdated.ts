import { findHook } from '../lib/names.ts'
import { packOf } from '../pack.ts'
import type { Known, OptionRules } from './check.ts'
import type { Entry, Layer } from './parse.ts'
import { quote } from './wording.ts'
import type { Path } from './yaml.ts'

/** An option that a layer still sets under an old name, or that is gone. */
export interface Outdated {
  readonly section: 'packs' | 'hooks'
  /** As the file names the hook or the pack. */
  readonly name: string
  readonly option: string
  /** What it is called now; absent when it is gone. */
  readonly to?: string
  /** Why it is gone. */
  readonly why?: string
}

export const pathOf = ({ section, name, option }: Outdated): Path => [section, name, 'options', option]

export function outdatedIn({ packs, hooks }: Layer, { catalogue, options }: Known): readonly Outdated[] {
  const ofPack = (name: string): readonly (OptionRules | undefined)[] =>
    catalogue.filter(({ id }) => packOf(id) === name).map(({ id }) => options.get(id))
  const ofHook = (name: string): readonly (OptionRules | undefined)[] => [
    options.get(findHook(name, catalogue)?.id ?? ''),
  ]
  return [
    ...Object.entries(packs).flatMap(([name, entry]) => inEntry('packs', name, entry, ofPack(name))),
    ...Object.entries(hooks).flatMap(([name, entry]) => inEntry('hooks', name, entry, ofHook(name))),
  ]
}

function inEntry(
  section: Outdated['section'],
  name: string,
  { options = {} }: Entry,
  targets: readonly (OptionRules | undefined)[],
): readonly Outdated[] {
  return Object.keys(options).flatMap((option): readonly Outdated[] => {
    // What one hook of a pack has given up, another may still have.
    if (targets.some((target) => target?.names.includes(option) === true)) return []
    const former = targets.flatMap((target) =>
      Object.entries(target?.formerOptions ?? {}).flatMap(([old, became]) => (old === option ? [became] : [])),
    )
    const renamed = former.find((became) => 'now' in became)
    if (renamed !== undefined) return [{ section, name, option, to: renamed.now }]
    const gone = former.find((became) => 'gone' in became)
    return gone === undefined ? [] : [{ section, name, option, why: gone.gone }]
  })
}

export const outdatedText = ({ option, to, why }: Outdated): string =>
  to === undefined
    ? `the option ${quote(option)} is gone and ignored. ${why} \`holdpoint upgrade\` removes it.`
    : `the option ${quote(option)} is now called ${quote(to)}. \`holdpoint upgrade\` renames it.`

/** The layer in today's words. Where both names are set, the new one counts. */
export function upToDate<L extends Layer>(layer: L, outdated: readonly Outdated[]): L {
  if (outdated.length === 0) return layer
  const section = (which: Outdated['section']): Layer['hooks'] =>
    Object.fromEntries(
      Object.entries(layer[which]).map(([name, entry]) => {
        const old = outdated.filter((one) => one.section === which && one.name === name)
        return [name, old.length === 0 ? entry : { ...entry, options: renamed(entry.options ?? {}, old) }]
      }),
    )
  return { ...layer, packs: section('packs'), hooks: section('hooks') }
}

function renamed(given: NonNullable<Entry['options']>, outdated: readonly Outdated[]): NonNullable<Entry['options']> {
  const isOld = (name: string): boolean => outdated.some(({ option }) => option === name)
  return Object.fromEntries([
    ...outdated.flatMap(({ option, to }) => (to === undefined ? [] : [[to, given[option]] as const])),
    ...Object.entries(given).filter(([name]) => !isOld(name)),
  ])
}
