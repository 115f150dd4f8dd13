import type { Hook, HookEntry } from '../hook.ts'
import type { OwnHook } from '../own.ts'
import { packOf } from '../pack.ts'
import { sha256Hex } from '../lib/sha256.ts'
import { checkEnv, checkLayer, type Known, type OptionRules } from './check.ts'
import type { LayerFile, LayerName } from './layers.ts'
import { entriesOf, gather, ownSettings, takenNames, withOwnLevels, type OwnListing } from './gather.ts'
import { moduleOptions } from './module-options.ts'
import { layerOf, readLayer, type Layer } from './parse.ts'
import { resolveGeneral, resolveHook, type Layers, type Resolved } from './resolve.ts'
import { refusedText, tightenGeneral, tightenHook, type OptionFacts, type Refused } from './tighten.ts'
import type { General, HookSetting, Problem, Settings } from './settings.ts'
import type { Env } from '../lib/values.ts'

type FileLayers = Partial<Record<Exclude<LayerName, 'env'>, Layer>>

export interface Hooks {
  readonly catalogue: readonly HookEntry[]
  load(id: string): Promise<Hook>
}

export interface Compiled {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  /** What is accepted as it is, and should be written differently. */
  readonly notes: readonly Problem[]
  /** Each layer as it was when it last had no mistake. */
  readonly lastGood: Readonly<FileLayers>
  readonly resolved: readonly Resolved[]
  /** The same with everything that the repository's files loosen; see `Loosening`. */
  readonly wanted: readonly Resolved[]
  /** Every hook and rule there is, built-in or own. */
  readonly catalogue: readonly HookEntry[]
  /** The own ones among them. */
  readonly added: readonly OwnListing[]
}

/**
 * Reads every layer, checks it against the hooks, and merges. A layer with a mistake never switches anything off:
 * its last good form stays in force, or, when it never had one, what is sound in it. `modules`: hooks that are files of
 * the project, as far as they are trusted.
 */
export async function compile(
  files: readonly LayerFile[],
  env: Env,
  hooks: Hooks,
  lastGood: Readonly<FileLayers> = {},
  modules: readonly OwnHook[] = [],
): Promise<Compiled> {
  const parsed = files.flatMap(({ name, path }) => {
    const read = readLayer(path)
    return read === undefined ? [] : [{ name, read }]
  })
  const layersRead = parsed.map(({ read }) => read.layer)
  const options = new Map([...(await loadOptions(hooks)), ...moduleOptions(modules, layersRead)])
  const problems: Problem[] = []
  const notes: Problem[] = []
  const inForce: FileLayers = {}
  const good: FileLayers = {}
  // A layer may refer to what another one adds, so all are read before any is checked.
  const written = gather(
    parsed.map(({ name, read }) => [name, read.layer] as const),
    modules,
  )
  const known: Known = { catalogue: [...hooks.catalogue, ...entriesOf(written)], options }
  for (const { name, read } of parsed) {
    const layer = checkLayer(read, name, known)
    for (const taken of takenNames(name, layer, written)) read.report(taken.path, taken.message, 'key')
    const found = read.problems()
    problems.push(...found)
    notes.push(...read.notes())
    const lastSound = found.length === 0 ? layer : asLayer(lastGood[name])
    inForce[name] = lastSound ?? layer
    if (lastSound !== undefined) good[name] = lastSound
  }
  const own = gather(
    parsed.flatMap(({ name }) => (inForce[name] === undefined ? [] : [[name, inForce[name]] as const])),
    modules,
  )
  const layers: Layers = { ...withOwnLevels(inForce), env: checkEnv(env, known, problems) }

  const added = entriesOf(own)
  const catalogue = [...hooks.catalogue, ...added]
  const resolve = (entry: HookEntry, from: Layers): Resolved =>
    resolveHook(entry, from, (option) => known.options.get(entry.id)?.names.includes(option) === true)
  const { resolved, wanted, refused } = tightenAll(catalogue, layers, resolve, options)
  const called = new Set(catalogue.filter(({ enabledBy }) => enabledBy === 'call').map(({ id }) => id as string))
  const isRule = ({ id }: { readonly id: string }): boolean => packOf(id) === 'rules'
  const settingsOf = (some: readonly Resolved[]): Settings['hooks'] =>
    Object.fromEntries(
      some.filter((hook) => !isRule(hook)).map((hook) => [hook.id, settingOf(hook, options, called.has(hook.id))]),
    )
  const settings = settingsOf(resolved)
  const untrusted = catalogue.flatMap((entry) => {
    const setting = settingOf(resolve(entry, usersLayers(layers)), options, false)
    return entry.needsTrust === true && isMore(settings[entry.id], setting) ? [[entry.id, setting] as const] : []
  })
  const generalIn = (from: Layers): General => resolveGeneral(from, hooks.catalogue)
  const general = tightenGeneral(generalIn(withoutRepository(layers)), generalIn(layers))
  const changes = {
    ...Object.fromEntries([...refused].map(([id, some]) => [id, refusedText(some)])),
    ...(general.refused.length > 0 && { general: refusedText(general.refused) }),
  }
  const body = {
    hooks: settings,
    ...(untrusted.length > 0 && { untrusted: Object.fromEntries(untrusted) }),
    ...ownSettings(own, resolved.filter(isRule)),
    ...general.value,
    ...sendsTo(layers),
    ...(Object.keys(changes).length > 0 && {
      loosening: {
        changes,
        hooks: settingsOf(wanted.filter(({ id }) => refused.has(id))),
        general: generalIn(layers),
        overrules: layers.user !== undefined || layers.managed !== undefined,
      },
    }),
  }
  const digest = sha256Hex(JSON.stringify(body)).slice(0, 16)
  return { settings: { digest, ...body }, problems, notes, lastGood: good, resolved, wanted, catalogue, added }
}

