import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory } from '../../../../../test/process/support/temporary.ts'
import { openArea } from './area.ts'

describe('a state area', () => {
  it('gives back what was put in, also to others', () => {
    const { path } = aDirectory()
    const value = { text: 'quote " backslash \\ emoji 🙂\n', list: [1, null] }
    expect(openArea(join(path, 'x/y')).update('a', () => value)).toEqual(value)
    expect(openArea(join(path, 'x/y')).get('a')).toEqual(value)
  })

  it('shows the old value to the change', () => {
    const area = openArea(aDirectory().path)
    area.update<number>('n', (old) => (old ?? 40) + 1)
    expect(area.update<number>('n', (old) => (old ?? 0) + 1)).toBe(42)
  })

  it('removes a value that became undefined', () => {
    const { path } = aDirectory()
    const area = openArea(join(path, 'area'))
    area.update('a', () => 1)
    area.update('a', () => undefined)
    expect(area.get('a')).toBeUndefined()
    expect(readdirSync(join(path, 'area'))).toEqual([])
  })

  it('keeps the old value when the change fails', () => {
    const area = openArea(aDirectory().path)
    area.update('a', () => 'old')
    const fail = (): never => {
      throw new Error('broken')
    }
    expect(() => area.update('a', fail)).toThrow('broken')
    expect(area.get('a')).toBe('old')
  })

  it('keeps a value of several megabytes whole', () => {
    const area = openArea(aDirectory().path)
    const long = 'x'.repeat(3 << 20)
    area.update('long', () => long)
    expect(area.get('long')).toBe(long)
  })

  it.each(['', '{"half', '\0', 'undefined'])('ENG-98: starts afresh where the file holds %j', (text) => {
    const { path, write } = aDirectory()
    write({ 'a.json': text })
    const area = openArea(path)
    expect(area.get('a')).toBeUndefined()
    expect(area.update<number>('a', (old) => (old ?? 0) + 1)).toBe(1)
  })

  it.each(['../../outside', '/etc/passwd', '..', 'a/b', 'x\0y', ''])('ENG-19: %j names a file inside', (name) => {
    const { path } = aDirectory()
    mkdirSync(join(path, 'inner/area'), { recursive: true })
    openArea(join(path, 'inner/area')).update(name, () => 'value')
    expect(readdirSync(path)).toEqual(['inner'])
    expect(readdirSync(join(path, 'inner'))).toEqual(['area'])
    expect(readdirSync(join(path, 'inner/area'))).toHaveLength(1)
  })

  it('is for our eyes only', () => {
    const { path } = aDirectory()
    openArea(join(path, 'area')).update('a', () => 1)
    expect(statSync(join(path, 'area')).mode & 0o777).toBe(0o700)
    expect(statSync(join(path, 'area/a.json')).mode & 0o777).toBe(0o600)
  })

  it('says so when nothing can be written', () => {
    const { path } = aDirectory()
    writeFileSync(join(path, 'area'), 'a file in the way')
    expect(() => openArea(join(path, 'area')).update('a', () => 1)).toThrow(/not a directory/)
    expect(openArea(join(path, 'area')).get('a')).toBeUndefined()
  })
})
