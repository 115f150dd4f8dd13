import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bell, gate, hooksOf, lock } from '../../../../test/support/config.ts'
import { aDirectory } from '../../../../test/process/support/temporary.ts'
import {
  areSettingsSound,
  type CachePart,
  explainSettings,
  loadSettings,
  type CacheFile,
  type LoadedSettings,
  type Modules,
  type SettingsSource,
} from './cache.ts'

const NO_MODULES: Modules = {
  stamps: [],
  load: () => Promise.resolve([]),
  scripts: () => Promise.resolve([]),
}

/** A project whose compiler announces itself by asking for the hooks' code. */
function aProject(hooks = [gate, bell, lock]) {
  const { path, write } = aDirectory()
  const root = join(path, 'project')
  write({ 'project/holdpoint.yml': 'hooks: {desk/bell: warn}' })
  const parts = new Map<CachePart, string | undefined>()
  let compiled = 0
  const cache: CacheFile = {
    read: (part) => parts.get(part),
    write: (part, next) => void parts.set(part, next),
  }
  return {
    root,
    env: { HOME: path } as Record<string, string>,
    file: join(root, 'holdpoint.yml'),
    userFile: join(path, '.config/holdpoint/holdpoint.yml'),
    cache,
    setCache: (next: string | undefined, part: CachePart = 'settings') => void parts.set(part, next),
    cached: (part: CachePart = 'settings') => JSON.parse(parts.get(part) ?? 'null') as Record<string, unknown>,
    /** What is in force, and whether it had to be compiled. */
    async load(build = 'build-1', use = cache): Promise<readonly [level: string | undefined, how: string]> {
      const { settings } = await this.settings(build, use)
      return [settings.hooks['desk/bell']?.level, compiled > 0 ? 'compiled' : 'cached']
    },
    settings(build = 'build-1', use = cache, isCalled = false): Promise<LoadedSettings> {
      compiled = 0
      const source = { ...this.source(use), hooks: hooksOf(hooks, () => (compiled += 1)) }
      return loadSettings(source, build, undefined, isCalled)
    },
    /** The limit of a hook that is off, as a call by its name gets it, and whether it had to be compiled. */
    async call(build = 'build-1'): Promise<readonly [timeoutMs: number | undefined, how: string]> {
      const { settings } = await this.settings(build, cache, true)
      return [settings.hooks['desk/bell']?.timeoutMs, compiled > 0 ? 'compiled' : 'cached']
    },
    source(use = cache): SettingsSource {
      return { root: this.root, env: this.env, hooks: hooksOf(hooks), modules: NO_MODULES, cache: use }
    },
  }
}

