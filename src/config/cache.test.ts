import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bell, gate, hooksOf, lock } from '../../test/support/config.ts'
import { aDirectory } from '../../test/process/support/temporary.ts'
import {
  explainSettings,
  loadSettings,
  type CacheFile,
  type Listening,
  type LoadedSettings,
  type Modules,
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
  let text: string | undefined
  let layers: string | undefined
  let compiled = 0
  const cache: CacheFile = {
    read: (part) => (part === 'settings' ? text : layers),
    write: (part, next) => void (part === 'settings' ? (text = next) : (layers = next)),
  }
  return {
    root,
    env: { HOME: path } as Record<string, string>,
    file: join(root, 'holdpoint.yml'),
    userFile: join(path, '.config/holdpoint/holdpoint.yml'),
    cache,
    setCache: (next: string | undefined) => void (text = next),
    cached: () => JSON.parse(text ?? 'null') as Record<string, unknown>,
    /** What is in force, and whether it had to be compiled. */
    async load(build = 'build-1', use = cache): Promise<readonly [level: string | undefined, how: string]> {
      const { settings } = await this.settings(build, use)
      return [settings.hooks['desk/bell']?.level, compiled > 0 ? 'compiled' : 'cached']
    },
    settings(build = 'build-1', use = cache): Promise<LoadedSettings> {
      compiled = 0
      return loadSettings(
        this.root,
        this.env,
        build,
        hooksOf(hooks, () => (compiled += 1)),
        NO_MODULES,
        use,
      )
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
    await loadSettings(project.root, project.env, 'build-1', hooksOf([gate]), NO_MODULES, project.cache)
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
  ])('a damaged cache is compiled anew: %s', async (_, damage) => {
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

describe('the settings for one kind of event', () => {
  const early = { ...gate, meta: { ...gate.meta, on: ['tool.before'] as const } }
  const late = { ...bell, meta: { ...bell.meta, on: ['turn.stop'] as const } }
  const listening: Listening = { kind: 'tool.before', entries: [early.meta] }

  function aProjectWithParts() {
    const { path, write } = aDirectory()
    write({ '.config/holdpoint/holdpoint.yml': 'hooks: {desk/gate: warn}' })
    const parts = new Map<string, string>()
    const asked: string[] = []
    const cache: CacheFile = {
      read: (part) => (asked.push(part), parts.get(part)),
      write: (part, text) => void parts.set(part, text),
    }
    const load = async (use: Listening | undefined = listening): Promise<LoadedSettings> => {
      asked.length = 0
      const hooks = hooksOf([early, late])
      const root = join(path, 'project')
      return loadSettings(root, { HOME: path }, 'build-1', hooks, NO_MODULES, cache, undefined, use)
    }
    return { file: join(path, '.config/holdpoint/holdpoint.yml'), parts, asked, load }
  }

  it('are all that such an event reads, and hold nothing of other hooks', async () => {
    const { parts, asked, load } = aProjectWithParts()
    const whole = await load()
    const some = await load()
    expect(asked).toEqual(['tool.before'])
    expect(some.settings).toEqual({ ...whole.settings, hooks: { 'desk/gate': whole.settings.hooks['desk/gate'] } })
    expect([...parts.keys()].toSorted()).toEqual(['layers', 'settings', 'tool.before'])
  })

  it('are made from all settings when those are there already', async () => {
    const { asked, load } = aProjectWithParts()
    await load({ kind: 'turn.stop', entries: [late.meta] })
    await load()
    expect(asked).toEqual(['tool.before', 'settings'])
    await load()
    expect(asked).toEqual(['tool.before'])
  })

  it('follow a change', async () => {
    const { file, load } = aProjectWithParts()
    await load()
    writeFileSync(file, 'hooks: {desk/gate: off}')
    expect((await load()).settings.hooks['desk/gate']?.level).toBe('off')
    expect((await load()).settings.hooks['desk/gate']?.level).toBe('off')
  })

  it.each([
    ['empty', () => ''],
    ['cut off', (text: string) => text.slice(0, -20)],
    ['without its hooks', (text: string) => text.replace('desk/gate', 'desk/gone')],
    ['without a level', (text: string) => text.replace('"level"', '"lever"')],
  ])('are not used when they are damaged: %s', async (_, damage) => {
    const { parts, asked, load } = aProjectWithParts()
    await load()
    parts.set('tool.before', damage(parts.get('tool.before') ?? ''))
    expect((await load()).settings.hooks['desk/gate']?.level).toBe('warn')
    expect(asked).toEqual(['tool.before', 'settings'])
  })
})

describe('explainSettings', () => {
  it('tells where values come from, knows the last good form, and writes nothing', async () => {
    const project = aProject()
    await project.load()
    const before = project.cache.read('settings')
    writeFileSync(project.file, '[')
    const explained = await explainSettings(
      project.root,
      project.env,
      hooksOf([gate, bell, lock]),
      NO_MODULES,
      project.cache,
    )
    const found = explained.resolved.find(({ id }) => id === 'desk/bell')
    expect(found?.level).toEqual({ value: 'warn', origin: 'project config' })
    expect(project.cache.read('settings')).toBe(before)
  })
})
