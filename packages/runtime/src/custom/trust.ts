import { existsSync } from 'node:fs'
import { isOfRepository, type OwnHook, type OwnLayer, sha256Hex, isObject } from '@holdpoint/engine'
import type { Settings } from '@holdpoint/engine/policy'
import { needsTrust, type RuleInForce } from '@holdpoint/engine/rules'
import { builtFile } from './module/built.ts'
import { hookTree } from './module/tree.ts'
import { namedFiles, type NamedFiles } from './trust-files.ts'
import { readTrust, type Grant, type TrustPlace, type TrustStore } from './trust-store.ts'
import { wordsOf } from './trust-words.ts'

/** An item in a project's files that starts a program, loads code, sends data or loosens a setting. */
export interface TrustItem {
  readonly id: string
  readonly layer: OwnLayer
  readonly definition: unknown
  /** Files that the definition declares, relative to the project. */
  readonly files: readonly string[]
}

/** `own`: it is the user's, or needs no trust. */
export type Trust = 'own' | 'granted' | 'missing' | 'changed'

export function itemOfHook({ entry, layer, definition }: OwnHook): TrustItem | undefined {
  if (!isOfRepository(layer) || definition.type === 'rules') return undefined
  if (definition.type === 'module') return { id: entry.id, layer, definition, files: [] }
  const { events, on, matcher } = entry
  // The events are part of the digest: a hook that sends data must not receive more than the user has agreed to.
  const heard = { on: events ?? on, ...(matcher !== undefined && { matcher }) }
  const files = definition.type === 'command' ? (definition.files ?? []) : []
  return { id: entry.id, layer, definition: { ...definition, ...heard }, files }
}

export const itemOfRule = (given: RuleInForce): TrustItem | undefined =>
  needsTrust(given) ? { id: given.id, layer: given.layer, definition: given.rule, files: [] } : undefined

/** Built-in hooks that start programs or send data only because of the project's files. */
export function itemOfProject({ hooks, untrusted }: Settings): TrustItem | undefined {
  if (untrusted === undefined) return undefined
  const wanted = Object.keys(untrusted).map((id) => [id, hooks[id]] as const)
  return { id: PROJECT, layer: 'project', definition: { type: 'project', ...Object.fromEntries(wanted) }, files: [] }
}

export const PROJECT = 'project/hooks'

/** What the project's files loosen of the user's or the machine's settings. */
export const itemOfLoosening = ({ loosening }: Settings): TrustItem | undefined =>
  loosening === undefined
    ? undefined
    : { id: LOOSENING, layer: 'project', definition: { type: 'loosening', ...loosening.changes }, files: [] }

export const LOOSENING = 'project/loosening'

/** The exact content that is, or would be, trusted. */
export interface TrustFacts extends NamedFiles {
  readonly digest: string
}

export function factsOf({ definition, files: declared }: TrustItem, root: string): TrustFacts {
  const named = isModule(definition) ? hookTree(root) : namedFiles(root, commandWords(definition), declared)
  const { files, problem } = named
  return { files, digest: digestOf(definition, files), ...(problem !== undefined && { problem }) }
}

export const digestOf = (definition: unknown, files: NamedFiles['files']): string =>
  sha256Hex(canonical({ definition: plain(definition), files: files.map(({ path, digest }) => [path, digest]) }))

export function trustOf(item: TrustItem, place: TrustPlace, store: TrustStore = readTrust(place)): Trust {
  if (!isOfRepository(item.layer)) return 'own'
  const grants = Object.hasOwn(store.grants, item.id) ? (store.grants[item.id] ?? []) : []
  if (grants.length === 0) return 'missing'
  const { digest, problem } = factsOf(item, place.root)
  const grant = grants.find((known) => known.digest === digest)
  return problem === undefined && grant !== undefined && isBuilt(grant, place.directory) ? 'granted' : 'changed'
}

/** A later version may build differently, and the cached build may have been deleted. */
const isBuilt = ({ module }: Grant, directory: string): boolean =>
  module === undefined || existsSync(builtFile(directory, module.tree))

export const isModule = (value: unknown): boolean => isObject(value) && value['type'] === 'module'

/** A module's description is derived from its files. */
const plain = (definition: unknown): unknown =>
  isObject(definition) && isModule(definition) ? { type: 'module', file: definition['file'] } : definition

/** Values of the keys that start programs, at any depth: a shell line, or a program with its arguments. */
export function commandWords(definition: unknown, isCommand = false): readonly string[] {
  if (typeof definition === 'string') return isCommand ? [definition, ...wordsOf(definition)] : []
  if (Array.isArray(definition)) return definition.flatMap((item) => commandWords(item, isCommand))
  if (!isObject(definition)) return []
  return Object.entries(definition).flatMap(([key, value]) => commandWords(value, isCommand || STARTS.has(key)))
}

const STARTS = new Set(['command', 'args', 'run'])

/** The same text for the same data, regardless of the order of its keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}
