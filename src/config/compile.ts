import type { Hook, HookEntry } from '../core/hook.ts'
import { sha256Hex } from '../core/sha256.ts'
import { checkEnv, checkLayer, type Known, type OptionRules } from './check.ts'
import type { LayerFile, LayerName } from './layers.ts'
import { layerOf, readLayer, type Layer } from './parse.ts'
import { resolveGeneral, resolveHook, type Layers, type Resolved } from './resolve.ts'
import type { HookSetting, Problem, Settings } from './settings.ts'

type Env = Readonly<Record<string, string | undefined>>
type FileLayers = Partial<Record<Exclude<LayerName, 'env'>, Layer>>

export interface Hooks {
  readonly catalogue: readonly HookEntry[]
  load(id: string): Promise<Hook>
}

export interface Compiled {
  readonly settings: Settings
  readonly problems: readonly Problem[]
  /** Each layer as it was when it last had no mistake. */
  readonly lastGood: Readonly<FileLayers>
  readonly resolved: readonly Resolved[]
}

/**
 * Reads every layer, checks it against the hooks, and merges. A layer with a mistake never switches anything off:
 * its last good form stays in force, or, when it never had one, what is sound in it.
 */
export async function compile(
  files: readonly LayerFile[],
  env: Env,
  hooks: Hooks,
  lastGood: Readonly<FileLayers> = {},
): Promise<Compiled> {
  const known: Known = { catalogue: hooks.catalogue, options: await loadOptions(hooks) }
  const problems: Problem[] = []
  const inForce: FileLayers = {}
  const good: FileLayers = {}
  for (const { name, path } of files) {
    const parsed = readLayer(path)
    if (parsed === undefined) continue
    const layer = checkLayer(parsed, name, known)
    const found = parsed.problems()
    problems.push(...found)
    const lastSound = found.length === 0 ? layer : asLayer(lastGood[name])
    inForce[name] = lastSound ?? layer
    if (lastSound !== undefined) good[name] = lastSound
  }
  const layers: Layers = { ...inForce, env: checkEnv(env, known, problems) }

  const resolved = hooks.catalogue.map((entry) =>
    resolveHook(entry, layers, (option) => known.options.get(entry.id)?.names.includes(option) === true),
  )
  const called = new Set(hooks.catalogue.filter(({ onlyCalled }) => onlyCalled === true).map(({ id }) => id as string))
  const settings = Object.fromEntries(
    resolved.map((hook) => [hook.id, settingOf(hook, known.options, called.has(hook.id))]),
  )
  const body = { hooks: settings, ...resolveGeneral(layers) }
  const digest = sha256Hex(JSON.stringify(body)).slice(0, 16)
  return { settings: { digest, ...body }, problems, lastGood: good, resolved }
}

async function loadOptions({ catalogue, load }: Hooks): Promise<Known['options']> {
  const pairs = await Promise.all(
    catalogue.map(async ({ id }) => {
      const { options } = (await load(id)).meta
      const check: OptionRules['check'] = (value) => {
        const result = options['~standard'].validate(value)
        if (result instanceof Promise) throw new Error(`${id}: options must be checked synchronously`)
        return result
      }
      return [id, { names: Object.keys((options as { entries?: object }).entries ?? {}), check }] as const
    }),
  )
  return new Map(pairs)
}

/** What another version wrote down need not be a layer of ours. */
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
    // Each layer was checked by itself; if only their sum is wrong, the defaults are the safe answer.
    options: result?.issues === undefined ? result?.value : rules?.check({}).value,
    timeoutMs: hook.timeoutMs.value,
    ...(hook.matcher.value !== undefined && { matcher: hook.matcher.value }),
  }
}
