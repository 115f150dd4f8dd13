import {
  bell,
  compileTexts,
  gate,
  levelOf,
  lock,
  resolvedOf,
  problemLines,
  type Texts,
} from '../../../../test/support/config.ts'

type Variables = Record<string, string>
type Row = readonly [name: string, texts: Texts, env: Variables, hook: typeof gate, level: string, origin: string]

describe('what only the user may loosen', () => {
  const alone = "can be changed only in the user's own configuration."

  it.each<[string, Texts, Variables, string]>([
    ['is on in every preset', { project: 'presets: []' }, {}, 'on'],
    ['off by the project does not count', { project: 'hooks: {guard/lock: off}' }, {}, 'on'],
    ['warn by the local file does not count', { local: 'hooks: {lock.sh: warn}' }, {}, 'on'],
    ['its pack by the project does not count', { project: 'packs: {guard: off}' }, {}, 'on'],
    ['the environment does not count', {}, { HOLDPOINT_OFF: 'guard/lock,guard' }, 'on'],
    ['off by the user counts', { user: 'hooks: {guard/lock: off}' }, {}, 'off'],
    ['its pack by the user counts', { user: 'packs: {guard: warn}' }, {}, 'warn'],
    [
      'what the user loosened the project may tighten',
      { user: 'hooks: {guard/lock: off}', project: 'hooks: {guard/lock: on}' },
      {},
      'on',
    ],
    [
      'and the environment too',
      { user: 'hooks: {guard/lock: off}' },
      { HOLDPOINT_WARN: 'guard/lock', HOLDPOINT_OFF: 'lock.sh' },
      'warn',
    ],
  ])('%s', async (_, texts, env, level) => {
    expect(levelOf(await compileTexts(texts, env), lock)).toBe(level)
  })

  it.each(['hooks: {guard/lock: off}', 'hooks: {lock.sh: {timeout_ms: 1}}', 'hooks: {lock.sh: {matcher: DISABLED_}}'])(
    'a project that tries is reported: %s',
    async (text) => {
      expect(problemLines(await compileTexts({ project: text }))).toEqual([`project:1:9 \`guard/lock\` ${alone}`])
      expect(problemLines(await compileTexts({ local: text }))).toEqual([`local:1:9 \`guard/lock\` ${alone}`])
      expect(problemLines(await compileTexts({ user: text }))).toEqual([])
    },
  )

  it('a project may say that it is on', async () => {
    expect(problemLines(await compileTexts({ project: 'hooks: {guard/lock: on}' }))).toEqual([])
  })

  it('options, matcher and time limit of a project do not count', async () => {
    const project = 'packs: {guard: {options: {count: 99}}}\nhooks: {guard/lock: {matcher: DISABLED_x, timeout_ms: 1}}'
    const { settings } = await compileTexts({ project })
    expect(settings.hooks['guard/lock']).toEqual({ level: 'on', options: { count: 10 }, timeoutMs: 5_000 })
  })

  it('those of the user do', async () => {
    const { settings } = await compileTexts({ user: 'hooks: {guard/lock: {options: {count: 99}, timeout_ms: 1}}' })
    expect(settings.hooks['guard/lock']).toEqual({ level: 'on', options: { count: 99 }, timeoutMs: 1 })
  })
})

