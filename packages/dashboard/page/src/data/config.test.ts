import type { HookConfig } from '../../../api.ts'
import { hooksFor, isSet, showOf } from './config.ts'

const hook = (id: string, level: string, levelFrom: string, origin = 'default'): HookConfig => ({
  id,
  level,
  levelFrom,
  values: [{ name: 'timeout_ms', value: 1, origin }],
  remedies: [],
})

const HOOKS = [
  hook('guard/a', 'on', 'preset recommended'),
  hook('guard/b', 'on', 'always on'),
  hook('guard/c', 'warn', 'project config'),
  hook('guard/d', 'off', 'in no chosen preset'),
  hook('guard/e', 'off', 'HOLDPOINT_OFF'),
  hook('guard/f', 'on', 'presets recommended, node', 'user config'),
  hook('agents/g', 'on', 'when called'),
]

describe('the filter of the configuration', () => {
  it.each([
    ['default', false],
    ['always on', false],
    ['when called', false],
    ['in no chosen preset', false],
    ['preset recommended', false],
    ['presets node, python', false],
    ['project config', true],
    ['user config, pack', true],
    ['managed preset team', true],
    ['HOLDPOINT_OFF', true],
    ['a file with mistakes', true],
  ])('%s is set by the user: %s', (origin, is) => {
    expect(isSet(origin)).toBe(is)
  })

  it.each([
    ['enabled', '', ['guard/a', 'guard/b', 'guard/c', 'guard/f']],
    ['set', '', ['guard/c', 'guard/e', 'guard/f']],
    ['all', '', HOOKS.map(({ id }) => id)],
    ['all', ' GUARD/E ', ['guard/e']],
    ['set', 'guard/a', []],
  ] as const)('%s, named "%s"', (show, name, ids) => {
    expect(hooksFor(HOOKS, show, name).map(({ id }) => id)).toEqual(ids)
  })

  it('begins with the enabled ones', () => {
    expect([null, 'nonsense', 'all'].map(showOf)).toEqual(['enabled', 'enabled', 'all'])
  })
})
