import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { codeOf, messageOf } from '../core/errors.ts'
import { findingsIn } from './findings.ts'
import { fileSchema, hookSchema, levelSchema, packSchema } from './schema.ts'
import type { Level } from './settings.ts'
import { A_MAPPING, allowedBy, quote, show, unknownName } from './wording.ts'
import { parseYaml, type Path, type Report, type Yaml } from './yaml.ts'

export interface Entry {
  readonly level?: Level
  readonly options?: Readonly<Record<string, unknown>>
  readonly matcher?: string
  readonly timeout_ms?: number
}

/** One file, read and checked as far as that is possible without knowing the hooks. */
export interface Layer {
  readonly presets?: readonly string[] | undefined
  readonly packs: Readonly<Record<string, Entry>>
  readonly hooks: Readonly<Record<string, Entry>>
  readonly breaker?: { readonly threshold?: number | undefined } | undefined
  readonly stop_block_cap?: number | undefined
  readonly dev_mode?: { readonly file?: string | undefined; readonly packs?: readonly string[] | undefined } | undefined
}

export interface Parsed extends Pick<Yaml, 'report' | 'problems'> {
  readonly layer: Layer
}

/** Room for every hook with every option and a comment on each; what is longer only takes time. */
const MAX_KB = 128

/** Reads one layer; undefined when there is no such file. */
export function readLayer(path: string): Parsed | undefined {
  let text: string
  try {
    const stat = statSync(path)
    if (!stat.isFile()) throw new Error('it is not a file')
    if (stat.size > MAX_KB * 1024) throw new Error(`it is larger than ${MAX_KB} KB`)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    return unreadable(path, messageOf(error))
  }
  return parseLayer(text, path)
}

function unreadable(path: string, why: string): Parsed {
  const findings = findingsIn(path)
  const report: Report = (_, wording) => findings.add(() => ({}), wording)
  report([], `cannot be read: ${why}.`)
  return { layer: { packs: {}, hooks: {} }, report, problems: findings.all }
}

export function parseLayer(text: string, file: string): Parsed {
  const { value, report, problems } = parseYaml(text, file)
  return { layer: layerOf(value ?? {}, report), report, problems }
}

/** What is sound in a value. Every mistake is reported. */
export function layerOf(value: unknown, report: Report): Layer {
  const { presets, packs, hooks, breaker, stop_block_cap, dev_mode } = check(fileSchema, value, [], report)
  return {
    ...(presets !== undefined && { presets: presets.map(nameOf) }),
    ...(breaker !== undefined && { breaker }),
    ...(stop_block_cap !== undefined && { stop_block_cap }),
    ...(dev_mode !== undefined && { dev_mode }),
    packs: entriesOf(packs, 'packs', packSchema, report),
    hooks: entriesOf(hooks, 'hooks', hookSchema, report),
  }
}

/** What is no text is no preset either, and is told together with the other unknown ones. */
const nameOf = (preset: unknown): string => (typeof preset === 'string' ? preset : String(JSON.stringify(preset)))

function entriesOf(
  section: Readonly<Record<string, unknown>> | undefined,
  name: 'packs' | 'hooks',
  schema: typeof packSchema | typeof hookSchema,
  report: Report,
): Layer['hooks'] {
  const result: Record<string, Entry> = Object.create(null)
  for (const [id, entry] of Object.entries(section ?? {})) {
    const path = [name, id]
    if (isMapping(entry))
      result[id] = check<typeof packSchema | typeof hookSchema>(schema, entry, path, report) as Entry
    else if (v.is(levelSchema, entry)) result[id] = { level: entry }
    else report(path, mistake(path, entry, `off, warn, on${typeof entry === 'string' ? '' : `, or ${A_MAPPING}`}`))
  }
  return result
}

type AnySchema = v.GenericSchema<unknown, object>

/** Everything in these schemas is optional, so what is left without the mistakes always fits. */
function check<S extends AnySchema>(schema: S, value: unknown, path: Path, report: Report): v.InferOutput<S> {
  const left = withoutUnknown(schema, value, path, report)
  const known = left === undefined ? {} : left
  const { issues = [] } = v.safeParse(schema, known, { abortPipeEarly: true })
  for (const issue of issues) {
    const inner = keysOf(issue)
    report([...path, ...inner], mistake([...path, ...inner], issue.input, allowedBy(issue)))
  }
  return withoutPaths(known, issues.map(keysOf)) as v.InferOutput<S>
}

function mistake(path: Path, value: unknown, allowed: string): string {
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
  if (entries === undefined || !isMapping(value)) return value
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

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
