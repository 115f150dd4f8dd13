import fc from 'fast-check'
import { fakes, layersIn, lock } from '../../../../test/support/config.ts'
import { compile, type Compiled } from './compile.ts'
import { coversMatcher } from '../matcher.ts'
import type { EnvLayer } from './layers.ts'
import type { Entry, Layer } from './parse.ts'
import { resolveGeneral, resolveHook, type Layers, type Resolved } from './resolve.ts'
import { LEVELS, type Level } from './settings.ts'
import { tightenHook } from './tighten.ts'
import { tries } from '../../../../test/support/tries.ts'

const RANK: Readonly<Record<Level, number>> = { off: 0, observe: 1, warn: 2, on: 3 }
const PRESETS = ['all', 'desk', 'harness', 'recommended']
const PACKS = ['desk', 'guard']
const IDS = fakes.catalogue.map(({ id }) => id)

const level = fc.constantFrom<Level>(...LEVELS)
const anEntry: fc.Arbitrary<Entry> = fc.record(
  {
    level,
    matcher: fc.constantFrom('*', 'Bash', 'DISABLED_x'),
    timeout_ms: fc.integer({ min: 1, max: 600_000 }),
    options: fc.dictionary(fc.constantFrom('count', 'mode'), fc.integer(), { noNullPrototype: true }),
  },
  { requiredKeys: [] },
)
const entriesFor = (names: readonly string[]): fc.Arbitrary<Record<string, Entry>> =>
  fc.dictionary(fc.constantFrom(...names), anEntry, { noNullPrototype: true })

const aLayer: fc.Arbitrary<Layer> = fc.record(
  { presets: fc.subarray(PRESETS), packs: entriesFor(PACKS), hooks: entriesFor(IDS) },
  { requiredKeys: ['packs', 'hooks'] },
)

const anEnv: fc.Arbitrary<EnvLayer> = fc.record(
  {
    presets: fc.subarray(PRESETS, { minLength: 1 }),
    levels: fc.array(fc.record({ id: fc.constantFrom(...IDS, ...PACKS), level, variable: fc.constant('HOLDPOINT_X') })),
  },
  { requiredKeys: ['levels'] },
)
const someLayers = (managed: boolean): fc.Arbitrary<Layers> =>
  fc.record(
    { user: aLayer, project: aLayer, local: aLayer, ...(managed && { managed: aLayer }), env: anEnv },
    { requiredKeys: ['env', ...(managed ? (['managed'] as const) : [])] },
  )

const levelsOf = (layers: Layers): readonly Level[] =>
  fakes.catalogue.map((entry) => resolveHook(entry, layers, () => true).level.value)

/** A repository may repeat what the user says; only the origin differs then. */
const valuesOf = ({ options }: Resolved): object =>
  Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, value]))

describe('a repository', () => {
  it('brings no level below the user’s, and narrows no matcher, whatever it writes', () => {
    fc.assert(
      fc.property(someLayers(false), (layers) => {
        const { project: _p, local: _l, ...users } = layers
        for (const entry of fakes.catalogue) {
          const mine = resolveHook(entry, users, () => true)
          const wanted = resolveHook(entry, layers, () => true)
          const { value } = tightenHook(entry, mine, wanted, { complete: (given) => given })
          expect(RANK[value.level.value]).toBeGreaterThanOrEqual(RANK[mine.level.value])
          if (mine.level.value === 'off') continue
          expect(coversMatcher(value.matcher.value, mine.matcher.value)).toBe(true)
          expect(value.timeoutMs.value).toBe(mine.timeoutMs.value)
          expect(valuesOf(value)).toEqual(valuesOf(mine))
        }
      }),
    )
  })
})