describe('loadSettings', () => {
  it('compiles once, and then does not even load the hooks', async () => {
    const project = aProject()
    expect(await project.load()).toEqual(['warn', 'compiled'])
    expect(await project.load()).toEqual(['warn', 'cached'])
    expect(await project.settings()).toMatchObject({ problems: [], settings: { stopBlockCap: 5 } })
  })

  describe('a hook that is off', () => {
    const off = async () => {
      const project = aProject()
      writeFileSync(project.file, 'hooks: {desk/bell: off}')
      expect(await project.load()).toEqual(['off', 'compiled'])
      return project
    }

    it('is off for an event, and has its own settings when it is called', async () => {
      const project = await off()
      expect(await project.load()).toEqual(['off', 'cached'])
      expect(project.cached()['settings']).not.toHaveProperty(['hooks', 'desk/bell'])
      expect(await project.call()).toEqual([5000, 'cached'])
    })

    it.each<readonly [string, string | undefined]>([
      ['missing', undefined],
      ['damaged', '{'],
      ['of another build', '{"build":"build-0","signature":"","hooks":{}}'],
      ['without the hook', '{"hooks":{}}'],
    ])('is compiled again for a call when the file is %s', async (_, text) => {
      const project = await off()
      const { build, signature } = project.cached('off')
      project.setCache(text === '{"hooks":{}}' ? JSON.stringify({ build, signature, hooks: {} }) : text, 'off')
      expect(await project.load()).toEqual(['off', 'cached'])
      expect(await project.call()).toEqual([5000, 'compiled'])
      expect(await project.call()).toEqual([5000, 'cached'])
    })
  })

  it('keeps problems with the settings', async () => {
    const project = aProject()
    writeFileSync(project.file, 'hooks: {desk/bell: of}')
    const first = await project.settings()
    expect(first.problems).toHaveLength(1)
    expect(await project.load()).toEqual(['off', 'cached'])
    expect((await project.settings()).problems).toEqual(first.problems)
  })

  it('notices another text', async () => {
    const project = aProject()
    await project.load()
    writeFileSync(project.file, 'hooks: {desk/bell: off}')
    expect(await project.load()).toEqual(['off', 'compiled'])
  })

  it('notices another text of the same length that pretends to be as old', async () => {
    const project = aProject()
    const pretend = () => {
      utimesSync(project.file, 0, 0)
      return statSync(project.file, { bigint: true })
    }
    const old = pretend()
    await project.load()
    let now = old
    // The clock of a file system is coarse; write until it has moved on.
    while (now.ctimeNs === old.ctimeNs) {
      writeFileSync(project.file, 'hooks: {desk/gate: warn}')
      now = pretend()
    }
    expect([now.size, now.mtimeNs, now.ino]).toEqual([old.size, old.mtimeNs, old.ino])
    expect(await project.load()).toEqual(['off', 'compiled'])
  })

  it('notices a layer that comes, and one that goes', async () => {
    const project = aProject()
    await project.load()
    mkdirSync(dirname(project.userFile), { recursive: true })
    writeFileSync(project.userFile, 'hooks: {desk/gate: off}')
    expect(await project.load()).toEqual(['warn', 'compiled'])
    writeFileSync(join(project.root, 'holdpoint.local.yml'), 'hooks: {desk/bell: on}')
    expect(await project.load()).toEqual(['on', 'compiled'])
  })

  it.each(['HOLDPOINT_PRESETS', 'HOLDPOINT_OFF', 'HOLDPOINT_OBSERVE', 'HOLDPOINT_WARN', 'HOLDPOINT_ON'])(
    'notices %s',
    async (name) => {
      const project = aProject()
      await project.load()
      project.env[name] = name === 'HOLDPOINT_PRESETS' ? 'all' : 'desk/bell'
      expect((await project.load())[1]).toBe('compiled')
      project.env['UNRELATED'] = '1'
      expect((await project.load())[1]).toBe('cached')
    },
  )

  it('does not use what other code has compiled', async () => {
    const project = aProject()
    await project.load('build-1')
    expect(await project.load('build-2')).toEqual(['warn', 'compiled'])
    expect(await project.load('build-2')).toEqual(['warn', 'cached'])
  })

  it('does not use what was compiled for fewer hooks', async () => {
    const project = aProject()
    await loadSettings({ ...project.source(), hooks: hooksOf([gate]) }, 'build-1')
    expect(await project.load()).toEqual(['warn', 'compiled'])
  })

  it.each<[string, (project: ReturnType<typeof aProject>) => string]>([
    ['empty', () => ''],
    ['no JSON', () => 'hooks: {}'],
    ['cut off', ({ cached }) => JSON.stringify(cached()).slice(0, -20)],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['a number', () => '7'],
    ['without settings', ({ cached }) => JSON.stringify({ ...cached(), settings: undefined })],
    ['settings that are null', ({ cached }) => JSON.stringify({ ...cached(), settings: null })],
    ['hooks that are null', (project) => withSettings(project, { hooks: null })],
    ['hooks that are none', (project) => withSettings(project, { hooks: {} })],
    ['hooks that are texts', (project) => withSettings(project, { hooks: { 'desk/gate': 'on' } })],
    ['no development mode', (project) => withSettings(project, { devMode: null })],
    ['a threshold that is a text', (project) => withSettings(project, { breakerThreshold: '3' })],
    ['problems that are none', ({ cached }) => JSON.stringify({ ...cached(), problems: 'none' })],
  ])('a damaged cache is compiled again: %s', async (_, damage) => {
    const project = aProject()
    await project.load()
    project.setCache(damage(project))
    expect(await project.load()).toEqual(['warn', 'compiled'])
    expect(await project.load()).toEqual(['warn', 'cached'])
  })

  it.each([null, 5, [], 'x', { project: null }, { project: { hooks: [] } }, { project: { packs: null, hooks: null } }])(
    'a damaged last good form (%j) is not used',
    async (lastGood) => {
      const project = aProject()
      await project.load()
      project.cache.write('layers', JSON.stringify(lastGood) ?? '')
      writeFileSync(project.file, 'hooks: {desk/bell: on, nope: on}')
      expect(await project.load()).toEqual(['on', 'compiled'])
    },
  )

  it('the last good form outlives many broken ones, and new code', async () => {
    const project = aProject()
    await project.load()
    writeFileSync(project.file, 'hooks: [')
    expect(await project.load()).toEqual(['warn', 'compiled'])
    writeFileSync(project.file, 'hooks: [[[')
    expect(await project.load('build-2')).toEqual(['warn', 'compiled'])
    writeFileSync(project.file, 'hooks: {}')
    expect(await project.load('build-2')).toEqual(['off', 'compiled'])
  })

  it('a cache that cannot be written or read costs time, nothing else', async () => {
    const project = aProject()
    const fail = (): never => {
      throw new Error('EROFS')
    }
    expect(await project.load('build-1', { read: () => undefined, write: fail })).toEqual(['warn', 'compiled'])
    expect(await project.load('build-1', { read: fail, write: fail })).toEqual(['warn', 'compiled'])
  })

  it('a configuration directory that is no directory is no configuration', async () => {
    const project = aProject()
    project.env['XDG_CONFIG_HOME'] = '/dev/null'
    expect(await project.load()).toEqual(['warn', 'compiled'])
    expect(await project.load()).toEqual(['warn', 'cached'])
  })

  it('a file that cannot be opened is a problem, not the end', async () => {
    const project = aProject()
    symlinkSync('holdpoint.local.yml', join(project.root, 'holdpoint.local.yml'))
    expect((await project.settings()).problems[0]?.message).toMatch(/^cannot be read: ELOOP/)
    expect(await project.load()).toEqual(['warn', 'cached'])
  })
})

