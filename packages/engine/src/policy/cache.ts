import { layerFiles, signatureOf, type LayerFile } from './layers.ts'
import type { OwnHook } from '../own.ts'
import { packOf } from '../pack.ts'
import type { Compiled, Hooks } from './compile.ts'
import type { HookSetting, Own, Problem, Settings } from './settings.ts'
import { isObject, type Env } from '../lib/values.ts'

/** What the hook entry reads instead of YAML. */
interface Cached extends Pick<Compiled, 'settings' | 'problems'> {
  /** Absent when there are none. */
  readonly notes?: readonly Problem[]
  readonly build: string
  readonly signature: string
  readonly scripts?: readonly string[]
}

/**
 * As in the file, which is short because every event checks its seal: hooks that are off only by their places in the
 * catalogue, with settings in a file of their own, and of the others what is not usual. The user's own hooks, which are
 * in no catalogue, are there by name and in full.
 */
interface Stored extends Omit<Cached, 'settings'> {
  readonly settings: Omit<Settings, 'hooks'> & { readonly hooks: Readonly<Record<string, Partial<HookSetting>>> }
  readonly off: readonly (number | string)[]
}

/** Three texts: the compiled settings, those of hooks that are off, and the last good form of each layer for the compiler. */
export interface CacheFile {
  /** `edited`: another program has changed it. */
  read(part: CachePart): string | Edited | undefined
  /** May throw; the configuration is then compiled again next time. */
  write(part: CachePart, text: string): void
}

export interface Edited {
  readonly edited: true
}

export const CACHE_PARTS = ['settings', 'off', 'layers'] as const
export type CachePart = (typeof CACHE_PARTS)[number]

/** Hooks that are files of the project: which are trusted, and the files whose change invalidates that. */
export interface Modules {
  readonly stamps: readonly string[]
  load(): Promise<readonly OwnHook[]>
  /** What own hooks run, by absolute path. */
  scripts(own: Own): Promise<readonly string[]>
}

export interface LoadedSettings {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  readonly notes?: readonly Problem[]
  /** Files that decide what own hooks do, by absolute path. */
  readonly scripts?: readonly string[]
  /** The compiled form was not what the compiler had written, and was not used. */
  readonly edited?: boolean
}

/** Where a project's settings come from. */
export interface SettingsSource {
  readonly root: string
  readonly env: Env
  readonly hooks: Hooks
  readonly modules: Modules
  readonly cache: CacheFile
}

/**
 * The settings in force for a project. The compiled form is used as long as no layer has changed;
 * the compiler, with its YAML parser and all option schemas, is loaded only when one has. `isCalled`: a hook is called by
 * its name, also one that is off.
 */
export async function loadSettings(
  source: SettingsSource,
  build: string,
  kept: Kept = NOT_KEPT,
  isCalled = false,
): Promise<LoadedSettings> {
  const { root, hooks, modules, cache } = source
  const { files, signature } = layersOf(source)
  const known = kept.get(root)
  if (known?.build === build && known.signature === signature) return known
  const { usable, isEdited } = readCompiled(source, build, signature, isCalled || kept !== NOT_KEPT)
  // A process that keeps them trusts no file: a program that has found the key can forge a seal.
  if (usable !== undefined && kept === NOT_KEPT) return usable

  const { settings, problems, notes, lastGood } = await compileAnew(files, source)
  const scripts = settings.own === undefined ? [] : await modules.scripts(settings.own)
  const next: Cached = {
    build,
    signature,
    settings,
    problems,
    ...(notes.length > 0 && { notes }),
    ...(scripts.length > 0 && { scripts }),
  }
  try {
    cache.write('layers', JSON.stringify(lastGood))
    writeCompiled(next, hooks, cache)
  } catch {
    // An unwritable state directory is reported where the audit line fails; enforcement goes on.
  }
  kept.set(root, next)
  const wasForged = usable !== undefined && !sameSettings(usable.settings, settings, hooks)
  return isEdited || wasForged ? { ...next, edited: true } : next
}

/** Settings by project, for a process that answers many events. Changed layers are detected at each event. */
export type Kept = Pick<Map<string, Cached>, 'get' | 'set'>

const NOT_KEPT: Kept = { get: () => undefined, set: () => new Map() }

/**
 * Whether two forms say the same of the built-in hooks. What own hooks are may have changed without a sign: a trusted
 * file can be edited in place.
 */
const sameSettings = (one: Settings, other: Settings, { catalogue }: Pick<Hooks, 'catalogue'>): boolean =>
  one.breakerThreshold === other.breakerThreshold &&
  one.stopBlockCap === other.stopBlockCap &&
  catalogue.every(({ id }) => isSame(ordered(one.hooks[id]), ordered(other.hooks[id])))

/** A setting that was read may have its parts in another order than one that was compiled. */
const ordered = (setting: HookSetting | undefined): unknown => Object.entries(setting ?? {}).toSorted()

/** Whether the compiled form on disk is one that the compiler would write now. Nothing is written. */
export async function areSettingsSound(source: SettingsSource, build: string): Promise<boolean> {
  const { files, signature } = layersOf(source)
  const { settings } = await compileAnew(files, source)
  const { cached, usable, isEdited } = readCompiled(source, build, signature, true)
  let areLayersEdited = false
  readJson(source.cache, 'layers', () => (areLayersEdited = true))
  if (isEdited || areLayersEdited) return false
  const isStale = cached?.build !== build || cached.signature !== signature
  return isStale || (usable !== undefined && sameSettings(usable.settings, settings, source.hooks))
}

/** The same with the origin of every value, for display. Nothing is written. */
export const explainSettings = (source: SettingsSource): Promise<Compiled> =>
  compileAnew(layersOf(source).files, source)

