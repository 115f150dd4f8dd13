import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml'
import { codeOf, messageOf } from '../core/errors.ts'
import { closest } from '../core/names.ts'
import { fileSchema, hookSchema, levelSchema, packSchema } from './schema.ts'
import type { Level, Problem } from './settings.ts'

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

export type Path = readonly (string | number)[]

export interface Parsed {
  readonly layer: Layer
  readonly problems: readonly Problem[]
  /** A problem at a place in this file. */
  problemAt(path: Path, message: string, at?: 'key' | 'value'): Problem
}

const MAX_BYTES = 1 << 20
const EMPTY: Layer = { packs: {}, hooks: {} }

/** Reads one layer; undefined when there is no such file. */
export function readLayer(path: string): Parsed | undefined {
  let text: string
  try {
    const stat = statSync(path)
    if (!stat.isFile()) throw new Error('is not a file')
    if (stat.size > MAX_BYTES) throw new Error('is larger than 1 MB')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    const problemAt = (_: Path, message: string): Problem => ({ file: path, message })
    return { layer: EMPTY, problems: [problemAt([], `cannot be read: ${messageOf(error)}`)], problemAt }
  }
  return parseLayer(text, path)
}

export function parseLayer(text: string, file: string): Parsed {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const problems: Problem[] = document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0])
    return { file, line, column: col, message: error.message }
  })
  const problemAt: Parsed['problemAt'] = (path, message, at = 'value') => {
    const offset = offsetOf(document, path, at)
    const { line, col } = lines.linePos(offset)
    return { file, line, column: col, message }
  }
  if (problems.length > 0) return { layer: EMPTY, problems, problemAt }

  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    return { layer: EMPTY, problems: [{ file, line: 1, column: 1, message: messageOf(error) }], problemAt }
  }
  const check = checker(problemAt, problems)
  const top = check(fileSchema, value, []) ?? {}
  const layer: Layer = {
    ...pick(top, ['presets', 'breaker', 'stop_block_cap', 'dev_mode']),
    packs: entries(top.packs, 'packs', packSchema, check),
    hooks: entries(top.hooks, 'hooks', hookSchema, check),
  }
  return { layer, problems, problemAt }
}

type Check = <S extends v.GenericSchema>(schema: S, value: unknown, path: Path) => v.InferOutput<S> | undefined

/** Reports every problem, and returns what is left of the value when the bad parts are taken out. */
function checker(problemAt: Parsed['problemAt'], problems: Problem[]): Check {
  return (schema, value, path) => {
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    for (const issue of result.issues) {
      const inner = (issue.path ?? []).map(({ key }) => key as string | number)
      problems.push(describe(schema, issue, [...path, ...inner], inner, problemAt))
    }
    const rest = withoutPaths(value, result.issues)
    const again = v.safeParse(schema, rest)
    return again.success ? again.output : undefined
  }
}

function describe(
  schema: v.GenericSchema,
  issue: v.BaseIssue<unknown>,
  path: Path,
  inner: Path,
  problemAt: Parsed['problemAt'],
): Problem {
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const key = String(path.at(-1))
    const known = knownKeys(schema, inner.slice(0, -1))
    const hint = closest(key, known)
    const meant = hint === undefined ? '.' : `; did you mean \`${hint}\`?`
    return problemAt(path, `unknown key \`${key}\`${meant} Allowed here: ${known.join(', ')}.`, 'key')
  }
  const name = path.length === 0 ? 'the file' : `\`${path.join('.')}\``
  return problemAt(path, `${name} is ${show(issue.input)}; allowed: ${allowedBy(issue)}.`)
}

/** `("off" | "warn" | "on")` as `off, warn, on`. */
export function allowedBy(issue: { readonly message: string; readonly expected?: unknown }): string {
  if (typeof issue.expected !== 'string') return issue.message
  if (issue.expected === 'Object') return 'a mapping of keys to values'
  return issue.expected
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(' | ', ', ')
    .replaceAll('"', '')
}

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``
}

function knownKeys(schema: v.GenericSchema, path: Path): readonly string[] {
  let at: unknown = schema
  for (const key of path) {
    const entry = (at as { entries?: Record<string, unknown> }).entries?.[String(key)]
    at = (entry as { wrapped?: unknown } | undefined)?.wrapped ?? entry
  }
  return Object.keys((at as { entries?: object } | undefined)?.entries ?? {})
}

function entries(
  value: Readonly<Record<string, unknown>> | undefined,
  section: string,
  schema: typeof packSchema | typeof hookSchema,
  check: Check,
): Readonly<Record<string, Entry>> {
  const result: Record<string, Entry> = Object.create(null)
  for (const [id, entry] of Object.entries(value ?? {})) {
    const path = [section, id]
    const level = typeof entry === 'string' ? check(levelSchema, entry, path) : undefined
    const checked = typeof entry === 'string' ? level && { level } : check(schema, entry, path)
    if (checked !== undefined) result[id] = checked as Entry
  }
  return result
}

/** A copy without the places the issues point at; the whole value goes when an issue points at it. */
function withoutPaths(value: unknown, issues: readonly v.BaseIssue<unknown>[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const { path } of issues) {
    const keys = (path ?? []).map(({ key }) => String(key))
    const last = keys.pop()
    if (last === undefined) return {}
    const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], copy)
    if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else if (typeof parent === 'object' && parent !== null) delete (parent as Record<string, unknown>)[last]
  }
  return copy
}

function pick<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key as K))) as Pick<T, K>
}

function offsetOf(document: Document, path: Path, at: 'key' | 'value'): number {
  for (let length = path.length; length > 0; length--) {
    const here = path.slice(0, length)
    const node = at === 'key' || length < path.length ? keyNode(document, here) : document.getIn(here, true)
    const range = isNode(node) ? node.range : undefined
    if (range) return range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

function keyNode(document: Document, path: Path): unknown {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const items = (parent as { items?: readonly { key?: unknown }[] } | null)?.items ?? []
  return items.find((item) => isScalar(item.key) && String(item.key.value) === String(path.at(-1)))?.key
}
