import { readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { codeOf, messageOf } from '../errors.ts'
import type { LlmProvider } from '../services.ts'
import { checkRules } from './rules/check.ts'
import type { Rule } from './rules/rule.ts'
import { findingsIn } from './findings.ts'
import { checkOwn, type OwnEntry } from './own.ts'
import { fileSchema, hookSchema, levelSchema, packSchema } from './schema.ts'
import { LEVELS, type Level } from './settings.ts'
import { check, mistake } from './shape.ts'
import { A_MAPPING } from './wording.ts'
import { parseYaml, type Report, type Yaml } from './yaml.ts'
import { isObject } from '../lib/values.ts'

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
  readonly rules?: Readonly<Record<string, Rule>>
  readonly own?: Readonly<Record<string, OwnEntry>>
  readonly llm?: { readonly providers?: readonly LlmProvider[] | undefined } | undefined
  readonly breaker?: { readonly threshold?: number | undefined } | undefined
  readonly stop_block_cap?: number | undefined
  readonly dev_mode?: { readonly file?: string | undefined; readonly packs?: readonly string[] | undefined } | undefined
}

export interface Parsed extends Omit<Yaml, 'value'> {
  readonly layer: Layer
}

/** Room for every hook with every option, and a few thousand rules; what is longer only takes time. */
const MAX_KB = 1024

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
  return { layer: { packs: {}, hooks: {} }, report, problems: findings.all, note: () => undefined, notes: () => [] }
}

export function parseLayer(text: string, file: string): Parsed {
  const { value, ...rest } = parseYaml(text, file)
  return { layer: layerOf(value ?? {}, rest.report), ...rest }
}

/** What is sound in a value. Every mistake is reported. */
export function layerOf(value: unknown, report: Report): Layer {
  const { presets, packs, hooks, rules, own, llm, breaker, stop_block_cap, dev_mode } = check(
    fileSchema,
    value,
    [],
    report,
  )
  return {
    ...(presets !== undefined && { presets: presets.map(nameOf) }),
    ...(llm !== undefined && { llm }),
    ...(breaker !== undefined && { breaker }),
    ...(stop_block_cap !== undefined && { stop_block_cap }),
    ...(dev_mode !== undefined && { dev_mode }),
    packs: entriesOf(packs, 'packs', packSchema, report),
    hooks: entriesOf(hooks, 'hooks', hookSchema, report),
    ...(rules !== undefined && { rules: checkRules(rules, ['rules'], report) }),
    ...(own !== undefined && { own: checkOwn(own, report) }),
  }
}

/** A value that is not a string is no preset either; it is reported together with the unknown names. */
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
    if (isObject(entry)) result[id] = check<typeof packSchema | typeof hookSchema>(schema, entry, path, report) as Entry
    else if (v.is(levelSchema, entry)) result[id] = { level: entry }
    else
      report(path, mistake(path, entry, `${LEVELS.join(', ')}${typeof entry === 'string' ? '' : `, or ${A_MAPPING}`}`))
  }
  return result
}
