import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layersIn } from '../../../../test/support/config.ts'
import { builtIn } from '@holdpoint/packs'
import { compile } from './compile.ts'
import { presetNames } from './presets.ts'

/** The part of JSON Schema that the published file uses. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
}

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../cli/schema/holdpoint.schema.json'), 'utf8'),
) as Schema & { readonly properties: Record<'hooks' | 'packs' | 'presets', Schema> }

function accepts(rule: Schema, value: unknown): boolean {
  if (rule.anyOf !== undefined) return rule.anyOf.some((one) => accepts(one, value))
  if (rule.enum !== undefined) return rule.enum.includes(value)
  if ('const' in rule) return rule.const === value
  if (typeof value === 'number') {
    const typed = rule.type === 'integer' ? Number.isInteger(value) : rule.type === 'number'
    return typed && value >= (rule.minimum ?? -Infinity) && value <= (rule.maximum ?? Infinity)
  }
  if (typeof value === 'boolean') return rule.type === 'boolean'
  if (value === null) return rule.type === 'null'
  if (typeof value === 'string') return rule.type === 'string' && value.length >= (rule.minLength ?? 0)
  if (Array.isArray(value)) return rule.type === 'array' && value.every((item) => accepts(rule.items ?? {}, item))
  if (typeof value !== 'object' || value === null || rule.type !== 'object') return false
  return Object.entries(value).every(([key, inner]) => {
    const own = rule.properties !== undefined && Object.hasOwn(rule.properties, key) ? rule.properties[key] : undefined
    if (own !== undefined) return accepts(own, inner)
    return typeof rule.additionalProperties === 'object' ? accepts(rule.additionalProperties, inner) : false
  })
}

async function loads(value: unknown, layer: 'project' | 'user' = 'project'): Promise<boolean> {
  const { files, write } = layersIn()
  write({ [layer]: JSON.stringify(value) })
  return (await compile(files, {}, builtIn)).problems.length === 0
}

const hook = (entry: unknown): unknown => ({ hooks: { 'scratchpad/subagent-stop': entry } })
const pack = (entry: unknown): unknown => ({ packs: { scratchpad: entry } })

describe('the published schema and the loader agree', () => {
  it.each<[verdict: 'good' | 'bad', value: unknown]>([
    ['good', {}],
    ['good', { $schema: './schema.json', version: 1, presets: ['recommended', 'scratchpad', 'all'] }],
    ['good', hook('warn')],
    ['good', hook({})],
    ['good', hook({ level: 'on', matcher: 'writer', timeout_ms: 600_000, options: { max_blocks: 1 } })],
    ['good', hook({ options: { headings: ['One'], exempt_agents: [], timezone: 'utc' } })],
    ['good', { hooks: { 'subagent-stop.py': 'off', '.claude/hooks/stop.py': { level: 'warn' } } }],
    ['good', pack('off')],
    ['good', pack({ level: 'warn', options: { timezone: 'utc', commits: 0 } })],
    ['good', { breaker: { threshold: 1000 }, stop_block_cap: 0, dev_mode: { file: 'x', packs: ['a'] } }],
    ['bad', []],
    ['bad', 'on'],
    ['bad', { version: 2 }],
    ['bad', { preset: ['all'] }],
    ['bad', { presets: 'all' }],
    ['bad', { presets: ['unheard-of'] }],
    ['bad', { presets: [5] }],
    ['bad', { hooks: [] }],
    ['bad', { hooks: { 'scratchpad/unheard-of': 'on' } }],
    ['bad', hook('maybe')],
    ['bad', hook(true)],
    ['bad', hook(null)],
    ['bad', hook([])],
    ['bad', hook({ level: 'ON' })],
    ['bad', hook({ matcher: 5 })],
    ['bad', hook({ timeout_ms: 0 })],
    ['bad', hook({ timeout_ms: 600_001 })],
    ['bad', hook({ timeout_ms: 1.5 })],
    ['bad', hook({ timeout: 5 })],
    ['bad', hook({ options: [] })],
    ['bad', hook({ options: { max_blocks: 0 } })],
    ['bad', hook({ options: { max_blocks: '3' } })],
    ['bad', hook({ options: { headings: [''] } })],
    ['bad', hook({ options: { timezone: 'mars' } })],
    ['bad', hook({ options: { commits: 5 } })],
    ['bad', pack({ matcher: 'x' })],
    ['bad', pack({ options: { unheard_of: 1 } })],
    ['bad', { packs: { harness: 'on' } }],
    ['bad', { breaker: { threshold: 0 } }],
    ['bad', { stop_block_cap: 9 }],
    ['bad', { dev_mode: { file: '' } }],
    ['bad', { dev_mode: { packs: [1] } }],
  ])('%s: %j', async (verdict, value) => {
    const expected = verdict === 'good'
    expect({ schema: accepts(schema, value), loader: await loads(value) }).toEqual({
      schema: expected,
      loader: expected,
    })
  })

  const names = builtIn.catalogue.flatMap(({ id, aliases }) => [id, ...aliases])

  it('on every name of every hook', () => {
    expect(Object.keys(schema.properties.hooks.properties ?? {}).toSorted()).toEqual(names.toSorted())
  })

  it('on every preset', () => {
    expect(schema.properties.presets.items?.enum).toEqual(presetNames(builtIn.catalogue))
  })

  it('on the levels of every hook and pack', () => {
    const entries = [schema.properties.hooks, schema.properties.packs].flatMap((rule) =>
      Object.values(rule.properties ?? {}),
    )
    for (const entry of entries) {
      const words = ['off', 'warn', 'on', 'error', true]
      expect(words.filter((word) => accepts(entry, word))).toEqual(['off', 'warn', 'on'])
      expect(words.filter((word) => accepts(entry, { level: word }))).toEqual(['off', 'warn', 'on'])
    }
  })

  it('on the options of every hook: the defaults are accepted', async () => {
    for (const { id } of builtIn.catalogue) {
      const { options } = (await builtIn.load(id)).meta
      const defaults = await options['~standard'].validate({})
      const value = { hooks: { [id]: { options: 'value' in defaults ? defaults.value : undefined } } }
      // A project may not set options of the floor, whatever they are.
      expect({ id, schema: accepts(schema, value), loader: await loads(value, 'user') }).toEqual({
        id,
        schema: true,
        loader: true,
      })
    }
  })
})
