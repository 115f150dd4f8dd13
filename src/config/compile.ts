import type { Hook, HookEntry, SchemaIssue } from '../core/hook.ts'
import { closest, findHook } from '../core/names.ts'
import { packOf } from '../core/packs.ts'
import { sha256Hex } from '../core/sha256.ts'
import { matcherProblem } from '../core/matcher.ts'
import { envLayer, type LayerFile, type LayerName } from './layers.ts'
import { allowedBy, readLayer, show, type Entry, type Layer, type Parsed, type Path } from './parse.ts'
import { presetNames } from './presets.ts'
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
  const optionNames = await loadOptions(hooks)
  const problems: Problem[] = []
  const inForce: FileLayers = {}
  const good: FileLayers = {}
  for (const { name, path } of files) {
    const parsed = readLayer(path)
    if (parsed === undefined) continue
    const { layer, problems: found } = checkLayer(parsed, name, hooks.catalogue, optionNames)
    problems.push(...found)
    const previous = lastGood[name]
    inForce[name] = found.length === 0 ? layer : (previous ?? layer)
    const keep = found.length === 0 ? layer : previous
    if (keep !== undefined) good[name] = keep
  }
  const layers: Layers = { ...inForce, env: checkedEnv(env, hooks.catalogue, problems) }

  const resolved = hooks.catalogue.map((entry) =>
    resolveHook(entry, layers, (option) => optionNames.get(entry.id)?.names.includes(option) === true),
  )
  const settings: Record<string, HookSetting> = {}
  for (const hook of resolved) settings[hook.id] = settingOf(hook, optionNames)
  const body = { hooks: settings, ...resolveGeneral(layers) }
  const digest = sha256Hex(JSON.stringify(body)).slice(0, 16)
  return { settings: { digest, ...body }, problems, lastGood: good, resolved }
}

type OptionCheck = (value: unknown) => {
  readonly value?: unknown
  readonly issues?: readonly SchemaIssue[] | undefined
}
type OptionNames = ReadonlyMap<string, { readonly names: readonly string[]; readonly check: OptionCheck }>

async function loadOptions({ catalogue, load }: Hooks): Promise<OptionNames> {
  const pairs = await Promise.all(
    catalogue.map(async ({ id }) => {
      const { options } = (await load(id)).meta
      const check: OptionCheck = (value) => {
        const result = options['~standard'].validate(value)
        if (result instanceof Promise) throw new Error(`${id}: options must be checked synchronously`)
        return result
      }
      return [id, { names: Object.keys((options as { entries?: object }).entries ?? {}), check }] as const
    }),
  )
  return new Map(pairs)
}

function settingOf(hook: Resolved, optionNames: OptionNames): HookSetting {
  const given = Object.fromEntries(Object.entries(hook.options).map(([name, { value }]) => [name, value]))
  const check = optionNames.get(hook.id)?.check
  const result = check?.(given)
  // Each layer was checked by itself; if only their sum is wrong, the defaults are the safe answer.
  const options = result?.issues === undefined ? result?.value : check?.({}).value
  return {
    level: hook.level.value,
    options,
    timeoutMs: hook.timeoutMs.value,
    ...(hook.matcher.value !== undefined && { matcher: hook.matcher.value }),
  }
}

interface Checked {
  readonly layer: Layer
  readonly problems: readonly Problem[]
}

function checkLayer(parsed: Parsed, name: LayerName, catalogue: readonly HookEntry[], options: OptionNames): Checked {
  const problems = [...parsed.problems]
  const report = (path: Path, message: string, at?: 'key' | 'value'): void => {
    problems.push(parsed.problemAt(path, message, at))
  }
  const { layer } = parsed

  const presets = presetNames(catalogue)
  const knownPresets = layer.presets?.filter((preset, index) => {
    if (presets.includes(preset)) return true
    report(['presets', index], unknown('preset', preset, presets))
    return false
  })

  const packs: Record<string, Entry> = {}
  const packIds = [...new Set(catalogue.map(({ id }) => packOf(id)))]
  for (const [pack, entry] of Object.entries(layer.packs)) {
    if (!packIds.includes(pack)) {
      report(['packs', pack], unknown('pack', pack, packIds), 'key')
      continue
    }
    const members = catalogue.filter(({ id }) => packOf(id) === pack).map(({ id }) => options.get(id))
    packs[pack] = checkOptions(entry, ['packs', pack], members, report)
  }

  const hooks: Record<string, Entry> = {}
  for (const [given, entry] of Object.entries(layer.hooks)) {
    const hook = findHook(given, catalogue)
    if (hook === undefined) {
      const ids = catalogue.map(({ id }) => id)
      report(['hooks', given], unknown('hook', given, ids), 'key')
      continue
    }
    const path = ['hooks', given]
    if (
      hook.floor === true &&
      name !== 'user' &&
      name !== 'managed' &&
      Object.keys(entry).some((key) => key !== 'level')
    ) {
      report(path, `\`${hook.id}\` can be changed only in the user's own configuration.`, 'key')
    }
    const wrong = entry.matcher === undefined ? undefined : matcherProblem(entry.matcher)
    if (wrong !== undefined) report([...path, 'matcher'], `this matcher never matches: ${wrong}.`)
    hooks[hook.id] = { ...hooks[hook.id], ...checkOptions(entry, path, [options.get(hook.id)], report) }
  }
  return { layer: { ...layer, ...(knownPresets && { presets: knownPresets }), packs, hooks }, problems }
}

function checkOptions(
  entry: Entry,
  path: Path,
  targets: readonly ({ readonly names: readonly string[]; readonly check: OptionCheck } | undefined)[],
  report: (path: Path, message: string, at?: 'key' | 'value') => void,
): Entry {
  const sound: Record<string, unknown> = {}
  const names = [...new Set(targets.flatMap((target) => target?.names ?? []))]
  for (const [option, value] of Object.entries(entry.options ?? {})) {
    const at = [...path, 'options', option]
    const accepting = targets.find((target) => target?.names.includes(option))
    const issue = accepting?.check({ [option]: value }).issues?.[0]
    if (accepting === undefined) report(at, unknown('option', option, names), 'key')
    else if (issue !== undefined) report(at, `\`${option}\` is ${show(value)}; allowed: ${allowedBy(issue)}.`)
    else sound[option] = value
  }
  return entry.options === undefined ? entry : { ...entry, options: sound }
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const hint = closest(name, known)
  const meant = hint === undefined ? '.' : `; did you mean \`${hint}\`?`
  const list = known.length === 0 ? '' : ` Known: ${known.join(', ')}.`
  return `unknown ${what} \`${name}\`${meant}${list}`
}

function checkedEnv(env: Env, catalogue: readonly HookEntry[], problems: Problem[]): Layers['env'] {
  const layer = envLayer(env)
  const presets = presetNames(catalogue)
  const packs = new Set(catalogue.map(({ id }) => packOf(id)))
  const knownPresets = layer.presets?.filter((preset) => {
    if (presets.includes(preset)) return true
    problems.push({ file: 'HOLDPOINT_PRESETS', message: unknown('preset', preset, presets) })
    return false
  })
  const levels = layer.levels.flatMap((wanted) => {
    const hook = findHook(wanted.id, catalogue)
    if (hook !== undefined) return [{ ...wanted, id: hook.id }]
    if (packs.has(wanted.id)) return [wanted]
    const ids = catalogue.map(({ id }) => id)
    problems.push({ file: wanted.variable, message: unknown('hook', wanted.id, ids) })
    return []
  })
  return { levels, ...(knownPresets && knownPresets.length > 0 && { presets: knownPresets }) }
}