/** Whom the user names; where the machine's owner names some, only those of them. */
function sendsTo({ managed, user }: Layers): Pick<Settings, 'sendsTo'> {
  const [theirs, mine] = [managed?.llm?.providers, user?.llm?.providers]
  const named = theirs === undefined ? (mine ?? []) : theirs.filter((one) => mine === undefined || mine.includes(one))
  return named.length === 0 ? {} : { sendsTo: [...new Set(named)] }
}

const withoutRepository = ({ project: _p, local: _l, ...rest }: Layers): Layers => rest

function tightenAll(
  catalogue: readonly HookEntry[],
  layers: Layers,
  resolve: (entry: HookEntry, from: Layers) => Resolved,
  options: Known['options'],
): {
  readonly resolved: readonly Resolved[]
  readonly wanted: readonly Resolved[]
  readonly refused: ReadonlyMap<string, readonly Refused[]>
} {
  const wanted = catalogue.map((entry) => resolve(entry, layers))
  if (layers.project === undefined && layers.local === undefined)
    return { resolved: wanted, wanted, refused: new Map() }
  const refused = new Map<string, readonly Refused[]>()
  const resolved = catalogue.map((entry, index) => {
    const rules = options.get(entry.id)
    const complete: OptionFacts['complete'] = (given) => {
      const { value, issues } = rules?.check(given) ?? { value: given }
      return issues === undefined ? (value as Readonly<Record<string, unknown>>) : undefined
    }
    const all = wanted[index] ?? resolve(entry, layers)
    const facts = { stricter: rules?.stricter, complete }
    const tightened = tightenHook(entry, resolve(entry, withoutRepository(layers)), all, facts)
    if (tightened.refused.length > 0) refused.set(entry.id, tightened.refused)
    return tightened.value
  })
  return { resolved, wanted, refused }
}

/** What only the user has set. Variables may come from a repository's settings, so they only switch off. */
const usersLayers = ({ managed, user, env }: Layers): Layers => ({
  ...(managed !== undefined && { managed }),
  ...(user !== undefined && { user }),
  env: { levels: env.levels.filter(({ level }) => level === 'off') },
})

/** Whether a hook does something that it would not do without the project's files. */
const isMore = (setting: HookSetting | undefined, alone: HookSetting): boolean =>
  setting !== undefined && setting.level !== 'off' && JSON.stringify(setting) !== JSON.stringify(alone)

export async function loadOptions({ catalogue, load }: Hooks): Promise<Known['options']> {
  const pairs = await Promise.all(
    catalogue.map(async ({ id }) => {
      const { options, stricter, formerOptions } = (await load(id)).meta
      const check: OptionRules['check'] = (value) => {
        const result = options['~standard'].validate(value)
        if (result instanceof Promise) throw new Error(`${id}: options must be checked synchronously`)
        return result
      }
      const names = Object.keys((options as { entries?: object }).entries ?? {})
      return [id, { names, stricter, formerOptions, check }] as const
    }),
  )
  return new Map(pairs)
}

/** Another version may have written a different shape. */
function asLayer(value: Layer | undefined): Layer | undefined {
  if (value === undefined) return undefined
  let isSound = true
  const layer = layerOf(value, () => {
    isSound = false
  })
  return isSound ? layer : undefined
}

function settingOf(hook: Resolved, options: Known['options'], onlyCalled: boolean): HookSetting {
  const given = Object.fromEntries(Object.entries(hook.options).map(([name, { value }]) => [name, value]))
  const rules = options.get(hook.id)
  const result = rules?.check(given)
  return {
    ...(onlyCalled ? { level: 'off', whenCalled: hook.level.value } : { level: hook.level.value }),
    // Each layer was checked alone; if only the combination is invalid, the defaults apply.
    options: result?.issues === undefined ? result?.value : rules?.check({}).value,
    timeoutMs: hook.timeoutMs.value,
    ...(hook.matcher.value !== undefined && { matcher: hook.matcher.value }),
  }
}
