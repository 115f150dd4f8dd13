import { existsSync, mkdirSync, renameSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory, aRepository } from '../../../../../test/process/support/temporary.ts'
import { isTrusted, keyOf, openState, placeOf, preparePlace, pruneSessions, stateHome } from './place.ts'

const uid = process.getuid?.() ?? 'user'

describe('stateHome', () => {
  const cases: readonly (readonly [string, Record<string, string>, string])[] = [
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/s', HOME: '/h' }, '/s/holdpoint'],
    ['HOME', { HOME: '/h' }, '/h/.local/state/holdpoint'],
    ['HOME, when XDG_STATE_HOME is not absolute', { XDG_STATE_HOME: 's', HOME: '/h' }, '/h/.local/state/holdpoint'],
    ['HOME, when XDG_STATE_HOME is empty', { XDG_STATE_HOME: '', HOME: '/h' }, '/h/.local/state/holdpoint'],
    ['TMPDIR, without a home', { TMPDIR: '/t' }, `/t/holdpoint-${uid}`],
    ['/tmp, without anything', {}, `/tmp/holdpoint-${uid}`],
    ['/tmp, when nothing is absolute', { HOME: 'h', TMPDIR: 't' }, `/tmp/holdpoint-${uid}`],
  ]
  it.each(cases)('follows %s', (_, env, expected) => {
    expect(stateHome(env)).toBe(expected)
  })
})

describe('placeOf', () => {
  const env = { HOME: '/h' }

  it('is 16 hex digits of the project’s real path', () => {
    const { path } = aDirectory()
    expect(placeOf(path, env)).toEqual({ key: keyOf(path), directory: `/h/.local/state/holdpoint/${keyOf(path)}` })
    expect(placeOf(path, env).key).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is the same through a link, and from a directory inside the repository', () => {
    const { path } = aRepository()
    const alias = join(aDirectory().path, 'alias')
    symlinkSync(path, alias)
    mkdirSync(join(path, 'src/deep'), { recursive: true })
    expect(placeOf(alias, env)).toEqual(placeOf(path, env))
    expect(placeOf(join(path, 'src/deep'), env)).toEqual(placeOf(path, env))
  })

  it('is shared by linked work trees', () => {
    const main = aRepository()
    const linked = join(aDirectory().path, 'linked')
    main.git('worktree', 'add', '--quiet', '-b', 'other', linked)
    expect(placeOf(linked, env)).toEqual(placeOf(main.path, env))
  })

  it('is not shared with a submodule', () => {
    const inner = aRepository()
    const outer = aRepository()
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub')
    expect(placeOf(join(outer.path, 'sub'), env).key).toBe(keyOf(join(outer.path, 'sub')))
    expect(placeOf(outer.path, env).key).toBe(keyOf(outer.path))
  })

  it.each(['with space', "it's", 'say "hi"', 'line\nbreak', 'emoji 🙂', '-rf', '$(id)'])(
    'takes the path %j',
    (name) => {
      const { path, write } = aDirectory()
      write({ [`${name}/file`]: '' })
      const { key } = placeOf(join(path, name), env)
      expect(key).toBe(keyOf(join(path, name)))
      expect(key).not.toBe(placeOf(path, env).key)
    },
  )
})

describe('openState', () => {
  it('keeps sessions apart and the project together', () => {
    const { env, place } = aPlace()
    const one = openState(place, env, 's1')
    const two = openState(place, env, 's2')
    one.session.update('a', () => 1)
    one.project.update('a', () => 2)
    expect([two.session.get('a'), two.project.get('a')]).toEqual([undefined, 2])
  })

  it('keeps every directory for our eyes only', () => {
    const { env, place } = aPlace()
    openState(place, env, 's1').session.update('a', () => 1)
    const made = [stateHome(env), place.directory, join(place.directory, 'sessions/s1')]
    expect(made.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
  })

  it('D1: works in a private temporary directory when there is no home', () => {
    const { path } = aDirectory()
    const env = { TMPDIR: path }
    const place = placeOf(path, env)
    openState(place, env, 's1').session.update('a', () => 1)
    expect(openState(place, env, 's1').session.get('a')).toBe(1)
    expect(statSync(join(path, `holdpoint-${uid}`)).mode & 0o777).toBe(0o700)
  })

  it('reads nothing from a directory that another user could have filled', () => {
    const { env, place } = aPlace()
    openState(place, env, 's1').session.update('a', () => 1)
    expect(openState(place, env, 's1').session.get('a')).toBe(1)
    const foreign = join(aDirectory().path, 'foreign')
    renameSync(stateHome(env), foreign)
    symlinkSync(foreign, stateHome(env))
    const atTheNextEvent = { ...place }
    expect(isTrusted(atTheNextEvent, env)).toBe(false)
    expect(openState(atTheNextEvent, env, 's1').session.get('a')).toBeUndefined()
    expect(() => preparePlace(atTheNextEvent, env)).toThrow(/not a directory/)
  })
})

describe('pruneSessions', () => {
  it('ENG-95: removes what was left a week ago, and nothing else', () => {
    const { env, place } = aPlace()
    for (const session of ['old', 'new']) openState(place, env, session).session.update('a', () => 1)
    openState(place, env, 'x').project.update('a', () => 1)
    const sessions = join(place.directory, 'sessions')
    symlinkSync('/nowhere', join(sessions, 'dangling'))
    const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000)
    utimesSync(join(sessions, 'old'), eightDaysAgo, eightDaysAgo)
    utimesSync(join(place.directory, 'project'), eightDaysAgo, eightDaysAgo)

    pruneSessions(place, new Date())
    expect(existsSync(join(sessions, 'old'))).toBe(false)
    expect(openState(place, env, 'new').session.get('a')).toBe(1)
    expect(openState(place, env, 'new').project.get('a')).toBe(1)
  })

  it('has nothing to do where nothing is', () => {
    const { place } = aPlace()
    expect(() => pruneSessions(place, new Date())).not.toThrow()
    expect(existsSync(place.directory)).toBe(false)
  })
})

function aPlace(): { env: Record<string, string>; place: ReturnType<typeof placeOf> } {
  const env = { HOME: aDirectory().path }
  return { env, place: placeOf(aDirectory().path, env) }
}
