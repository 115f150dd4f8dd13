import * as v from 'valibot'
import { pass } from '../verdict.ts'
import { compileTexts, hooksOf, layersIn, type Texts } from '../../../../test/support/config.ts'
import { fakeHook } from '../../../../test/support/engine.ts'
import { compile, type Compiled } from './compile.ts'
import { withLoosening } from './settings.ts'

const list = (value: readonly string[]) => v.optional(v.array(v.string()), [...value])

const guard = fakeHook('guard/push', () => pass, {
  enabledBy: 'recommended',
  matcher: 'Bash|Write',
  aliases: ['push.sh'],
  options: v.strictObject({
    allow: list([]),
    protect: list(['main', 'master']),
    word: v.optional(v.picklist(['off', 'ask', 'deny']), 'ask'),
    limit: v.optional(v.number(), 10),
    at_least: v.optional(v.number(), 10),
    strict: v.optional(v.boolean(), true),
    exempt: v.optional(v.boolean(), false),
    unknown: v.optional(v.number(), 10),
    text: v.optional(v.string(), 'a'),
    colour: v.optional(v.string(), 'red'),
    table: v.optional(v.record(v.string(), v.string()), {}),
  }),
  stricter: {
    allow: 'less',
    protect: 'more',
    word: ['off', 'ask', 'deny'],
    limit: 'less',
    at_least: 'more',
    strict: 'more',
    exempt: 'less',
    table: 'more',
    colour: 'free',
  },
})
const second = fakeHook('guard/second', () => pass, { enabledBy: 'recommended' })
const quiet = fakeHook('desk/quiet', () => pass, {
  enabledBy: 'preset',
  options: v.strictObject({ allow: list([]) }),
})
const review = fakeHook('desk/review', () => pass, { enabledBy: 'preset', approves: true })
const hooks = hooksOf([guard, second, quiet, review])

const compiled = (texts: Texts): Promise<Compiled> => compileTexts(texts, {}, hooks)
const options = (text: string): string => `hooks: {guard/push: {options: {${text}}}}`