describe('the managed file can only be tightened', () => {
  it.each<Row>([
    [
      'its level holds',
      { managed: 'hooks: {desk/bell: on}', local: 'hooks: {desk/bell: off}' },
      {},
      bell,
      'on',
      'managed config',
    ],
    [
      'against the environment too',
      { managed: 'hooks: {desk/bell: on}' },
      { HOLDPOINT_OFF: 'desk' },
      bell,
      'on',
      'managed config',
    ],
    [
      'its packs hold',
      { managed: 'packs: {desk: warn}', user: 'packs: {desk: off}' },
      {},
      gate,
      'warn',
      'managed config, pack',
    ],
    ['its presets hold', { managed: 'presets: [all]', project: 'presets: []' }, {}, bell, 'on', 'managed preset all'],
    [
      'a hook says it better than its preset',
      { managed: 'presets: [all]\nhooks: {desk/bell: warn}' },
      {},
      bell,
      'warn',
      'managed config',
    ],
    [
      'it may leave one out of its preset',
      { managed: 'presets: [all]\nhooks: {desk/bell: off}' },
      {},
      bell,
      'off',
      'in no chosen preset',
    ],
    [
      'others may tighten',
      { managed: 'hooks: {desk/bell: warn}', project: 'hooks: {desk/bell: on}' },
      {},
      bell,
      'on',
      'project config',
    ],
    [
      'it is named when others say the same',
      { managed: 'packs: {desk: on}', project: 'hooks: {desk/bell: on}' },
      {},
      bell,
      'on',
      'managed config, pack',
    ],
    ['it loosens nothing', { managed: 'hooks: {desk/gate: off}' }, {}, gate, 'on', 'preset recommended'],
  ])('%s', async (_, texts, env, hook, level, origin) => {
    expect(resolvedOf(await compileTexts(texts, env), hook).level).toEqual({ value: level, origin })
  })

  it('its options win, one by one', async () => {
    const compiled = await compileTexts({
      managed: 'hooks: {desk/gate: {options: {mode: slow}}}',
      user: 'hooks: {desk/gate: {options: {mode: fast, count: 2}}}',
    })
    expect(compiled.settings.hooks['desk/gate']?.options).toEqual({ mode: 'slow', count: 2, words: ['a'] })
  })

  it('what it switched on cannot be made to match nothing, or to run out of time', async () => {
    const compiled = await compileTexts({
      managed: 'hooks: {desk/gate: on}',
      user: 'hooks: {desk/gate: {matcher: DISABLED_x, timeout_ms: 1}}',
      project: 'hooks: {desk/gate: {matcher: Nothing, timeout_ms: 2}}',
    })
    expect(compiled.settings.hooks['desk/gate']).toMatchObject({ matcher: 'Write|Edit', timeoutMs: 5_000 })
  })

  it('its own matcher and time limit count', async () => {
    const compiled = await compileTexts({
      managed: 'hooks: {desk/gate: {level: on, matcher: Bash, timeout_ms: 90}}',
      project: 'hooks: {desk/gate: {matcher: Nothing}}',
    })
    expect(compiled.settings.hooks['desk/gate']).toMatchObject({ matcher: 'Bash', timeoutMs: 90 })
  })

  it('its general values are the least; development mode is its alone', async () => {
    const { settings } = await compileTexts({
      managed: 'breaker: {threshold: 5}\nstop_block_cap: 4',
      project: 'breaker: {threshold: 1}\nstop_block_cap: 8\ndev_mode: {file: /dev/null, packs: [desk]}',
    })
    expect(settings).toMatchObject({
      breakerThreshold: 5,
      stopBlockCap: 8,
      devMode: { file: 'hooks/.dev-mode', packs: [] },
    })
  })
})

describe('a rule that overrules a hook', () => {
  const RULE = 'rules: { fine: { when: { runs: make }, then: allow, overrules: [desk/gate] } }'
  const rulesIn = async (texts: Texts): Promise<readonly unknown[]> =>
    (await compileTexts(texts)).settings.own?.rules.map(({ id, rule: { overrules } }) => [id, overrules]) ?? []

  it('counts in the configuration of the user', async () => {
    expect(await rulesIn({ user: RULE })).toEqual([['rules/fine', ['desk/gate']]])
  })

  it.each(['project', 'local'] as const)('is left out of the %s file, and reported', async (layer) => {
    const compiled = await compileTexts({ [layer]: RULE })
    expect(compiled.settings.own?.rules ?? []).toEqual([])
    expect(problemLines(compiled)).toEqual([expect.stringContaining('a repository only tightens')])
  })
})
