import { layerFiles, signatureOf, type LayerFile } from './layers.ts'
import type { EventKind } from '../core/event.ts'
import type { OwnHook } from '../core/own.ts'
import type { Compiled, Hooks } from './compile.ts'
import type { HookSetting, Own, Problem, Settings } from './settings.ts'

type Env = Readonly<Record<string, string | undefined>>

/** What the hook entry reads instead of YAML. */
interface Cached extends Pick<Compiled, 'settings' | 'problems'> {
  /** Absent when there are none. */
  readonly notes?: readonly Problem[]
  readonly build: string
  readonly signature: string
  readonly scripts?: readonly string[]
}

/**
 * A few texts: all settings; those of the hooks that listen to one kind of event, which is all that such an event reads;
 * and the last good form of each layer, for the compiler alone.
 */
export interface CacheFile {
  /** `edited`: somebody else has changed it. */
  read(part: CachePart): string | Edited | undefined
  /** May throw; the configuration is then compiled again next time. */
  write(part: CachePart, text: string): void
}

export interface Edited {
  readonly edited: true
}

export type CachePart = 'settings' | 'layers' | EventKind

/** The kind of an event, and the hooks that listen to it. */
export interface Listening {
  readonly kind: EventKind
  readonly entries: Hooks['catalogue']
}

/** Hooks that are files of the project: which are trusted, and the files that tell when that changes. */
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

/**
 * The settings in force for a project. The compiled form is used as long as no layer has changed;
 * the compiler, with its YAML parser and all option schemas, is loaded only when one has.
 */
export async function loadSettings(
  root: string,
  env: Env,
  build: string,
  hooks: Hooks,
  modules: Modules,
  cache: CacheFile,
  kept: Kept = NOT_KEPT,
  listening?: Listening,
): Promise<LoadedSettings> {
  const files = layerFiles(root, env)
  const signature = signatureOf([...files.map(({ path }) => path), ...modules.stamps], env)
  const isCurrent = (value: Partial<Cached> | undefined): boolean =>
    value?.build === build && value.signature === signature
  const known = kept.get(root)
  if (known !== undefined && isCurrent(known)) return known
  let isEdited = false
  const read = (part: CachePart): Partial<Cached> | undefined =>
    readJson<Partial<Cached>>(cache, part, () => (isEdited = true))
  const some = listening === undefined ? undefined : read(listening.kind)
  if (some !== undefined && isCurrent(some) && listening !== undefined && isWhole(some, listening.entries)) return some
  const cached = read('settings')
  const usable = cached !== undefined && isCurrent(cached) && isWhole(cached, hooks.catalogue) ? cached : undefined
  // A process that keeps them believes no file: whoever has found the key can forge a seal.
  if (usable !== undefined && kept === NOT_KEPT && !isEdited) {
    save(...partOf(usable))
    return usable
  }

  const { settings, problems, notes, lastGood } = await compileAnew(files, env, hooks, modules, cache)
  isEdited ||= usable !== undefined && !sameSettings(usable.settings, settings, hooks)
  const scripts = settings.own === undefined ? [] : await modules.scripts(settings.own)
  const next: Cached = {
    build,
    signature,
    settings,
    problems,
    ...(notes.length > 0 && { notes }),
    ...(scripts.length > 0 && { scripts }),
  }
  save(['layers', lastGood], ['settings', next], ...partOf(next))
  kept.set(root, next)
  return isEdited ? { ...next, edited: true } : next

  function partOf(value: Cached): readonly Saved[] {
    return listening === undefined ? [] : [[listening.kind, only(listening, value, hooks)]]
  }

  function save(...parts: readonly Saved[]): void {
    try {
      for (const [part, value] of parts) cache.write(part, JSON.stringify(value))
    } catch {
      // An unwritable state directory is reported where the audit line fails; enforcement goes on.
    }
  }
}

type Saved = readonly [part: CachePart, value: unknown]

/** Without the settings of built-in hooks that such an event does not concern; but what is to be trusted stays whole. */
function only({ entries }: Listening, cached: Cached, { catalogue }: Hooks): Cached {
  const concerned = new Set([...entries.map(({ id }) => id), ...Object.keys(cached.settings.untrusted ?? {})])
  const hooks = { ...cached.settings.hooks }
  for (const { id } of catalogue) if (!concerned.has(id)) delete hooks[id]
  return { ...cached, settings: { ...cached.settings, hooks } }
}

/** Settings by project, for a process that answers many events. Whether a layer has changed is looked at each time. */
export type Kept = Pick<Map<string, Cached>, 'get' | 'set'>

const NOT_KEPT: Kept = { get: () => undefined, set: () => new Map() }

/**
 * Whether two forms say the same of the built-in hooks. What own hooks are may have changed without a sign: a trusted
 * file can be edited in place.
 */
const sameSettings = (one: Settings, other: Settings, { catalogue }: Pick<Hooks, 'catalogue'>): boolean =>
  one.breakerThreshold === other.breakerThreshold &&
  one.stopBlockCap === other.stopBlockCap &&
  catalogue.every(({ id }) => JSON.stringify(one.hooks[id]) === JSON.stringify(other.hooks[id]))

/** Whether the compiled form on disk is one that the compiler would write now. Nothing is written. */
export async function areSettingsSound(
  root: string,
  env: Env,
  build: string,
  hooks: Hooks,
  modules: Modules,
  cache: CacheFile,
): Promise<boolean> {
  const files = layerFiles(root, env)
  const signature = signatureOf([...files.map(({ path }) => path), ...modules.stamps], env)
  const { settings } = await compileAnew(files, env, hooks, modules, cache)
  let isEdited = false
  for (const part of ['settings', 'layers', ...new Set(hooks.catalogue.flatMap(({ on }) => on))] as const) {
    const cached = readJson<Partial<Cached>>(cache, part, () => (isEdited = true))
    if (part === 'layers' || cached?.build !== build || cached.signature !== signature) continue
    const catalogue = part === 'settings' ? hooks.catalogue : hooks.catalogue.filter(({ on }) => on.includes(part))
    if (!isWhole(cached, catalogue) || !sameSettings(cached.settings, settings, { catalogue })) return false
  }
  return !isEdited
}

/** The same, with the origin of every value, for those who want to see it. Nothing is written. */
export const explainSettings = (
  root: string,
  env: Env,
  hooks: Hooks,
  modules: Modules,
  cache: CacheFile,
): Promise<Compiled> => compileAnew(layerFiles(root, env), env, hooks, modules, cache)

async function compileAnew(
  files: readonly LayerFile[],
  env: Env,
  hooks: Hooks,
  modules: Modules,
  cache: CacheFile,
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

/** Every event does this, for every hook that could concern it; so it is one loop. */
function hasAll(
  settings: Readonly<Record<string, Partial<HookSetting>>> | undefined,
  entries: Hooks['catalogue'],
): boolean {
  if (typeof settings !== 'object' || settings === null) return false
  for (const { id } of entries) {
    const setting = settings[id]
    if (typeof setting?.level !== 'string' || typeof setting.timeoutMs !== 'number') return false
  }
  return true
}
