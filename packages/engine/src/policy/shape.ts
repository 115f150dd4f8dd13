import * as v from 'valibot'
import { A_MAPPING, allowedBy, quote, show, unknownName } from './wording.ts'
import type { Path, Report } from './yaml.ts'
import { isObject } from '../lib/values.ts'

/** Checks a value against a schema, reports every mistake with its place, and returns the valid part. */

type AnySchema = v.GenericSchema<unknown, object>

/** Everything in these schemas is optional, so what is left without the mistakes always fits. */
export function check<S extends AnySchema>(schema: S, value: unknown, path: Path, report: Report): v.InferOutput<S> {
  const left = withoutUnknown(schema, value, path, report)
  const known = left === undefined ? {} : left
  const { issues = [] } = v.safeParse(schema, known, { abortPipeEarly: true })
  for (const issue of issues) {
    const inner = keysOf(issue)
    report([...path, ...inner], mistake([...path, ...inner], issue.input, allowedBy(issue)))
  }
  return withoutPaths(known, issues.map(keysOf)) as v.InferOutput<S>
}

export function mistake(path: Path, value: unknown, allowed: string): string {
  const name = path.length === 0 ? 'the file' : quote(path.join('.'))
  return `${name} is ${show(value)}; allowed: ${allowed}.`
}

/** The library stops at the first unknown key, and takes a list for a mapping with the keys 0, 1, … */
function withoutUnknown(schema: v.GenericSchema, value: unknown, path: Path, report: Report): unknown {
  const { type, entries } = inside(schema)
  if (type !== 'strict_object' && type !== 'record') return value
  if (Array.isArray(value)) {
    report(path, mistake(path, value, A_MAPPING))
    return undefined
  }
  if (entries === undefined || !isObject(value)) return value
  const result: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const own = Object.hasOwn(entries, key) ? entries[key] : undefined
    const at = [...path, key]
    if (own === undefined) report(at, () => unknownKey(key, Object.keys(entries)), 'key')
    else result[key] = withoutUnknown(own, inner, at, report)
  }
  return Object.fromEntries(Object.entries(result).filter(([, inner]) => inner !== undefined))
}

const unknownKey = (key: string, allowed: readonly string[]): string =>
  `${unknownName('key', key, allowed)} Allowed here: ${allowed.join(', ')}.`

interface Inside {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
}

function inside(schema: v.GenericSchema): Inside {
  const { wrapped } = schema as { readonly wrapped?: v.GenericSchema }
  return wrapped ?? schema
}

const keysOf = (issue: v.BaseIssue<unknown>): Path => (issue.path ?? []).map(({ key }) => key as string | number)

function withoutPaths(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0) return value
  const copy: unknown = structuredClone(value)
  // From the end, so that the places in a list stay right.
  for (const path of paths.toReversed()) {
    const last = path.at(-1)
    if (last === undefined) return {}
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
    if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else delete (parent as Record<string, unknown>)[last]
  }
  return copy
}
