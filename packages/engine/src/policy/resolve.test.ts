import {
  bell,
  compileTrusted,
  gate,
  levelOf,
  plain,
  resolvedOf,
  problemLines,
  type Texts,
} from '../../../../test/support/config.ts'
import type { Compiled } from './compile.ts'

type Variables = Record<string, string>
type Row = readonly [name: string, texts: Texts, env: Variables, hook: typeof gate, level: string, origin: string]

describe('which layer decides the level', () => {
  it.each<Row>([
    ['nothing', {}, {}, gate, 'on', 'preset recommended'],
    ['nothing, not recommended', {}, {}, bell, 'off', 'in no chosen preset'],
    ['user', { user: 'hooks: {desk/bell: warn}' }, {}, bell, 'warn', 'user config'],
    [
      'project over user',
      { user: 'hooks: {desk/bell: warn}', project: 'hooks: {desk/bell: on}' },
      {},
      bell,
      'on',
      'project config',
    ],
    [
      'local over project',
      { project: 'hooks: {desk/bell: on}', local: 'hooks: {desk/bell: off}' },
      {},
      bell,
      'off',
      'local config',
    ],
    ['env over local', { local: 'hooks: {desk/bell: off}' }, { HOLDPOINT_ON: 'desk/bell' }, bell, 'on', 'HOLDPOINT_ON'],
    ['a pack', { project: 'packs: {desk: warn}' }, {}, bell, 'warn', 'project config, pack'],
    [
      'a hook over its pack, in one layer',
      { project: 'packs: {desk: off}\nhooks: {desk/gate: warn}' },
      {},
      gate,
      'warn',
      'project config',
    ],
    [
      'a pack over a hook of an earlier layer',
      { user: 'hooks: {desk/gate: on}', project: 'packs: {desk: off}' },
      {},
      gate,
      'off',
      'project config, pack',
    ],
    ['an alias for an id', { project: 'hooks: {H01: off}' }, {}, gate, 'off', 'project config'],
  ])('%s', async (_, texts, env, hook, level, origin) => {
    const compiled = await compileTrusted(texts, env)
    expect(problemLines(compiled)).toEqual([])
    expect(resolvedOf(compiled, hook).level).toEqual({ value: level, origin })
  })
})

describe('presets', () => {
  it.each<Row>([
    ['all', { project: 'presets: [all]' }, {}, bell, 'on', 'preset all'],
    ['a group', { project: 'presets: [desk]' }, {}, bell, 'on', 'preset desk'],
    ['the group of several packs', { project: 'presets: [harness]' }, {}, plain, 'on', 'preset harness'],
    ['another than the default', { project: 'presets: [desk]' }, {}, plain, 'off', 'in no chosen preset'],
    ['none at all', { project: 'presets: []' }, {}, gate, 'off', 'in no chosen preset'],
    ['two', { project: 'presets: [desk, harness]' }, {}, plain, 'on', 'preset harness'],
    [
      'the last layer that names some',
      { user: 'presets: [all]', project: 'presets: [harness]' },
      {},
      bell,
      'off',
      'in no chosen preset',
    ],
    ['a layer that names none', { user: 'presets: [all]', project: 'hooks: {}' }, {}, bell, 'on', 'preset all'],
    ['the environment', { local: 'presets: []' }, { HOLDPOINT_PRESETS: 'desk' }, bell, 'on', 'preset desk'],
    [
      'a level said anywhere wins over them',
      { user: 'hooks: {desk/bell: off}', project: 'presets: [all]' },
      {},
      bell,
      'off',
      'user config',
    ],
  ])('%s', async (_, texts, env, hook, level, origin) => {
    expect(resolvedOf(await compileTrusted(texts, env), hook).level).toEqual({ value: level, origin })
  })
})

describe('switches of the environment', () => {
  it.each<[Variables, string]>([
    [{ HOLDPOINT_OFF: 'desk/gate' }, 'off'],
    [{ HOLDPOINT_OFF: 'gate.sh' }, 'off'],
    [{ HOLDPOINT_OFF: 'desk' }, 'off'],
    [{ HOLDPOINT_OFF: ' guard/plain , desk/gate,' }, 'off'],
    [{ HOLDPOINT_WARN: 'H01' }, 'warn'],
    [{ HOLDPOINT_OFF: 'H01', HOLDPOINT_ON: 'H01' }, 'on'],
    [{ HOLDPOINT_OFF: '' }, 'on'],
    [{ HOLDPOINT_OFF: ' , ' }, 'on'],
    [{ HOLDPOINT_PRESETS: 'harness' }, 'off'],
    [{ HOLDPOINT_PRESETS: 'harnes' }, 'on'],
    [{ HOLDPOINT_PRESETS: 'harness,recomended' }, 'on'],
  ])('%j make it %s', async (env, level) => {
    expect(levelOf(await compileTrusted({}, env), gate)).toBe(level)
  })
})

describe('options, matcher and time limit', () => {
  const optionsOf = (compiled: Compiled) => compiled.settings.hooks['desk/gate']?.options

  it('a pack gives each hook the options it has', async () => {
    const { settings } = await compileTrusted({ project: 'packs: {desk: {options: {count: 7, mode: slow}}}' })
    expect(settings.hooks['desk/gate']?.options).toMatchObject({ count: 7, mode: 'slow' })
    expect(settings.hooks['desk/bell']?.options).toEqual({ count: 7 })
  })

  it('a hook says it better than its pack, a later layer better than an earlier one, each option by itself', async () => {
    const compiled = await compileTrusted({
      user: 'hooks: {desk/gate: {options: {count: 1, mode: slow, words: [u]}}}',
      project: 'packs: {desk: {options: {count: 8}}}\nhooks: {desk/gate: {options: {words: [p]}}}',
      local: 'hooks: {gate.sh: {options: {count: 9}}}',
    })
    expect(problemLines(compiled)).toEqual([])
    expect(optionsOf(compiled)).toEqual({ count: 9, mode: 'slow', words: ['p'] })
    expect(resolvedOf(compiled, gate).options).toEqual({
      count: { value: 9, origin: 'local config' },
      mode: { value: 'slow', origin: 'user config' },
      words: { value: ['p'], origin: 'project config' },
    })
  })

  it('matcher and time limit come with their origin', async () => {
    const compiled = await compileTrusted({ project: 'hooks: {desk/gate: {matcher: Bash, timeout_ms: 70}}' })
    expect(resolvedOf(compiled, gate)).toMatchObject({
      matcher: { value: 'Bash', origin: 'project config' },
      timeoutMs: { value: 70, origin: 'project config' },
    })
    expect(resolvedOf(compiled, bell)).toMatchObject({
      matcher: { value: undefined, origin: 'default' },
      timeoutMs: { value: 5_000, origin: 'default' },
    })
  })

  it('T-ENG-30 ENG-44 a disabled matcher is kept as it is, without complaint', async () => {
    const compiled = await compileTrusted({ project: 'hooks: {desk/gate: {matcher: DISABLED_Write}}' })
    expect(problemLines(compiled)).toEqual([])
    expect(compiled.settings.hooks['desk/gate']).toMatchObject({ level: 'on', matcher: 'DISABLED_Write' })
  })

  it('general values: the last layer counts', async () => {
    const { settings } = await compileTrusted({
      user: 'breaker: {threshold: 7}\nstop_block_cap: 1\ndev_mode: {file: .dev, packs: [desk]}',
      project: 'stop_block_cap: 2\ndev_mode: {packs: []}',
    })
    expect(settings).toMatchObject({ breakerThreshold: 7, stopBlockCap: 2, devMode: { file: '.dev', packs: [] } })
  })
})