function withSettings({ cached }: ReturnType<typeof aProject>, change: Record<string, unknown>): string {
  const value = cached()
  return JSON.stringify({ ...value, settings: { ...(value['settings'] as object), ...change } })
}

describe('areSettingsSound', () => {
  const soundAfter = async (change: (project: ReturnType<typeof aProject>) => void): Promise<boolean> => {
    const project = aProject()
    await project.load()
    change(project)
    return areSettingsSound(project.source(), 'build-1')
  }

  it('is true of what the compiler has written, and of what it would replace', async () => {
    expect(await soundAfter(() => undefined)).toBe(true)
    expect(await soundAfter(({ setCache }) => setCache(undefined))).toBe(true)
    expect(await soundAfter(({ file }) => writeFileSync(file, 'hooks: {desk/bell: off}'))).toBe(true)
    expect(await soundAfter(({ cached, setCache }) => setCache(JSON.stringify({ ...cached(), build: 'old' })))).toBe(
      true,
    )
  })

  it('is false of other settings for the same layers, and of a part of them', async () => {
    expect(await soundAfter((project) => project.setCache(withSettings(project, { stopBlockCap: 99 })))).toBe(false)
    expect(await soundAfter((project) => project.setCache(withSettings(project, { hooks: {} })))).toBe(false)
  })

  it.each(['settings', 'off', 'layers'])('is false when another program has edited the %s', async (edited) => {
    const project = aProject()
    await project.load()
    const cache: CacheFile = {
      ...project.cache,
      read: (part) => (part === edited ? { edited: true } : project.cache.read(part)),
    }
    expect(await areSettingsSound(project.source(cache), 'build-1')).toBe(false)
  })
})

describe('explainSettings', () => {
  it('reports where values come from, keeps the last good form, and writes nothing', async () => {
    const project = aProject()
    await project.load()
    const before = project.cache.read('settings')
    writeFileSync(project.file, '[')
    const explained = await explainSettings(project.source())
    const found = explained.resolved.find(({ id }) => id === 'desk/bell')
    expect(found?.level).toEqual({ value: 'warn', origin: 'project config' })
    expect(project.cache.read('settings')).toBe(before)
  })
})
