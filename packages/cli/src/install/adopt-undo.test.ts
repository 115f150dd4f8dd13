import { existsSync, rmSync } from 'node:fs'
import { aSite, ODD, one, program, settingsWith } from '../../../../test/process/support/adopt.ts'
import { undoAdoption } from './adopt.ts'
import { unownedEntries } from './adopt-found.ts'
import { install, isInstalled, uninstall } from './install.ts'

describe('undo, when a file has been edited since', () => {
  const TEXT = settingsWith({
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: './a.sh' }] },
      { matcher: 'Write', description: 'why', hooks: [{ type: 'command', command: './b.sh', statusMessage: 'x' }] },
    ],
    PostToolUse: [{ command: 'flat.sh', matcher: 'Write' }],
  })

  it('the settings: each entry goes back, and the edit stays', async () => {
    const { settings, config, put, read, adopt: move, target, hooks } = aSite()
    put(settings, TEXT)
    put(config, '# By hand.\n')
    await move()
    put(settings, read(settings).replace('{', '{\n  "model": "opus",'))
    const back = await undoAdoption(target, program('project'))
    expect(back).toMatchObject({ isExact: false, kept: [] })
    expect(read(settings)).toContain('"model": "opus"')
    expect(hooks()['PreToolUse']).toEqual([
      { matcher: 'Bash', hooks: [{ type: 'command', command: './a.sh' }] },
      { matcher: 'Write', description: 'why', hooks: [{ type: 'command', command: './b.sh', statusMessage: 'x' }] },
    ])
    expect(hooks()['PostToolUse']).toEqual([{ command: 'flat.sh', matcher: 'Write' }])
    expect(existsSync(config) && read(config).includes('own:')).toBe(false)
  })

  it('the configuration: what was changed or taken out stays as it is', async () => {
    const { settings, config, put, read, adopt: move, target, own } = aSite()
    put(settings, TEXT.replace('"command": "flat.sh"', '"hooks": [{ "type": "command", "command": "flat.sh" }]'))
    await install(target, program('project'), ['recommended'])
    await move()
    const edited = read(config)
      .replace('command: ./a.sh', 'command: ./a.sh --fast')
      .replace(/ {2}b:\n(?: {4}.*\n)+/, '')
    put(config, `# Mine.\n${edited}`)
    const { returned, kept } = await undoAdoption(target, program('project'))
    expect(returned.map(({ name }) => name)).toEqual(['flat'])
    expect(kept.map(({ moved, why }) => `${moved.name}: ${why}`)).toEqual([
      'a: it was changed since',
      'b: it was removed since',
    ])
    expect(own()).toEqual({ a: expect.objectContaining({ command: './a.sh --fast' }) })
    expect(read(config)).toContain('# Mine.')
    expect(isInstalled(target)).toBe(true)
  })

  it('a configuration that is broken now: the hooks are back, the file stays', async () => {
    const { settings, config, put, read, adopt: move, target } = aSite()
    put(settings, TEXT)
    await move()
    put(config, `${read(config)}\nhooks: [`)
    expect(uninstall(target).map(({ file }) => file)).toContain(settings)
    expect(unownedEntries(read(settings), target.root)).toHaveLength(3)
    expect(read(config)).toContain('hooks: [')
  })

  it('a configuration that is gone: the hooks are back', async () => {
    const { settings, config, put, read, adopt: move, target } = aSite()
    put(settings, TEXT)
    await move()
    rmSync(config)
    expect((await undoAdoption(target, program('project'))).returned).toHaveLength(3)
    expect(unownedEntries(read(settings), target.root)).toHaveLength(3)
  })

  it('an interrupted adoption duplicates nothing', async () => {
    const { settings, put, read, adopt: move, target } = aSite()
    put(settings, TEXT)
    await move()
    put(settings, TEXT)
    expect((await undoAdoption(target, program('project'))).returned).toHaveLength(3)
    expect(unownedEntries(read(settings), target.root)).toHaveLength(3)
  })

  it('settings that are broken now: nothing is lost, and nothing is done', async () => {
    const { settings, put, read, adopt: move, target } = aSite()
    put(settings, TEXT)
    await move()
    const sound = read(settings)
    put(settings, `${sound}}`)
    expect(await undoAdoption(target, program('project'))).toMatchObject({ returned: [], kept: [{}, {}, {}] })
    put(settings, sound)
    expect(await undoAdoption(target, program('project'))).toMatchObject({ isExact: true })
    expect(read(settings)).toBe(TEXT)
  })
})

describe('uninstall gives adopted hooks back', () => {
  it.each([true, false])('every byte as it was (installed before: %s)', async (isFirst) => {
    const { settings, config, put, read, adopt: move, target } = aSite()
    put(settings, ODD)
    if (isFirst) await install(target, program('project'), ['scratchpad'])
    await move()
    uninstall(target)
    expect(read(settings)).toBe(ODD)
    expect(existsSync(config)).toBe(false)
  })

  it('nothing of ours is left when the settings are edited between two installs', async () => {
    const { settings, put, read, target } = aSite()
    put(settings, '{\n  "a": 1\n}\n')
    await install(target, program('project'), ['recommended'])
    put(settings, read(settings).replace('"a": 1', '"a": 2'))
    await install(target, program('project'), ['recommended', 'scratchpad'])
    uninstall(target)
    expect(JSON.parse(read(settings))).toEqual({ a: 2 })
    expect(isInstalled(target)).toBe(false)
  })

  it('also when the settings were edited since', async () => {
    const { settings, put, read, adopt: move, target } = aSite()
    put(settings, one({ type: 'command', command: './a.sh' }, 'Stop'))
    await move()
    put(settings, read(settings).replace('{', '{\n  "model": "opus",'))
    uninstall(target)
    expect(JSON.parse(read(settings))).toEqual({
      model: 'opus',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: './a.sh' }] }] },
    })
  })
})
