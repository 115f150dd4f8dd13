import fc from 'fast-check'
import type { HookEntry } from '../hook.ts'
import { closest, findHook, hookNamed, hooksNamed } from './names.ts'

const entry = (id: HookEntry['id'], ...aliases: string[]): HookEntry => ({
  id,
  aliases,
  on: ['turn.stop'],
  role: 'gate',
  onError: 'open',
  timeoutMs: 1,
  enabledBy: 'preset',
})

describe('findHook', () => {
  const catalogue = [entry('a/one', 'one.sh', 'b/two'), entry('b/two', 'H02', 'planning/H02')]

  it.each<[name: string, id: string | undefined]>([
    ['a/one', 'a/one'],
    ['one.sh', 'a/one'],
    ['H02', 'b/two'],
    ['planning/H02', 'b/two'],
    ['b/two', 'b/two'],
    ['h02', undefined],
    ['one', undefined],
    ['', undefined],
    ['toString', undefined],
  ])('%j names %j', (name, id) => {
    expect(findHook(name, catalogue)?.id).toBe(id)
  })
})

describe('hooksNamed', () => {
  const catalogue = [
    { ...entry('guard/b', 'guard.sh#1'), order: 10 },
    { ...entry('guard/a', 'guard.sh#0', 'x.sh'), order: 0 },
    entry('guard/c', 'guard.shx'),
  ]

  it.each([
    ['guard.sh', ['guard/a', 'guard/b']],
    ['harness/guard', ['guard/a', 'guard/b']],
    ['guard.sh#1', ['guard/b']],
    ['x.sh', ['guard/a']],
    ['guard/c', ['guard/c']],
  ])('%s is %j', (name, ids) => {
    expect(hooksNamed(name, catalogue).map(({ id }) => id)).toEqual(ids)
  })

  it('where one is wanted, says which there are', () => {
    expect(() => hookNamed('guard.sh', catalogue)).toThrow('is several hooks: guard/a, guard/b.')
    expect(() => hookNamed('harness/guard', catalogue)).toThrow('is several hooks: guard/a, guard/b.')
    for (const name of ['harness/', 'harness/guard.sh', 'harness/guar', 'harness', 'guard/guard'])
      expect(() => hooksNamed(name, catalogue)).toThrow('there is no hook')
    expect(() => hooksNamed('guard', catalogue)).toThrow('there is no hook `guard`')
  })
})

describe('closest', () => {
  const words = ['level', 'matcher', 'timeout_ms', 'options', 'off', 'on']

  it.each<[given: string, meant: string | undefined]>([
    ['level', 'level'],
    ['lvel', 'level'],
    ['levle', 'level'],
    ['machter', 'matcher'],
    ['timeout', 'timeout_ms'],
    ['timeoutms', 'timeout_ms'],
    ['option', 'options'],
    ['of', 'off'],
    ['lxxel', 'level'],
    ['lxxxl', undefined],
    ['frobnicate', undefined],
    ['', undefined],
    ['x', undefined],
  ])('%j probably means %j', (given, meant) => {
    expect(closest(given, words)).toBe(meant)
  })

  it('of two that are as near, the first', () => {
    expect(closest('cat', ['bat', 'hat'])).toBe('bat')
  })

  it('nothing when there is nothing', () => {
    expect(closest('level', [])).toBeUndefined()
  })

  it('a word is closest to itself', () => {
    const list = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(list, fc.nat(), (candidates, index) => {
        const word = candidates[index % candidates.length] ?? ''
        expect(closest(word, candidates)).toBe(word)
      }),
    )
  })
})
