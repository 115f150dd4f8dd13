import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { compileTexts, hooksOf, type Texts } from '../../../../test/support/config.ts'
import { fakeHook } from '../../../../test/support/engine.ts'
import { pass } from '../verdict.ts'
import { presetNames } from './presets.ts'

const floor = fakeHook('guard/floor', () => pass, {
  enabledBy: 'always',
  options: v.strictObject({ stacks: v.optional(v.array(v.string()), []) }),
  stricter: { stacks: 'more' },
  presets: { node: { stacks: ['node', 'hosting'] }, python: { stacks: ['python', 'hosting'] } },
})
const hooks = hooksOf([floor])

async function stacksUnder(
  texts: Texts,
  env: Record<string, string> = {},
): Promise<readonly [unknown, string, string]> {
  const { resolved } = await compileTexts(texts, env, hooks)
  const found = resolved.find(({ id }) => id === 'guard/floor')
  const { value, origin } = found?.options['stacks'] ?? { value: [], origin: 'default' }
  return [value, origin, found?.level.origin ?? '']
}

describe('presets that give options', () => {
  it('have names of their own', () => {
    expect(presetNames([floor.meta])).toEqual(['all', 'guard', 'node', 'python', 'recommended'])
  })

  it.each<[string, Texts, Record<string, string>, readonly [unknown, string, string]]>([
    ['none', {}, {}, [[], 'default', 'preset recommended']],
    [
      'one',
      { project: 'presets: [recommended, node]' },
      {},
      [['node', 'hosting'], 'preset node', 'presets recommended, node'],
    ],
    [
      'two are joined',
      { project: 'presets: [recommended, node, python]' },
      {},
      [['node', 'hosting', 'python'], 'presets node, python', 'presets recommended, node, python'],
    ],
    ['one alone', { project: 'presets: [node]' }, {}, [['node', 'hosting'], 'preset node', 'preset node']],
    [
      'an option over a preset, of the user',
      { user: 'presets: [recommended, node]\nhooks: {guard/floor: {options: {stacks: [python]}}}' },
      {},
      [['python'], 'user config', 'presets recommended, node'],
    ],
    [
      'a repository adds to the user’s',
      { user: 'presets: [recommended, python]', project: 'presets: [recommended, node]' },
      {},
      [['python', 'hosting', 'node'], 'preset node', 'presets recommended, node'],
    ],
    [
      'a repository takes nothing away',
      { user: 'presets: [recommended, python]', project: 'presets: [recommended]' },
      {},
      [['python', 'hosting'], 'preset python', 'preset recommended'],
    ],
    [
      'a managed file adds to all',
      { managed: 'presets: [python]', project: 'presets: [recommended, node]' },
      {},
      [['python', 'hosting', 'node'], 'managed preset python', 'managed preset python'],
    ],
    [
      'the environment',
      {},
      { HOLDPOINT_PRESETS: 'recommended,node' },
      [['node', 'hosting'], 'preset node', 'presets recommended, node'],
    ],
  ])('%s', async (_, texts, env, expected) => {
    expect(await stacksUnder(texts, env)).toEqual(expected)
  })
})