/** What a repository may try, and what it would change where the user has the default configuration. */
const LOOSENING: readonly (readonly [text: string, changes: Readonly<Record<string, string>>])[] = [
  ['presets: []', { 'guard/push': 'level: on -> off', 'guard/second': 'level: on -> off' }],
  [
    'presets: [desk]',
    { 'guard/push': 'level: on -> off', 'guard/second': 'level: on -> off', 'desk/review': 'level: off -> on' },
  ],
  ['hooks: {guard/push: off}', { 'guard/push': 'level: on -> off' }],
  ['hooks: {guard/push: warn}', { 'guard/push': 'level: on -> warn' }],
  ['hooks: {guard/push: observe}', { 'guard/push': 'level: on -> observe' }],
  ['packs: {guard: observe}', { 'guard/push': 'level: on -> observe', 'guard/second': 'level: on -> observe' }],
  ['hooks: {push.sh: off}', { 'guard/push': 'level: on -> off' }],
  ['hooks: {guard/push: {level: warn}}', { 'guard/push': 'level: on -> warn' }],
  ['packs: {guard: off}', { 'guard/push': 'level: on -> off', 'guard/second': 'level: on -> off' }],
  ['packs: {guard: {level: warn}}', { 'guard/push': 'level: on -> warn', 'guard/second': 'level: on -> warn' }],
  ['packs: {guard: {options: {allow: [x]}}}', { 'guard/push': 'options.allow: [] -> ["x"]' }],
  [options('allow: ["**"]'), { 'guard/push': 'options.allow: [] -> ["**"]' }],
  [options('protect: []'), { 'guard/push': 'options.protect: ["main","master"] -> []' }],
  [options('protect: [trunk]'), { 'guard/push': 'options.protect: ["main","master","trunk"] -> ["trunk"]' }],
  [
    options('protect: [main, master, "!main"]'),
    { 'guard/push': 'options.protect: ["main","master"] -> ["main","master","!main"]' },
  ],
  [options('word: off'), { 'guard/push': 'options.word: ask -> off' }],
  [options('limit: 99'), { 'guard/push': 'options.limit: 10 -> 99' }],
  [options('at_least: 1'), { 'guard/push': 'options.at_least: 10 -> 1' }],
  [options('strict: false'), { 'guard/push': 'options.strict: true -> false' }],
  [options('exempt: true'), { 'guard/push': 'options.exempt: false -> true' }],
  [options('unknown: 11'), { 'guard/push': 'options.unknown: 10 -> 11' }],
  [options('unknown: 9'), { 'guard/push': 'options.unknown: 10 -> 9' }],
  [options('text: b'), { 'guard/push': 'options.text: a -> b' }],
  [options('table: {a: b}'), { 'guard/push': 'options.table: {} -> {"a":"b"}' }],
  ['hooks: {guard/push: {matcher: Nope}}', { 'guard/push': 'matcher: Bash|Write -> Nope' }],
  ['hooks: {guard/push: {matcher: Bash}}', { 'guard/push': 'matcher: Bash|Write -> Bash' }],
  [
    'hooks: {guard/push: {matcher: "DISABLED_Bash|Write"}}',
    { 'guard/push': 'matcher: Bash|Write -> DISABLED_Bash|Write' },
  ],
  ['hooks: {guard/push: {matcher: "^(Bash|Write)$"}}', { 'guard/push': 'matcher: Bash|Write -> ^(Bash|Write)$' }],
  ['hooks: {guard/second: {matcher: Bash}}', { 'guard/second': 'matcher: everything -> Bash' }],
  ['hooks: {guard/push: {timeout_ms: 1}}', { 'guard/push': 'timeout_ms: 5000 -> 1' }],
  ['hooks: {guard/push: {timeout_ms: 600000}}', { 'guard/push': 'timeout_ms: 5000 -> 600000' }],
  ['hooks: {desk/review: on}', { 'desk/review': 'level: off -> on' }],
  ['stop_block_cap: 0', { general: 'stop_block_cap: 5 -> 0' }],
  ['breaker: {threshold: 1}', { general: 'breaker.threshold: 3 -> 1' }],
  ['dev_mode: {packs: [guard]}', { general: 'dev_mode.packs: [] -> ["guard"]' }],
  ['dev_mode: {file: /etc/passwd}', { general: 'dev_mode.file: hooks/.dev-mode -> /etc/passwd' }],
]

const inForce = ({ settings: { hooks: all, breakerThreshold, stopBlockCap, devMode } }: Compiled): object => ({
  all,
  breakerThreshold,
  stopBlockCap,
  devMode,
})

describe('what a repository loosens', () => {
  describe.each(['project', 'local'] as const)('in its %s file', (layer) => {
    it.each(LOOSENING)('%s', async (text, changes) => {
      const mine = await compiled({ user: '' })
      const both = await compiled({ user: '', [layer]: text })
      expect(both.problems).toEqual([])
      expect(both.settings.loosening?.changes).toEqual(changes)
      // What tightens beside it holds.
      if (!text.includes('trunk') && !text.includes('desk]')) expect(inForce(both)).toEqual(inForce(mine))
      expect(both.resolved.map(({ level }) => level.value)).toContain('on')
    })

    const below = LOOSENING.filter(([text]) => !text.startsWith('dev_mode'))
    it.each(below)('%s: the same below a managed file', async (text, changes) => {
      const both = await compiled({ managed: '', [layer]: text })
      expect(both.settings.loosening).toMatchObject({ changes, overrules: true })
    })

    it.each(LOOSENING)('%s: holds where the user has trusted it', async (text) => {
      const alone = await compiled({ [layer]: text })
      const both = await compiled({ user: '', [layer]: text })
      expect(inForce({ ...both, settings: withLoosening(both.settings) })).toEqual(inForce(alone))
    })

    it.each(LOOSENING)('%s: is the policy where there is no other', async (text) => {
      const alone = await compiled({ [layer]: text })
      expect(alone.settings.loosening?.overrules).toBe(false)
      expect(inForce(alone)).not.toEqual(inForce(await compiled({})))
    })
  })

  it('is never part of the last good form that is in force', async () => {
    const { files, write } = layersIn()
    write({ user: '', project: 'presets: []\nhooks: {guard/push: {options: {allow: ["**"]}}}' })
    const { lastGood } = await compile(files, {}, hooks)
    write({ user: '', project: 'presets: [' })
    const broken = await compile(files, {}, hooks, lastGood)
    expect(broken.settings.hooks['guard/push']).toMatchObject({ level: 'on', options: { allow: [] } })
    expect(broken.settings.hooks['guard/second']?.level).toBe('on')
  })

  it('is held against what the user has set, not against the defaults', async () => {
    const user = 'hooks: {guard/push: {level: warn, options: {allow: [a, b], protect: [trunk]}}}'
    const project = 'hooks: {guard/push: {level: on, options: {allow: [b, c], protect: [main]}}}'
    const { settings } = await compiled({ user, project })
    expect(settings.hooks['guard/push']).toMatchObject({
      level: 'on',
      options: { allow: ['b'], protect: ['trunk', 'main'] },
    })
  })
})

