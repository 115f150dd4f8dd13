import * as v from 'valibot'
import { A_MAPPING, allowedBy, quote, show, unknownName } from '../../lib/wording.ts'

/** Reading values that anybody may have written: what is sound is given back, and every mistake is told with its place. */

export type Path = readonly (string | number)[]
/** Tells of a mistake in the key or, if not said otherwise, the value at a path. */
export type Report = (path: Path, wording: string | (() => string), at?: 'key' | 'value') => void

/** A report that remembers whether anything was told. */
export interface Tell extends Report {
  readonly told: () => boolean
}

export function teller(report: Report): Tell {
  let told = false
  const tell: Report = (...mistakes) => {
    told = true
    report(...mistakes)
  }
  return Object.assign(tell, { told: () => told })
}

export type Mapping = Readonly<Record<string, unknown>>

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const named = (path: Path): string => quote(path.join('.'))

export const mistake = (path: Path, value: unknown, allowed: string): string =>
  `${named(path)} is ${show(value)}; allowed: ${allowed}.`

export function mapping(value: unknown, path: Path, tell: Tell, keys?: readonly string[]): Mapping | undefined {
  if (!isMapping(value)) {
    tell(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  for (const key of keys === undefined ? [] : Object.keys(value)) {
    if (keys?.includes(key) === true) continue
    tell([...path, key], () => `${unknownName('key', key, keys ?? [])} Allowed here: ${keys?.join(', ')}.`, 'key')
  }
  return value
}

export const text = v.pipe(v.string(), v.minLength(1))

export function plain<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  path: Path,
  tell: Tell,
): v.InferOutput<S> | undefined {
  const { issues, output, success } = v.safeParse(schema, value, { abortPipeEarly: true })
  if (success) return output
  const [issue] = issues
  const inner = issue.path?.map(({ key }) => key as string | number) ?? []
  // What a pattern allows is written in the words that come with it.
  const allowed = issue.type === 'regex' ? issue.message : allowedBy(issue)
  tell([...path, ...inner], mistake([...path, ...inner], issue.input, allowed))
  return undefined
}

/** A mapping of plain values. */
export function fields<S extends v.StrictObjectSchema<v.ObjectEntries, undefined>>(
  schema: S,
  value: unknown,
  path: Path,
  tell: Tell,
): v.InferOutput<S> | undefined {
  const given = mapping(value, path, tell, Object.keys(schema.entries))
  if (given === undefined) return undefined
  const result: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(schema.entries)) {
    if (Object.hasOwn(given, key)) result[key] = plain(entry as v.GenericSchema, given[key], [...path, key], tell)
    else if (entry.type !== 'optional') tell(path, `${named(path)} has no \`${key}\`.`, 'key')
  }
  return result
}

/** One value or a list of them, always as a list. */
export function several<T>(
  value: unknown,
  path: Path,
  tell: Tell,
  read: (item: unknown, path: Path) => T | undefined,
): readonly T[] {
  const isList = Array.isArray(value)
  if (isList && value.length === 0) tell(path, `${named(path)} is an empty list.`)
  const items: readonly unknown[] = isList ? value : [value]
  return items.flatMap((item, index) => {
    const sound = read(item, isList ? [...path, index] : path)
    return sound === undefined ? [] : [sound]
  })
}
