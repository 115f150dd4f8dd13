import { fakeHook } from '../../../../test/support/engine.ts'
import { hooksOf, layersIn } from '../../../../test/support/config.ts'
import { pass } from '../verdict.ts'
import { compile } from './compile.ts'
import type { HookSetting } from './settings.ts'

const called = fakeHook('crew/step', () => pass, { enabledBy: 'call' })
const asked = fakeHook('crew/gate', () => pass, { enabledBy: 'level' })

async function settingOf(id: string, text: string): Promise<HookSetting | undefined> {
  const layers = layersIn()
  layers.write({ user: text })
  const { settings, problems } = await compile(layers.files, {}, hooksOf([called, asked]))
  expect(problems).toEqual([])
  return settings.hooks[id]
}

describe('a hook that runs only when it is called', () => {
  it.each([
    ['version: 1', 'on'],
    ['presets: [all, crew]', 'on'],
    ['hooks: {crew/step: warn}', 'warn'],
    ['packs: {crew: off}', 'off'],
    ['packs: {crew: off}\nhooks: {crew/step: on}', 'on'],
  ])('is off for every event, whatever is said of it: %s', async (text, whenCalled) => {
    expect(await settingOf('crew/step', text)).toMatchObject({ level: 'off', whenCalled })
  })
})

describe('a hook that runs only when called', () => {
  it.each([
    ['version: 1', 'off'],
    ['presets: [all, crew]', 'off'],
    ['hooks: {crew/gate: on}', 'on'],
    ['packs: {crew: warn}', 'warn'],
  ])('%s: it is %s', async (text, level) => {
    expect(await settingOf('crew/gate', text)).toMatchObject({ level })
    expect(await settingOf('crew/gate', text)).not.toHaveProperty('whenCalled')
  })
})
