import type { HookEntry, FormerOption, SchemaIssue, Stricter } from '../hook.ts'
import { matcherProblem } from '../matcher.ts'
import { findHook } from '../lib/names.ts'
import { packOf } from '../pack.ts'
import { envLayer, type EnvLayer, type LayerName } from './layers.ts'
import { outdatedIn, outdatedText, pathOf, upToDate } from './outdated.ts'
import type { Entry, Layer, Parsed } from './parse.ts'
import { DEFAULT_PRESETS, presetNames } from './presets.ts'
import type { Rule } from './rules/rule.ts'
import type { Problem } from './settings.ts'
import { allowedBy, quote, show, unknownName } from './wording.ts'
import type { Path, Report } from './yaml.ts'

/** What the options of one hook may be. */
export interface OptionRules {
  readonly names: readonly string[]
  readonly stricter?: Readonly<Record<string, Stricter>> | undefined
  readonly formerOptions?: Readonly<Record<string, FormerOption>> | undefined
  check(value: unknown): { readonly value?: unknown; readonly issues?: readonly SchemaIssue[] | undefined }
}

/** All that a configuration may name. */
export interface Known {
  readonly catalogue: readonly HookEntry[]
  readonly options: ReadonlyMap<string, OptionRules>
}

/** Reports what in a layer names something that does not exist or may not be so, and returns the rest. */
export function checkLayer({ layer: written, report, note }: Parsed, name: LayerName, known: Known): Layer {
  const outdated = outdatedIn(written, known)
  for (const one of outdated) note(pathOf(one), () => outdatedText(one), 'key')
  const layer = upToDate(written, outdated)
  if (layer.llm !== undefined && name !== 'user' && name !== 'managed')
    note(
      ['llm'],
      '`llm` counts only in your own configuration: a repository does not decide who gets your data.',
      'key',
    )
  const { presets: given, ...rest } = layer
  const presets = given && soundPresets(given, known, (index, wording) => report(['presets', index], wording))
  return {
    ...rest,
    ...(presets !== undefined && { presets }),
    packs: checkPacks(layer.packs, known, report),
    hooks: checkHooks(layer.hooks, name, known, report),
    ...(layer.rules !== undefined && { rules: checkOverrules(layer.rules, name, known, report) }),
  }
}

/** A repository's rule that would lift an objection is left out; so is a name of a hook that does not exist. */
function checkOverrules(
  given: NonNullable<Layer['rules']>,
  layer: LayerName,
  { catalogue }: Known,
  report: Report,
): NonNullable<Layer['rules']> {
  const ids = catalogue.map(({ id }) => id)
  const isSound = ([name, { overrules }]: readonly [string, Rule]): boolean => {
    if (overrules === undefined) return true
    const path = ['rules', name, 'overrules']
    if (layer !== 'user' && layer !== 'managed') {
      report(path, () => '`overrules` counts only in your own configuration: a repository only tightens.', 'key')
      return false
    }
    const unknown = overrules.find((id) => findHook(id, catalogue) === undefined)
    if (unknown !== undefined) report(path, () => unknownName('hook', unknown, ids))
    return unknown === undefined
  }
  return Object.fromEntries(Object.entries(given).filter(isSound))
}

/** A misspelt preset switches nothing off: what would be on without the list stays on beside what is known. */
function soundPresets(
  given: readonly string[],
  { catalogue }: Known,
  report: (index: number, wording: () => string) => void,
): readonly string[] | undefined {
  const names = presetNames(catalogue)
  const sound = given.filter((preset, index) => {
    if (names.includes(preset)) return true
    report(index, () => `${unknownName('preset', preset, names)} ${listing(names)}`)
    return false
  })
  if (sound.length === given.length) return sound
  return sound.length === 0 ? undefined : [...new Set([...sound, ...DEFAULT_PRESETS])]
}

function checkPacks(given: Layer['packs'], { catalogue, options }: Known, report: Report): Layer['packs'] {
  const sound: Record<string, Entry> = {}
  const packs = [...new Set(catalogue.map(({ id }) => packOf(id)))]
  for (const [pack, entry] of Object.entries(given)) {
    const path = ['packs', pack]
    const members = catalogue.filter(({ id }) => packOf(id) === pack).map(({ id }) => options.get(id))
    if (packs.includes(pack)) sound[pack] = checkOptions(entry, path, members, report)
    else report(path, () => `${unknownName('pack', pack, packs)} ${listing(packs)}`, 'key')
  }
  return sound
}

