import { mkdirSync, rmSync } from 'node:fs'
import {
  compileTexts,
  bell,
  fakes,
  gate,
  layersIn,
  levelOf,
  lock,
  plain,
  resolvedOf,
  problemLines,
} from '../../../../test/support/config.ts'
import { builtIn } from '@holdpoint/packs'
import { compile } from './compile.ts'

const HOOKS = '`holdpoint list` shows all of them.'

describe('compile reports what it does not know', () => {
  it.each<[string, string]>([
    ['presets: [al]', 'project:1:11 unknown preset `al`; did you mean `all`? Known: all, desk, harness, recommended.'],
    ['presets: [all, 5]', 'project:1:16 unknown preset `5`. Known: all, desk, harness, recommended.'],
    ['presets: [{a: 1}]', 'project:1:11 unknown preset `{"a":1}`. Known: all, desk, harness, recommended.'],
    ['packs: {dsk: on}', 'project:1:9 unknown pack `dsk`; did you mean `desk`? Known: desk, guard.'],
    ['packs: {harness: on}', 'project:1:9 unknown pack `harness`. Known: desk, guard.'],
    ['packs: {constructor: on}', 'project:1:9 unknown pack `constructor`. Known: desk, guard.'],
    ['hooks: {desk/gates: on}', `project:1:9 unknown hook \`desk/gates\`; did you mean \`desk/gate\`? ${HOOKS}`],
    ['hooks: {gat.sh: on}', `project:1:9 unknown hook \`gat.sh\`; did you mean \`gate.sh\`? ${HOOKS}`],
    ['hooks: {__proto__: off}', `project:1:9 unknown hook \`__proto__\`. ${HOOKS}`],
    ['hooks: {toString: off}', `project:1:9 unknown hook \`toString\`. ${HOOKS}`],
    [
      'hooks: {desk/gate: {options: {wrds: []}}}',
      'project:1:31 unknown option `wrds`; did you mean `words`? Known: mode, words, count.',
    ],
    [
      'hooks: {desk/gate: {options: {__proto__: 1}}}',
      'project:1:31 unknown option `__proto__`. Known: mode, words, count.',
    ],
    ['hooks: {guard/plain: {options: {x: 1}}}', 'project:1:33 unknown option `x`. There are none here.'],
    [
      'packs: {desk: {options: {mod: 1}}}',
      'project:1:26 unknown option `mod`; did you mean `mode`? Known: mode, words, count.',
    ],
    ['hooks: {H01: {options: {mode: quick}}}', 'project:1:31 `mode` is `"quick"`; allowed: fast, slow.'],
    ['hooks: {H01: {options: {words: a}}}', 'project:1:32 `words` is `"a"`; allowed: a list.'],
    ['hooks: {H01: {options: {words: [a, ""]}}}', 'project:1:36 `words.1` is `""`; allowed: at least 1 character.'],
    ['hooks: {H01: {options: {count: 0}}}', 'project:1:32 `count` is `0`; allowed: 1 or more.'],
    ['packs: {desk: {options: {count: 2}}}', 'project:1:33 `count` is `2`; allowed: 5 or more.'],
    ['hooks: {H01: on, desk/gate: off}', 'project:1:18 `desk/gate` is defined twice, under two names.'],
  ])('%s', async (text, problem) => {
    expect(problemLines(await compileTexts({ project: text }))).toEqual([problem])
  })

  it.each<[string, string]>([
    ['(', 'Unterminated group'],
    ['[z-a]', 'Range out of order in character class'],
  ])('ENG-43 the invalid matcher %s is reported, and the default stays', async (matcher, why) => {
    const compiled = await compileTexts({ project: `hooks: {desk/gate: {matcher: "${matcher}"}}` })
    expect(problemLines(compiled)).toEqual([`project:1:30 \`"${matcher}"\` is no valid matcher: ${why}.`])
    expect(compiled.settings.hooks['desk/gate']?.matcher).toBe('Write|Edit')
  })

  it.each([
    'presets: [all, recommended]',
    'packs: {desk: {level: warn, options: {count: 7, mode: slow}}}',
    'hooks: {gate.sh: warn, desk/bell: {options: {count: 5}}}',
    'hooks: {desk/gate: {matcher: "^mcp__.*", timeout_ms: 1}}',
  ])('nothing about %s', async (text) => {
    expect(problemLines(await compileTexts({ project: text }))).toEqual([])
  })

  it('switches of the environment are checked too', async () => {
    const env = { HOLDPOINT_PRESETS: 'al', HOLDPOINT_OFF: 'desk/gat', HOLDPOINT_ON: 'nothing' }
    expect(problemLines(await compileTexts({}, env))).toEqual([
      'HOLDPOINT_PRESETS unknown preset `al`; did you mean `all`? Known: all, desk, harness, recommended.',
      `HOLDPOINT_OFF unknown hook \`desk/gat\`; did you mean \`desk/gate\`? ${HOOKS}`,
      `HOLDPOINT_ON unknown hook \`nothing\`. ${HOOKS}`,
    ])
  })
})

