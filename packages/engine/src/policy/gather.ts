import type { HookEntry } from '../hook.ts'
import { isOfRepository, type OwnHook, type OwnLayer } from '../own.ts'
import { summaryOfRule } from './rules/describe.ts'
import { entryOfRule, rulesEntry } from './rules/entry.ts'
import { needsTrust, type Rule, type RuleInForce } from './rules/rule.ts'
import { ownHook, ownership } from './own.ts'
import type { Layer } from './parse.ts'
import type { Resolved } from './resolve.ts'
import type { Own } from './settings.ts'
import { quote } from './wording.ts'
import type { Path } from './yaml.ts'

/** What the layers add to the built-in hooks. */

interface Written {
  readonly hooks: readonly OwnHook[]
  readonly rules: readonly WrittenRule[]
}

interface WrittenRule {
  readonly name: string
  readonly layer: OwnLayer
  readonly rule: Rule
}

type NamedLayer = readonly [name: OwnLayer, layer: Layer]

/** Enough to list a hook of which there is no code. */
export type OwnListing = HookEntry & { readonly summary: string }

/** A later layer replaces what an earlier one wrote under the same name; but no project takes away what is the user's. */
export function gather(layers: readonly NamedLayer[], modules: readonly OwnHook[]): Written {
  const hooks = new Map<string, OwnHook>()
  const rules = new Map<string, WrittenRule>()
  for (const [layer, { own = {}, rules: section = {} }] of layers) {
    for (const [name, entry] of Object.entries(own)) {
      const hook = ownHook(name, layer, entry)
      if (mayReplace(hooks.get(hook.entry.id)?.layer)) hooks.set(hook.entry.id, hook)
    }
    for (const [name, rule] of Object.entries(section)) {
      if (mayReplace(rules.get(name)?.layer)) rules.set(name, { name, layer, rule })
    }
  }
  // The configuration names its hooks explicitly, so it wins over a file of the same name.
  for (const hook of modules) if (!hooks.has(hook.entry.id)) hooks.set(hook.entry.id, hook)
  return { hooks: [...hooks.values()].map(inOrder), rules: [...rules.values()] }
}

/** They run as they are written down, unless they say otherwise. */
const inOrder = (hook: OwnHook, index: number): OwnHook => ({
  ...hook,
  entry: { order: FIRST + index, ...hook.entry },
})

const FIRST = 100

const mayReplace = (layer: OwnLayer | undefined): boolean => layer !== 'managed' && layer !== 'user'

/** Names in a layer that a layer above it already defines and that it may not replace. */
export function takenNames(
  layer: OwnLayer,
  { own = {}, rules = {} }: Layer,
  written: Written,
): readonly { readonly path: Path; readonly message: string }[] {
  const taken = (section: 'own' | 'rules', name: string, owner: OwnLayer | undefined) =>
    owner === undefined || owner === layer || mayReplace(owner)
      ? []
      : [
          {
            path: [section, name],
            message: `${quote(name)} is already in the ${owner} configuration, and stays as it is there.`,
          },
        ]
  return [
    ...Object.keys(own).flatMap((name) =>
      taken('own', name, written.hooks.find(({ entry }) => entry.id === `own/${name}`)?.layer),
    ),
    ...Object.keys(rules).flatMap((name) =>
      taken('rules', name, written.rules.find((rule) => rule.name === name)?.layer),
    ),
  ]
}

/** All rules together are one hook for the engine; each has an entry besides, so that it can be named and listed. */
export function entriesOf({ hooks, rules }: Written): readonly OwnListing[] {
  return [
    ...hooks.map(({ entry, summary }) => ({ ...entry, summary })),
    ...allRules(rules).map(({ entry, summary }) => ({ ...entry, summary })),
    ...rules.map(({ name, layer, rule }) => ({
      ...entryOfRule(name, rule),
      ...ownership(layer),
      summary: summaryOfRule(rule),
    })),
  ]
}

/** The user's own are among them, so no project switches them off as a whole. */
function allRules(rules: readonly WrittenRule[]): readonly OwnHook[] {
  if (rules.length === 0) return []
  const entry = { ...rulesEntry(rules.map(({ rule }) => rule)), ...ownership('managed') }
  return [{ entry, summary: '', layer: 'managed', definition: { type: 'rules' } }]
}

/** A level inside a definition is a level like any other of that layer. */
export function withOwnLevels(layers: Readonly<Partial<Record<OwnLayer, Layer>>>): Partial<Record<OwnLayer, Layer>> {
  return Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, { ...layer, hooks: levelsIn(layer) }]))
}

function levelsIn({ own = {}, rules = {}, hooks, packs }: Layer): Layer['hooks'] {
  const written = [
    ...Object.entries(own).map(([name, { level }]) => [`own/${name}`, level ?? packs['own']?.level] as const),
    ...Object.entries(rules).map(([name, { level }]) => [`rules/${name}`, level ?? packs['rules']?.level] as const),
  ]
  return { ...hooks, ...Object.fromEntries(written.map(([id, level = 'on']) => [id, { level, ...hooks[id] }])) }
}

export function ownSettings({ hooks, rules }: Written, resolved: readonly Resolved[]): { readonly own?: Own } {
  if (hooks.length === 0 && rules.length === 0) return {}
  const levels = new Map(resolved.map(({ id, level }) => [id, level.value]))
  const inForce = rules.flatMap(({ name, layer, rule }): readonly RuleInForce[] => {
    const level = levels.get(`rules/${name}`) ?? 'on'
    return level === 'off' ? [] : [{ id: `rules/${name}`, layer, level, rule }]
  })
  const waits = hooks.some(({ layer }) => isOfRepository(layer)) || inForce.some(needsTrust)
  return {
    own: { hooks: [...hooks, ...allRules(rules)], rules: inForce, ...(waits && { needsTrust: true as const }) },
  }
}
