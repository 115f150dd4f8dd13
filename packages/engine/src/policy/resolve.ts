import type { HookEntry } from '../hook.ts'
import { packOf } from '../pack.ts'
import type { EnvLayer, LayerName } from './layers.ts'
import type { Entry, Layer } from './parse.ts'
import { DEFAULT_PRESETS, devModePacks, isInPreset, presetOptions } from './presets.ts'
import { DEFAULTS } from './schema.ts'
import { LEVELS, type General, type Level } from './settings.ts'

export type Layers = Readonly<Partial<Record<Exclude<LayerName, 'env'>, Layer>>> & { readonly env: EnvLayer }

/** A value and where it comes from, in words for the user. */
export interface Sourced<T> {
  readonly value: T
  readonly origin: string
}

export interface Resolved {
  readonly id: string
  readonly level: Sourced<Level>
  readonly options: Readonly<Record<string, Sourced<unknown>>>
  readonly matcher: Sourced<string | undefined>
  readonly timeoutMs: Sourced<number>
}

/** Whether the first level is stricter than the second. */
export const stricter = (a: Level, b: Level): boolean => LEVELS.indexOf(a) > LEVELS.indexOf(b)

type OrdinaryLayer = 'user' | 'project' | 'local'
const ORDINARY: readonly OrdinaryLayer[] = ['user', 'project', 'local']

/** What every layer together says about one hook. */
export function resolveHook(entry: HookEntry, layers: Layers, isOption: (name: string) => boolean): Resolved {
  const forced = managedLevel(entry, layers.managed)
  let level = presetLevel(entry, layers)
  let matcher: Resolved['matcher'] = { value: entry.matcher, origin: 'default' }
  let timeoutMs: Resolved['timeoutMs'] = { value: entry.timeoutMs, origin: 'default' }
  const options: Record<string, Sourced<unknown>> = {
    ...sourced(presetOptions(chosenPresets(layers), entry), 'preset'),
  }

  const setDetails = (given: Entry | undefined, origin: string): void => {
    for (const [name, value] of Object.entries(given?.options ?? {})) {
      if (isOption(name)) options[name] = { value, origin }
    }
    if (given?.matcher !== undefined) matcher = { value: given.matcher, origin }
    if (given?.timeout_ms !== undefined) timeoutMs = { value: given.timeout_ms, origin }
  }
  const apply = (given: Entry | undefined, origin: string, mayLoosen: boolean): void => {
    if (given?.level !== undefined && (mayLoosen || stricter(given.level, level.value))) {
      level = { value: given.level, origin }
    }
    // A matcher that never matches, or a tiny timeout, would switch off what the managed file has switched on.
    if (mayLoosen) setDetails(forced === undefined ? given : { options: given?.options ?? {} }, origin)
  }

  const isFloor = entry.enabledBy === 'always'
  for (const name of ORDINARY) {
    const mayLoosen = !isFloor || name === 'user'
    apply(layers[name]?.packs[packOf(entry.id)], `${name} config, pack`, mayLoosen)
    apply(layers[name]?.hooks[entry.id], `${name} config`, mayLoosen)
  }
  for (const { id, level: wanted, variable } of layers.env.levels) {
    if (id === entry.id || id === packOf(entry.id)) apply({ level: wanted }, variable, !isFloor)
  }

  for (const [name, { value, origin }] of Object.entries(
    sourced(presetOptions(layers.managed?.presets ?? [], entry), 'managed preset'),
  )) {
    const given = options[name]?.value
    options[name] = { value: Array.isArray(given) ? [...new Set([...given, ...value])] : value, origin }
  }
  setDetails(layers.managed?.packs[packOf(entry.id)], 'managed config, pack')
  setDetails(layers.managed?.hooks[entry.id], 'managed config')
  if (forced !== undefined && !stricter(level.value, forced.value)) level = forced
  return { id: entry.id, level, options, matcher, timeoutMs }
}

/** The level below which no other layer can lower a hook. The nearest setting counts: hook, then pack, then preset. */
function managedLevel(entry: HookEntry, managed: Layer | undefined): Sourced<Level> | undefined {
  const preset = managed?.presets?.find((name) => isInPreset(name, entry))
  const hook = managed?.hooks[entry.id]?.level
  const pack = managed?.packs[packOf(entry.id)]?.level
  const value = hook ?? pack ?? (preset === undefined ? 'off' : 'on')
  if (value === 'off') return undefined
  const where = hook !== undefined ? ' config' : pack !== undefined ? ' config, pack' : ` preset ${preset}`
  return { value, origin: `managed${where}` }
}

/** Options of presets, with the presets they come from: `presets node, python`. */
function sourced(
  options: ReturnType<typeof presetOptions>,
  word: string,
): Readonly<Record<string, Sourced<readonly string[]>>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value, from }]) => [
      name,
      { value, origin: `${word}${from.length > 1 ? 's' : ''} ${from.join(', ')}` },
    ]),
  )
}

/** The last layer that names presets decides them. */
function chosenPresets(layers: Layers): readonly string[] {
  const named = [...ORDINARY].toReversed().find((name) => layers[name]?.presets !== undefined)
  return layers.env.presets ?? (named === undefined ? undefined : layers[named]?.presets) ?? DEFAULT_PRESETS
}

/** The floor is on whatever the presets say. */
function presetLevel(entry: HookEntry, layers: Layers): Sourced<Level> {
  // Defining a custom hook switches it on.
  if (entry.ownLayer !== undefined) return { value: 'on', origin: `${entry.ownLayer} config` }
  if (entry.enabledBy === 'call') return { value: 'on', origin: 'when called' }
  const [first, ...others] = chosenPresets(layers).filter((name) => isInPreset(name, entry))
  if (first !== undefined) {
    // Those that only give it options are named too.
    const names = [first, ...others.filter((name) => Object.hasOwn(entry.presets ?? {}, name))]
    return { value: 'on', origin: `preset${names.length > 1 ? 's' : ''} ${names.join(', ')}` }
  }
  return entry.enabledBy === 'always'
    ? { value: 'on', origin: 'always on' }
    : { value: 'off', origin: 'in no chosen preset' }
}

export function resolveGeneral({ managed, ...layers }: Layers, catalogue: readonly HookEntry[]): General {
  const last = <T>(read: (layer: Layer) => T | undefined): T | undefined =>
    ORDINARY.map((name) => layers[name] && read(layers[name])).findLast((value) => value !== undefined)
  const atLeast = (forced: number | undefined, given: number | undefined): number | undefined =>
    forced === undefined || given === undefined ? (forced ?? given) : Math.max(forced, given)
  // Development mode skips hooks, so when a managed file exists only that file can declare it.
  const devMode = managed === undefined ? last : <T>(read: (layer: Layer) => T | undefined) => read(managed)
  return {
    breakerThreshold:
      atLeast(
        managed?.breaker?.threshold,
        last((layer) => layer.breaker?.threshold),
      ) ?? DEFAULTS.breakerThreshold,
    stopBlockCap:
      atLeast(
        managed?.stop_block_cap,
        last((layer) => layer.stop_block_cap),
      ) ?? DEFAULTS.stopBlockCap,
    devMode: {
      file: devMode((layer) => layer.dev_mode?.file) ?? DEFAULTS.devModeFile,
      packs: devMode((layer) => layer.dev_mode?.packs) ?? devModePacks(catalogue),
    },
  }
}
