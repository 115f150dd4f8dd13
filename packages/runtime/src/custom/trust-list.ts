import type { Own } from '@holdpoint/engine/policy'
import {
  canonical,
  factsOf,
  itemOfHook,
  itemOfRule,
  trustOf,
  type Trust,
  type TrustFacts,
  type TrustItem,
} from './trust.ts'
import { hookTree, HOOKS_DIRECTORY } from './module/tree.ts'
import { readTrust, type Grant, type TrustPlace, type TrustStore } from './trust-store.ts'

/** What needs trust in a project, with everything a user needs to see before granting it. */
export interface TrustEntry {
  readonly item: TrustItem
  readonly trust: Exclude<Trust, 'own'>
  readonly facts: TrustFacts
  /** The latest grant. */
  readonly last?: Grant
}

export interface TrustListing {
  readonly entries: readonly TrustEntry[]
  readonly store: TrustStore
  /** Why nothing can be trusted. */
  readonly problems: readonly string[]
}

/** Items of the configuration, and `more`. */
export function trustListing(
  own: Own | undefined,
  place: TrustPlace,
  more: readonly (TrustItem | undefined)[] = [],
): TrustListing {
  const store = readTrust(place)
  const items = [...(own?.hooks ?? []).map(itemOfHook), ...(own?.rules ?? []).map(itemOfRule), ...more]
  const entries = items.flatMap((item): readonly TrustEntry[] => {
    const trust = item === undefined ? 'own' : trustOf(item, place, store)
    if (item === undefined || trust === 'own') return []
    const last = store.grants[item.id]?.at(-1)
    return [{ item, trust, facts: factsOf(item, place.root), ...(last !== undefined && { last }) }]
  })
  const { problem } = hookTree(place.root)
  const problems = [
    store.problem,
    problem === undefined ? undefined : `No file of ${HOOKS_DIRECTORY} runs: ${problem}.`,
  ]
  return { entries, store, problems: problems.filter((text) => text !== undefined) }
}

/** Changes since the item was trusted, one line each. */
export function changesSince({ digest, definition, files }: Grant, { item, facts }: TrustEntry): readonly string[] {
  if (digest === facts.digest) return ['what was built of it when it was trusted is gone']
  const [before, after] = [asMapping(definition), asMapping(item.definition)]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => key !== 'options')
  const inDefinition = keys
    .filter((key) => canonical(before[key]) !== canonical(after[key]))
    .map((key) => `${key}: ${shown(before[key])} -> ${shown(after[key])}`)
  const old = new Map(files.map((file) => [file.path, file]))
  const now = new Map(facts.files.map((file) => [file.path, file]))
  const inFiles = [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((path) => {
    const [was, is] = [old.get(path), now.get(path)]
    if (was?.digest === is?.digest) return []
    if (was === undefined) return [`${path}: new`]
    return is === undefined ? [`${path}: gone`] : [`${path}: changed (${was.bytes} -> ${is.bytes} bytes)`]
  })
  return [...inDefinition, ...inFiles]
}

const shown = (value: unknown): string => (value === undefined ? 'nothing' : canonical(value))

const asMapping = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