describe('a mistake never switches anything off', () => {
  it.each<[string, string, string]>([
    ['an unknown preset alone', 'the default stays', 'presets: [recomended]'],
    ['an unknown preset beside a known one', 'the default is added', 'presets: [desk, recomended]'],
    ['broken YAML', 'as if there were no file', 'presets: ['],
    ['a wrong level', 'the hook keeps its level', 'hooks: {desk/gate: of}'],
    ['a list for a mapping', 'as if it were not there', 'presets: [recommended]\nhooks: [desk/gate]'],
  ])('%s: %s', async (_, __, text) => {
    const compiled = await compileTexts({ project: text })
    expect(problemLines(compiled)).toHaveLength(1)
    expect([gate, lock, plain].map((hook) => levelOf(compiled, hook))).toEqual(['on', 'on', 'on'])
  })

  it('what is sound in a file that never had a good form is in force', async () => {
    const compiled = await compileTexts({ project: 'presets: [desk, x]\nhooks: {desk/gate: warn, nope: on}' })
    expect([gate, bell].map((hook) => levelOf(compiled, hook))).toEqual(['warn', 'on'])
  })

  it('the last good form stays in force until the file is fixed', async () => {
    const { files, write } = layersIn()
    write({ project: 'hooks: {desk/bell: on}' })
    const good = await compile(files, {}, fakes)

    write({ project: 'hooks: {desk/bell: on\n' })
    const broken = await compile(files, {}, fakes, good.lastGood)
    expect([levelOf(broken, bell), broken.problems.length > 0]).toEqual(['on', true])
    expect(broken.lastGood).toEqual(good.lastGood)

    write({ project: 'hooks: {desk/bell: of}' })
    expect(levelOf(await compile(files, {}, fakes, broken.lastGood), bell)).toBe('on')

    write({ project: 'hooks: {desk/bell: warn}' })
    const fixed = await compile(files, {}, fakes, broken.lastGood)
    expect([levelOf(fixed, bell), fixed.problems]).toEqual(['warn', []])
    expect(fixed.lastGood.project?.hooks['desk/bell']).toEqual({ level: 'warn' })
  })

  it('one broken layer leaves the others alone', async () => {
    const { files, write } = layersIn()
    write({ user: 'hooks: {desk/bell: warn}', project: 'hooks: {desk/bell: on}' })
    const good = await compile(files, {}, fakes)
    write({ user: '[', project: 'hooks: {desk/gate: {options: {mode: slow}}, desk/bell: on}' })
    const broken = await compile(files, {}, fakes, good.lastGood)
    expect(broken.wanted.find(({ id }) => id === 'desk/gate')?.options['mode']?.value).toBe('slow')
    expect(resolvedOf(broken, bell).level).toEqual({ value: 'on', origin: 'project config' })
    expect(broken.lastGood.user?.hooks['desk/bell']?.level).toBe('warn')
  })

  it('a file that became a directory keeps its last good form, a file that is gone does not', async () => {
    const { files, write, pathOf } = layersIn()
    write({ project: 'hooks: {desk/bell: on}' })
    const { lastGood } = await compile(files, {}, fakes)
    rmSync(pathOf('project'))
    mkdirSync(pathOf('project'))
    expect(levelOf(await compile(files, {}, fakes, lastGood), bell)).toBe('on')
    write({})
    const gone = await compile(files, {}, fakes, lastGood)
    expect([levelOf(gone, bell), gone.lastGood]).toEqual(['off', {}])
  })

  it.each([null, 5, 'text', [], { hooks: 5 }, { hooks: { 'desk/bell': { level: 'off', x: 1 } } }, { packs: [] }])(
    'a last good form that is none (%j) is not used',
    async (former) => {
      const { files, write } = layersIn()
      write({ project: 'hooks: {desk/bell: on, x: y}' })
      const lastGood = { project: former } as unknown as Parameters<typeof compile>[3]
      expect(levelOf(await compile(files, {}, fakes, lastGood), bell)).toBe('on')
    },
  )
})

describe('the compiled settings', () => {
  it('hold every option of every hook, checked and with defaults', async () => {
    const { settings } = await compileTexts({ project: 'hooks: {desk/gate: {options: {mode: slow}}}' })
    expect(settings.hooks['desk/gate']).toEqual({
      level: 'on',
      options: { mode: 'slow', words: ['a'], count: 10 },
      matcher: 'Write|Edit',
      timeoutMs: 5_000,
    })
    expect(settings.hooks['guard/plain']).toEqual({ level: 'on', options: {}, timeoutMs: 5_000 })
  })

  it('have general defaults', async () => {
    const { settings } = await compileTexts({})
    expect(settings).toMatchObject({
      breakerThreshold: 3,
      stopBlockCap: 5,
      devMode: { file: 'hooks/.dev-mode', packs: [] },
    })
  })

  it('skip in development mode the packs that declare it', async () => {
    const { settings } = await compile([], {}, builtIn)
    expect(settings.devMode.packs).toEqual(['planning'])
  })

  it('have a digest that names them', async () => {
    const digest = async (text: string): Promise<string> => (await compileTexts({ project: text })).settings.digest
    const [one, same, other] = await Promise.all([
      digest('hooks: {desk/bell: on}'),
      digest('# note\nhooks:\n  desk/bell: on\n'),
      digest('hooks: {desk/bell: warn}'),
    ])
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect([same === one, other === one]).toEqual([true, false])
  })

  it('need options that can be checked at once', async () => {
    const slow = { ...gate, meta: { ...gate.meta, options: asynchronous } }
    const hooks = { catalogue: [gate.meta], load: () => Promise.resolve(slow) }
    await expect(compileTexts({}, {}, hooks)).rejects.toThrow('desk/gate: options must be checked synchronously')
  })
})

const asynchronous = {
  '~standard': { version: 1, vendor: 'test', validate: () => Promise.resolve({ value: {} }) },
} as const
