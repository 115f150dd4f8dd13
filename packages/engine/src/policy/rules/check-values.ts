import * as v from 'valibot'
import { A_MAPPING, allowedBy, quote, show, unknownName } from '../../lib/wording.ts'
import { isObject } from '../../lib/values.ts'

/** Reads untrusted values: returns what is valid, and reports every mistake with its place. */

export type Path = readonly (string | number)[]
/** Reports a mistake in the value, or with `at: 'key'` in the key, at a path. */
export type Report = (path: Path, wording: string | (() => string), at?: 'key' | 'value') => void

/** A report that remembers whether it was called. */
export interface TrackedReport extends Report {
  readonly hasMistakes: () => boolean
}

export function trackReport(sink: Report): TrackedReport {
  let hasMistakes = false
  const report: Report = (...problem) => {
    hasMistakes = true
    sink(...problem)
  }
  return Object.assign(report, { hasMistakes: () => hasMistakes })
}

export type Mapping = Readonly<Record<string, unknown>>

export const named = (path: Path): string => quote(path.join('.'))

export const mistake = (path: Path, value: unknown, allowed: string): string =>
  `${named(path)} is ${show(value)}; allowed: ${allowed}.`

export function mapping(
  value: unknown,
  path: Path,
  report: TrackedReport,
  keys?: readonly string[],
): Mapping | undefined {
  if (!isObject(value)) {
    report(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  for (const key of keys === undefined ? [] : Object.keys(value)) {
    if (keys?.includes(key) === true) continue
    report([...path, key], () => `${unknownName('key', key, keys ?? [])} Allowed here: ${keys?.join(', ')}.`, 'key')
  }
  return value
}

export const text = v.pipe(v.string(), v.minLength(1))

export function plain<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  path: Path,
  report: TrackedReport,
): v.InferOutput<S> | undefined {
  const { issues, output, success } = v.safeParse(schema, value, { abortPipeEarly: true })
  if (success) return output
  const [issue] = issues
  const inner = issue.path?.map(({ key }) => key as string | number) ?? []
  // What a pattern allows is written in the words that come with it.
  const allowed = issue.type === 'regex' ? issue.message : allowedBy(issue)
  report([...path, ...inner], mistake([...path, ...inner], issue.input, allowed))
  return undefined
}

/** A mapping of plain values. */
export function fields<S extends v.StrictObjectSchema<v.ObjectEntries, undefined>>(
  schema: S,
  value: unknown,
  path: Path,
  report: TrackedReport,
): v.InferOutput<S> | undefined {
  const given = mapping(value, path, report, Object.keys(schema.entries))
  if (given === undefined) return undefined
  const result: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(schema.entries)) {
    if (Object.hasOwn(given, key)) result[key] = plain(entry as v.GenericSchema, given[key], [...path, key], report)
    else if (entry.type !== 'optional') report(path, `${named(path)} has no \`${key}\`.`, 'key')
  }
  return result
}

/** One value or a list of them, always as a list. */
export function several<T>(
  value: unknown,
  path: Path,
  report: TrackedReport,
  read: (item: unknown, path: Path) => T | undefined,
): readonly T[] {
  const isList = Array.isArray(value)
  if (isList && value.length === 0) report(path, `${named(path)} is an empty list.`)
  const items: readonly unknown[] = isList ? value : [value]
  return items.flatMap((item, index) => {
    const sound = read(item, isList ? [...path, index] : path)
    return sound === undefined ? [] : [sound]
  })
}
