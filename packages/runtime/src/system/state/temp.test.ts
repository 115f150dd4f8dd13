import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { openTemp, pruneTemp, temporaryRoot } from './temp.ts'

function aTemp() {
  const { path } = aDirectory()
  const [TMPDIR, XDG_STATE_HOME] = [join(path, 'tmp'), join(path, 'state')]
  mkdirSync(TMPDIR, { mode: 0o777 })
  mkdirSync(XDG_STATE_HOME, { mode: 0o700 })
  const env = { TMPDIR, XDG_STATE_HOME }
  return { env, area: openTemp(env), file: (name: string) => join(TMPDIR, `${name}.json`) }
}

describe('files in the temporary directory', () => {
  it('ENG-95: are in TMPDIR, else in /tmp', () => {
    expect([{ TMPDIR: '/var/tmp' }, {}, { TMPDIR: 'relative' }].map(temporaryRoot)).toEqual([
      '/var/tmp',
      '/tmp',
      '/tmp',
    ])
  })

  it('have the name that is asked for, and are for our eyes only', () => {
    const { area, file } = aTemp()
    area.update('budget-s1', () => ({ n: 1 }))
    expect(JSON.parse(readFileSync(file('budget-s1'), 'utf8'))).toEqual({ n: 1 })
    expect(statSync(file('budget-s1')).mode & 0o777).toBe(0o600)
    expect(area.get('budget-s1')).toEqual({ n: 1 })
  })

  it('T-ENG-11: cannot be led elsewhere by a name', () => {
    const { area, env } = aTemp()
    area.update('budget-../x', () => 1)
    expect(existsSync(join(env.TMPDIR, 'budget---x.json'))).toBe(true)
    expect(existsSync(join(env.TMPDIR, 'x.json'))).toBe(false)
  })

  it('are created again when they are damaged, and removed when empty', () => {
    const { area, file } = aTemp()
    writeFileSync(file('a'), 'garbage')
    expect(area.get('a')).toBeUndefined()
    area.update('a', (old) => old ?? 'fresh')
    expect(area.get('a')).toBe('fresh')
    area.update('a', () => undefined)
    expect(existsSync(file('a'))).toBe(false)
  })

  it('that are links are neither read nor written through', () => {
    const { area, file, env } = aTemp()
    const target = join(env.TMPDIR, 'target')
    writeFileSync(target, '"theirs"')
    symlinkSync(target, file('a'))
    expect(area.get('a')).toBeUndefined()
    area.update('a', () => 'ours')
    expect([readFileSync(target, 'utf8'), area.get('a')]).toEqual(['"theirs"', 'ours'])
  })

  it('have their locks where other users cannot take them', () => {
    const { area, env } = aTemp()
    area.update('a', () => 1)
    expect(statSync(join(env.XDG_STATE_HOME, 'holdpoint/locks')).mode & 0o777).toBe(0o700)
  })

  it('ENG-95: go after a week, if they are ours by name', () => {
    const { env } = aTemp()
    const now = new Date('2026-03-09T00:00:00Z')
    const ages = { 'planning-a.json': 1, 'planning-b.json': 8, 'other.json': 8 }
    for (const [name, days] of Object.entries(ages)) {
      const path = join(env.TMPDIR, name)
      writeFileSync(path, '')
      const at = new Date(now.getTime() - days * 86_400_000)
      utimesSync(path, at, at)
    }
    pruneTemp(env, /^planning-/, now)
    expect(Object.keys(ages).filter((name) => existsSync(join(env.TMPDIR, name)))).toEqual([
      'planning-a.json',
      'other.json',
    ])
  })
})