/** The configuration files, and a text that changes whenever one of them does. */
function layersOf({ root, env, modules }: SettingsSource): { files: readonly LayerFile[]; signature: string } {
  const files = layerFiles(root, env)
  return { files, signature: signatureOf([...files.map(({ path }) => path), ...modules.stamps], env) }
}

interface ReadCompiled {
  readonly cached: Pick<Partial<Cached>, 'build' | 'signature'> | undefined
  /** Whole, of this build and of these layers. */
  readonly usable: Cached | undefined
  readonly isEdited: boolean
}

function readCompiled(
  { cache, hooks }: SettingsSource,
  build: string,
  signature: string,
  withOff: boolean,
): ReadCompiled {
  let isEdited = false
  const edited = (): void => void (isEdited = true)
  const stored = readJson<Partial<Stored>>(cache, 'settings', edited)
  const off = withOff ? readJson<OffHooks>(cache, 'off', edited) : undefined
  const isCurrent = stored?.build === build && stored.signature === signature
  if (!isCurrent || isEdited) return { cached: stored, usable: undefined, isEdited }
  // Both were written together, or one of them is older.
  if (withOff && (off?.build !== build || off.signature !== signature))
    return { cached: stored, usable: undefined, isEdited }
  if (!Array.isArray(stored.off) || !isObject(stored.settings) || !isObject(stored.settings.hooks))
    return { cached: stored, usable: undefined, isEdited }
  const { catalogue } = hooks
  const others = off?.hooks ?? Object.fromEntries(stored.off.map((hook) => [nameOf(hook, catalogue), OFF] as const))
  const on = Object.entries(stored.settings.hooks).map(([id, setting]) => [id, whole(id, setting)] as const)
  const cached = { ...stored, settings: { ...stored.settings, hooks: { ...Object.fromEntries(on), ...others } } }
  return { cached, usable: isWhole(cached, hooks.catalogue) ? cached : undefined, isEdited }
}

/** Settings of hooks that are off: only a call by name uses them. */
type OffHooks = Pick<Cached, 'build' | 'signature'> & Pick<Settings, 'hooks'>

/** For an event, a hook that is off has no other settings. */
const OFF: HookSetting = { level: 'off', options: {}, timeoutMs: 0 }

/** What most settings of hooks have in common. */
const USUAL: HookSetting = { level: 'on', options: {}, timeoutMs: 5_000 }

/** An own hook is whole as it is stored. `isWhole` looks at what comes out. */
const whole = (id: string, stored: Partial<HookSetting>): HookSetting =>
  packOf(id) === 'own' ? (stored as HookSetting) : { ...USUAL, ...stored }

const nameOf = (hook: number | string, catalogue: Hooks['catalogue']): string =>
  typeof hook === 'string' ? hook : (catalogue[hook]?.id ?? '')

function shortened(id: string, setting: HookSetting): Partial<HookSetting> {
  if (packOf(id) === 'own') return setting
  const isUsual = (name: string): boolean =>
    isSame(setting[name as keyof HookSetting], USUAL[name as keyof HookSetting])
  return Object.fromEntries(Object.entries(setting).filter(([name]) => !isUsual(name)))
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function writeCompiled(compiled: Cached, { catalogue }: Hooks, cache: CacheFile): void {
  const { build, signature, settings } = compiled
  const all = Object.entries(settings.hooks)
  const isOff = (id: string): boolean => settings.hooks[id]?.level === 'off'
  const on = all.filter(([id]) => !isOff(id)).map(([id, setting]) => [id, shortened(id, setting)] as const)
  const places = new Map<string, number>(catalogue.map(({ id }, at) => [id, at]))
  const off = all.filter(([id]) => isOff(id)).map(([id]) => places.get(id) ?? id)
  const stored: Stored = { ...compiled, settings: { ...settings, hooks: Object.fromEntries(on) }, off }
  const others: OffHooks = { build, signature, hooks: Object.fromEntries(all.filter(([id]) => isOff(id))) }
  cache.write('off', JSON.stringify(others))
  cache.write('settings', JSON.stringify(stored))
}

async function compileAnew(
  files: readonly LayerFile[],
  { env, hooks, modules, cache }: SettingsSource,
): Promise<Compiled> {
  const { compile } = await import('./compile.ts')
  return compile(files, env, hooks, readJson<Compiled['lastGood']>(cache, 'layers') ?? {}, await modules.load())
}

function readJson<T>(cache: CacheFile, part: CachePart, edited: () => void = () => undefined): T | undefined {
  try {
    const text = cache.read(part) ?? 'null'
    if (typeof text !== 'string') {
      edited()
      return undefined
    }
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** A hook without settings does not run, so a damaged file, or one made for fewer hooks, must not be used. */
function isWhole(cached: Partial<Cached>, entries: Hooks['catalogue']): cached is Cached {
  const { settings, problems } = cached
  return (
    Array.isArray(problems) &&
    typeof settings?.breakerThreshold === 'number' &&
    typeof settings.stopBlockCap === 'number' &&
    typeof settings.devMode?.file === 'string' &&
    Array.isArray(settings.devMode.packs) &&
    hasAll(settings.hooks, entries) &&
    (settings.own === undefined || (Array.isArray(settings.own.hooks) && Array.isArray(settings.own.rules)))
  )
}

function hasAll(
  settings: Readonly<Record<string, Partial<HookSetting>>> | undefined,
  entries: Hooks['catalogue'],
): boolean {
  if (typeof settings !== 'object' || settings === null) return false
  return entries.every(({ id }) => {
    const setting = settings[id]
    return typeof setting?.level === 'string' && typeof setting.timeoutMs === 'number'
  })
}