describe('merging layers', () => {
  it('gives the same answer every time, and changes nothing', () => {
    fc.assert(
      fc.property(someLayers(true), (layers) => {
        const before = structuredClone(layers)
        const merge = (given: Layers) => [
          ...fakes.catalogue.map((entry) => resolveHook(entry, given, () => true)),
          resolveGeneral(given, fakes.catalogue),
        ]
        expect(merge(structuredClone(layers))).toEqual(merge(layers))
        expect(layers).toEqual(before)
      }),
    )
  })

  it('a managed layer never lowers a level', () => {
    fc.assert(
      fc.property(someLayers(false), aLayer, (layers, managed) => {
        const without = levelsOf(layers)
        for (const [index, value] of levelsOf({ ...layers, managed }).entries()) {
          expect(RANK[value]).toBeGreaterThanOrEqual(RANK[without[index] ?? 'on'])
        }
      }),
    )
  })

  it('no layer lowers a hook below the managed layer', () => {
    fc.assert(
      fc.property(someLayers(true), ({ managed, env, ...others }) => {
        const forced = fakes.catalogue.map(({ id }) => managed?.hooks[id]?.level ?? 'off')
        for (const [index, value] of levelsOf({ ...others, ...(managed && { managed }), env }).entries()) {
          expect(RANK[value]).toBeGreaterThanOrEqual(RANK[forced[index] ?? 'off'])
        }
      }),
    )
  })

  it('project, local and environment never lower a floor hook, nor touch how it runs', () => {
    const floor = (layers: Layers) => resolveHook(lock.meta, layers, () => true)
    fc.assert(
      fc.property(someLayers(true), ({ user, managed, ...loose }) => {
        const strict = { ...(user && { user }), ...(managed && { managed }) }
        const alone = floor({ ...strict, env: { levels: [] } })
        const all = floor({ ...loose, ...strict })
        expect(RANK[all.level.value]).toBeGreaterThanOrEqual(RANK[alone.level.value])
        expect([all.matcher, all.timeoutMs, all.options]).toEqual([alone.matcher, alone.timeoutMs, alone.options])
      }),
    )
  })
})

describe('compile survives anything', () => {
  /** Whatever is in a file, every hook has settings, and the floor is as it was. */
  function checker(): (text: string, env?: Record<string, string>) => Promise<Compiled> {
    const { files, write } = layersIn()
    return async (text, env = {}) => {
      write({ project: text })
      const compiled = await compile(files, env, fakes)
      expect(Object.keys(compiled.settings.hooks)).toEqual(IDS)
      expect(compiled.settings.hooks[lock.meta.id]).toEqual({ level: 'on', options: { count: 10 }, timeoutMs: 5_000 })
      return compiled
    }
  }

  const oneOf = (list: readonly string[]) => fc.constantFrom(...list)
  const word = oneOf(
    (
      'hooks packs presets desk/gate H01 guard/lock level options matcher timeout_ms on off warn true ~ 1 -1 .inf "" ' +
      'breaker threshold dev_mode __proto__ constructor'
    ).split(' '),
  )
  const mark = oneOf([': ', '\n', '\n  ', '\n    ', '- ', '[', ']', '{', '}', ', ', '&a ', '*a', '!!set '])
  const odd = oneOf(['|\n', '>', '"', "'", '#', '\t', '\0', '\r\n', '---\n', '%YAML 1.1\n', '<<: ', '? '])
  const yamlish = fc.array(fc.oneof(word, mark, odd), { maxLength: 40 }).map((parts) => parts.join(''))

  it('text that looks like YAML', async () => {
    const check = checker()
    await fc.assert(
      fc.asyncProperty(yamlish, async (text) => void (await check(text))),
      tries(500),
    )
  })

  it('any text', async () => {
    const check = checker()
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    await fc.assert(fc.asyncProperty(text, async (given) => void (await check(given))))
  })

  it('any JSON value', async () => {
    const check = checker()
    await fc.assert(fc.asyncProperty(fc.json(), async (text) => void (await check(text))))
  })

  it('any JSON value in the place of any part', async () => {
    const check = checker()
    const value = fc.jsonValue({ maxDepth: 3 })
    const file = fc.oneof(
      fc.dictionary(word, value),
      fc.record({ hooks: fc.dictionary(word, value), packs: fc.dictionary(fc.constantFrom(...PACKS), value) }),
      fc.record({ hooks: fc.record({ 'desk/gate': fc.dictionary(word, value) }) }),
      fc.record({ hooks: fc.record({ H01: fc.record({ options: value }) }), presets: fc.array(value) }),
    )
    await fc.assert(
      fc.asyncProperty(file, async (given) => {
        const { problems } = await check(JSON.stringify(given))
        for (const { line, column, message } of problems) {
          expect(message).not.toMatch(/\p{Cc}/u)
          expect(message.length).toBeLessThan(400)
          expect([line, column]).not.toContain(0)
        }
      }),
      tries(300),
    )
  })

  it('any environment', async () => {
    const check = checker()
    const names = fc.constantFrom(
      'HOLDPOINT_PRESETS',
      'HOLDPOINT_OFF',
      'HOLDPOINT_OBSERVE',
      'HOLDPOINT_WARN',
      'HOLDPOINT_ON',
    )
    const values = fc.oneof(fc.string(), fc.array(word).map(String), fc.constantFrom('guard/lock', 'guard', 'all'))
    await fc.assert(fc.asyncProperty(fc.dictionary(names, values), async (env) => void (await check('', env))))
  })
})
