import { isObject } from '@holdpoint/engine'
/** Readers for payloads that may hold anything at any place. A value of the wrong type counts as absent. */

export type Payload = Readonly<Record<string, unknown>>

/** The value at the first of several dotted names that holds one. */
function first<T>(payload: Payload, names: readonly string[], is: (value: unknown) => value is T): T | undefined {
  for (const name of names) {
    const value = valueAt(payload, name)
    if (is(value)) return value
  }
  return undefined
}

/** The value at a dotted name, or undefined. */
export function valueAt(payload: Payload, dotted: string): unknown {
  if (!dotted.includes('.')) return Object.hasOwn(payload, dotted) ? payload[dotted] : undefined
  let value: unknown = payload
  for (const name of dotted.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isPresent = (value: unknown): value is unknown => value !== undefined && value !== null

/** An empty string is a value. */
export const text = (payload: Payload, ...names: string[]): string | undefined => first(payload, names, isText)
/** An empty string counts as absent. */
export const filled = (payload: Payload, ...names: string[]): string | undefined => first(payload, names, isFilledText)
export const flag = (payload: Payload, ...names: string[]): boolean => first(payload, names, isFlag) ?? false
export const object = (payload: Payload, ...names: string[]): Payload => first(payload, names, isObject) ?? {}
export const anything = (payload: Payload, ...names: string[]): unknown => first(payload, names, isPresent)

/** `{key: value}`, or nothing when there is no value, so that absent fields are really absent. */
export const optional = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V })