function checkHooks(given: Layer['hooks'], layer: LayerName, known: Known, report: Report): Layer['hooks'] {
  const sound: Record<string, Entry> = {}
  for (const [name, entry] of Object.entries(given)) {
    const path = ['hooks', name]
    const hook = findHook(name, known.catalogue)
    if (hook === undefined) {
      report(path, () => unknownHook(name, known), 'key')
      continue
    }
    if (sound[hook.id] !== undefined) report(path, `\`${hook.id}\` is defined twice, under two names.`, 'key')
    if (hook.enabledBy === 'always' && layer !== 'user' && layer !== 'managed' && loosens(entry)) {
      report(path, `\`${hook.id}\` can be changed only in the user's own configuration.`, 'key')
    }
    const checked = checkOptions(checkMatcher(entry, path, report), path, [known.options.get(hook.id)], report)
    sound[hook.id] = { ...sound[hook.id], ...checked }
  }
  return sound
}

/** A matcher that can never match would switch its hook off, so it is left out. */
function checkMatcher(entry: Entry, path: Path, report: Report): Entry {
  const wrong = entry.matcher === undefined ? undefined : matcherProblem(entry.matcher)
  if (wrong === undefined) return entry
  const { matcher, ...rest } = entry
  report([...path, 'matcher'], `${show(matcher)} is no valid matcher: ${wrong.split(': ').at(-1)}.`)
  return rest
}

const loosens = ({ level = 'on', ...rest }: Entry): boolean => level !== 'on' || Object.keys(rest).length > 0

/** An option of a pack goes to every hook of it that has such an option, so it must suit them all. */
function checkOptions(entry: Entry, path: Path, targets: readonly (OptionRules | undefined)[], report: Report): Entry {
  if (entry.options === undefined) return entry
  const sound: Record<string, unknown> = {}
  for (const [option, value] of Object.entries(entry.options)) {
    const at = [...path, 'options', option]
    const takers = targets.filter((target) => target?.names.includes(option) === true)
    const issue = takers.flatMap((taker) => taker?.check({ [option]: value }).issues ?? [])[0]
    if (takers.length === 0) report(at, () => unknownOption(option, targets), 'key')
    else if (issue !== undefined) report([...path, 'options', ...stepsOf(issue)], wrongOption(issue, value))
    else sound[option] = value
  }
  return { ...entry, options: sound }
}

function wrongOption(issue: SchemaIssue & { readonly input?: unknown }, value: unknown): string {
  return `${quote(stepsOf(issue).join('.'))} is ${show('input' in issue ? issue.input : value)}; allowed: ${allowedBy(issue)}.`
}

const stepsOf = ({ path = [] }: SchemaIssue): Path =>
  path
    .map((step) => (typeof step === 'object' ? step.key : step))
    .map((key) => (typeof key === 'number' ? key : String(key)))

const listing = (names: readonly string[]): string => `Known: ${names.join(', ')}.`

const unknownHook = (name: string, { catalogue }: Known): string =>
  `${unknownName(
    'hook',
    name,
    catalogue.flatMap(({ id, aliases }) => [id, ...aliases]),
  )} \`holdpoint list\` shows all of them.`

function unknownOption(option: string, targets: readonly (OptionRules | undefined)[]): string {
  const names = [...new Set(targets.flatMap((target) => target?.names ?? []))]
  return `${unknownName('option', option, names)} ${names.length === 0 ? 'There are none here.' : listing(names)}`
}

/** The switches of the environment, with ids for aliases. */
export function checkEnv(
  env: Readonly<Record<string, string | undefined>>,
  known: Known,
  problems: Problem[],
): EnvLayer {
  const { catalogue } = known
  const { presets: given, levels: wanted } = envLayer(env)
  const presets =
    given &&
    soundPresets(given, known, (_, wording) => problems.push({ file: 'HOLDPOINT_PRESETS', message: wording() }))
  const packs = new Set(catalogue.map(({ id }) => packOf(id)))
  const levels = wanted.flatMap((item) => {
    const hook = findHook(item.id, catalogue)
    if (hook !== undefined) return [{ ...item, id: hook.id }]
    if (packs.has(item.id)) return [item]
    problems.push({ file: item.variable, message: unknownHook(item.id, known) })
    return []
  })
  return { levels, ...(presets !== undefined && { presets }) }
}
