import * as v from 'valibot'
import { compileTexts, gate, hooksOf, problemLines, type Texts } from '../../../../test/support/config.ts'
import { withoutOutdated } from '../../../cli/src/install/config-text.ts'
import { loadOptions } from './compile.ts'
import { outdatedIn } from './outdated.ts'
import { parseLayer } from './parse.ts'
import { withLoosening } from './settings.ts'

const old = {
  ...gate,
  meta: { ...gate.meta, formerOptions: { speed: { now: 'mode' }, volume: { gone: 'Bells are gone.' } } },
}
const other = {
  ...gate,
  meta: {
    ...gate.meta,
    id: 'desk/other' as const,
    aliases: [],
    options: v.strictObject({ volume: v.optional(v.number(), 1) }),
  },
}
const hooks = hooksOf([old, other])
const one = hooksOf([old])

const compiled = async (texts: Texts, from = one) => {
  const result = await compileTexts(texts, {}, from)
  return { ...result, settings: withLoosening(result.settings) }
}
const renamed = 'the option `speed` is now called `mode`. `holdpoint upgrade` renames it.'
const removed = 'the option `volume` is gone and ignored. Bells are gone. `holdpoint upgrade` removes it.'

describe('options of earlier versions', () => {
  it.each<[name: string, texts: Texts, notes: readonly string[], mode: string]>([
    ['renamed', { project: 'hooks: {desk/gate: {options: {speed: slow}}}' }, [`project:1:31 ${renamed}`], 'slow'],
    ['in the user’s file', { user: 'hooks: {desk/gate: {options: {speed: slow}}}' }, [`user:1:31 ${renamed}`], 'slow'],
    ['by an alias', { project: 'hooks: {gate.sh: {options: {speed: slow}}}' }, [`project:1:29 ${renamed}`], 'slow'],
    ['of a pack', { project: 'packs: {desk: {options: {speed: slow}}}' }, [`project:1:26 ${renamed}`], 'slow'],
    [
      'beside the new name, which counts',
      { project: 'hooks: {desk/gate: {options: {mode: fast, speed: slow}}}' },
      [`project:1:43 ${renamed}`],
      'fast',
    ],
    ['removed', { project: 'hooks: {desk/gate: {options: {volume: 3}}}' }, [`project:1:31 ${removed}`], 'fast'],
    ['removed from a pack', { local: 'packs: {desk: {options: {volume: 3}}}' }, [`local:1:26 ${removed}`], 'fast'],
    [
      'both in two files',
      {
        user: 'hooks: {desk/gate: {options: {volume: 3}}}',
        project: 'hooks: {desk/gate: {options: {speed: slow}}}',
      },
      [`user:1:31 ${removed}`, `project:1:31 ${renamed}`],
      'slow',
    ],
    ['today’s names', { project: 'hooks: {desk/gate: {options: {mode: slow}}}' }, [], 'slow'],
  ])('%s: accepted, and reported with what to write', async (_, texts, notes, mode) => {
    const { settings, notes: found, problems } = await compiled(texts)
    expect(problems).toEqual([])
    expect(problemLines({ problems: found })).toEqual(notes)
    expect(settings.hooks['desk/gate']?.options).toMatchObject({ mode })
  })

  it('a wrong value under the old name is a mistake', async () => {
    const result = await compiled({ project: 'hooks: {desk/gate: {options: {speed: quick}}}' })
    expect(problemLines(result).join()).toContain('`mode` is `"quick"`; allowed: fast, slow.')
  })

  it('an option that another hook of the pack still has is not outdated there', async () => {
    const { notes, settings } = await compiled({ project: 'packs: {desk: {options: {volume: 3}}}' }, hooks)
    expect(notes).toEqual([])
    expect(settings.hooks['desk/other']?.options).toEqual({ volume: 3 })
  })

  it.each(['__proto__', 'constructor', 'toString'])('%s was never an option', async (name) => {
    const result = await compiled({ project: `hooks: {desk/gate: {options: {${name}: 1}}}` })
    expect(result.notes).toEqual([])
    expect(problemLines(result)).toHaveLength(1)
  })
})

describe('upgrade rewrites them', () => {
  const rewritten = async (text: string): Promise<string> => {
    const known = { catalogue: one.catalogue, options: await loadOptions(one) }
    return withoutOutdated(text, outdatedIn(parseLayer(text, 'holdpoint.yml').layer, known))
  }

  it.each<[string, string, string]>([
    [
      'comments stay',
      '# ours\nhooks:\n  desk/gate: # the gate\n    options:\n      # how fast\n      speed: slow # really\n      words: [b]\n',
      '# ours\nhooks:\n  desk/gate: # the gate\n    options:\n      # how fast\n      mode: slow # really\n      words: [b]\n',
    ],
    [
      'a removed option goes, and an empty mapping with it',
      'hooks:\n  gate.sh:\n    level: on\n    options:\n      volume: 3\nstop_block_cap: 5 # few\n',
      'hooks:\n  gate.sh:\n    level: on\nstop_block_cap: 5 # few\n',
    ],
    [
      'where both names are set the old one goes',
      'packs:\n  desk:\n    options:\n      speed: slow\n      mode: fast\n',
      'packs:\n  desk:\n    options:\n      mode: fast\n',
    ],
    ['flow style', 'hooks: {desk/gate: {options: {speed: slow}}}\n', 'hooks: {desk/gate: {options: {mode: slow}}}\n'],
    ['nothing to do: not one byte', 'hooks:   {desk/gate:   on}\n', 'hooks:   {desk/gate:   on}\n'],
  ])('%s', async (_, before, after) => {
    expect(await rewritten(before)).toBe(after)
  })
})