describe('what a repository may do without a word', () => {
  it.each<[text: string, check: object]>([
    ['hooks: {desk/quiet: on}', { 'desk/quiet': { level: 'on' } }],
    ['hooks: {desk/quiet: {level: on, options: {allow: ["**"]}}}', { 'desk/quiet': { options: { allow: ['**'] } } }],
    ['presets: [recommended]', { 'guard/push': { level: 'on' } }],
    [
      options('protect: [main, master, trunk]'),
      { 'guard/push': { options: { protect: ['main', 'master', 'trunk'] } } },
    ],
    [options('word: deny'), { 'guard/push': { options: { word: 'deny' } } }],
    [options('limit: 1, at_least: 99'), { 'guard/push': { options: { limit: 1, at_least: 99 } } }],
    [options('colour: blue'), { 'guard/push': { options: { colour: 'blue' } } }],
    ['hooks: {guard/push: {matcher: "Bash|Write|Edit"}}', { 'guard/push': { matcher: 'Bash|Write|Edit' } }],
    ['hooks: {guard/push: {matcher: "*"}}', { 'guard/push': { matcher: '*' } }],
    ['hooks: {guard/push: {matcher: ""}}', { 'guard/push': { matcher: '' } }],
  ])('%s', async (text, check) => {
    const { settings } = await compiled({ user: '', project: text })
    expect(settings.loosening).toBeUndefined()
    expect(settings.hooks).toMatchObject(check)
  })

  it.each([
    ['observe', 'warn'],
    ['observe', 'on'],
    ['warn', 'on'],
    ['off', 'observe'],
  ])('it may raise %s to %s, and not the other way', async (low, high) => {
    const level = async (user: string, project: string): Promise<string | undefined> =>
      (await compiled({ user: `hooks: {guard/push: ${user}}`, project: `hooks: {guard/push: ${project}}` })).settings
        .hooks['guard/push']?.level
    expect([await level(low, high), await level(high, low)]).toEqual([high, high])
  })

  it('it may raise the general limits', async () => {
    const { settings } = await compiled({ user: '', project: 'stop_block_cap: 8\nbreaker: {threshold: 9}' })
    expect(settings).toMatchObject({ stopBlockCap: 8, breakerThreshold: 9 })
    expect(settings.loosening).toBeUndefined()
  })

  it('what the user has switched off it may switch on, and then says how', async () => {
    const project = 'hooks: {guard/push: {level: on, options: {allow: ["x"]}}}'
    const { settings } = await compiled({ user: 'hooks: {guard/push: off}', project })
    expect(settings.hooks['guard/push']).toMatchObject({ level: 'on', options: { allow: ['x'] } })
    expect(settings.loosening).toBeUndefined()
  })
})
