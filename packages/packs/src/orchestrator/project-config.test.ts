import fc from 'fast-check'
import { EXAMPLE } from '../../../../test/process/support/orchestrator.ts'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { memoryArea } from '../../../../test/support/engine.ts'
import { openYaml } from '@holdpoint/runtime'
import { files, openGit } from '@holdpoint/runtime/system'
import { readSetting, settingIn, SWITCHES, type Switch } from './project-config.ts'

const git = openGit({ env: process.env, run: () => Promise.reject(new Error('no process')) })
const read = (root: string, name: Switch) => readSetting(root, name, { yaml: openYaml(memoryArea()), files, git })
const valueOf = (value: unknown, name: Switch) => settingIn({ value: { hooks: { [name]: value } } }, name)

describe('what .claude/project.yml switches', () => {
  it('T-ORC-06: the example of the document, with its quotes and comments', async () => {
    const project = aDirectory()
    project.write({ '.claude/project.yml': EXAMPLE })
    const values = await Promise.all(SWITCHES.map(async (name) => (await read(project.path, name)).value))
    expect(values).toEqual(['agent', 'on', 'on', 'on'])
  })

  it.each<[unknown, string]>([
    ['agent', 'agent'],
    [' Prompt ', 'prompt'],
    ['off', 'off'],
    [false, 'off'],
    [null, 'off'],
    [undefined, 'off'],
  ])('task_verification: %j is %s', (value, expected) => {
    expect(valueOf(value, 'task_verification')).toEqual({ value: expected })
  })

  it.each([true, 'deep', '', 1, [], {}, ['agent']])('ORC-04: task_verification: %j is wrong', (value) => {
    expect(valueOf(value, 'task_verification')).toEqual({
      value: 'off',
      problem: "hooks.task_verification must be 'agent', 'prompt', or 'off'",
    })
  })

  it.each(SWITCHES.slice(1))('ORC-05: %s is true or false', (name) => {
    expect([true, 'true', 'TRUE'].map((value) => valueOf(value, name).value)).toEqual(['on', 'on', 'on'])
    expect([false, 'false', null].map((value) => valueOf(value, name))).toEqual([1, 2, 3].map(() => ({ value: 'off' })))
    for (const value of ['yes', 'on', 'off', '', 0, 1, [], {}]) {
      expect(valueOf(value, name)).toEqual({ value: 'off', problem: `hooks.${name} must be true or false` })
    }
  })

  it('ORC-18: a linked work tree without the file has the one of the main work tree', async () => {
    const project = aRepository()
    project.git('worktree', 'add', '--quiet', 'tree')
    project.write({ '.claude/project.yml': EXAMPLE })
    expect(await read(`${project.path}/tree`, 'stop_guard')).toEqual({ value: 'on' })
    project.write({ 'tree/.claude/project.yml': 'hooks: { stop_guard: false }\n' })
    expect(await read(`${project.path}/tree`, 'stop_guard')).toEqual({ value: 'off' })
  })

  it('is off for any data that does not enable it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...SWITCHES), (value, name) => {
        const ofHooks = settingIn({ value: { hooks: value } }, name)
        const ofAll = settingIn({ value }, name)
        return [ofHooks, ofAll].every((found) => found.problem === undefined || found.value === 'off')
      }),
    )
  })
})
