import * as fc from 'fast-check'
import { ANY, ONE, UNKNOWN } from '@holdpoint/shell'
import { globListMatcher, globMatcher, globMayMatch } from './glob.ts'

const MATCHES: readonly (readonly [pattern: string, yes: readonly string[], no: readonly string[]])[] = [
  ['src/a.ts', ['src/a.ts'], ['src/a.tsx', 'src/b.ts', 'x/src/a.ts', 'src/aXts', '']],
  ['src/*.ts', ['src/a.ts', 'src/.ts', 'src/.hidden.ts'], ['src/a/b.ts', 'src/a.tsx']],
  ['src/**', ['src', 'src/a', 'src/a/b/c', 'src/.env'], ['srcs', 'a/src', 'src2/a']],
  ['**/a.ts', ['a.ts', 'x/a.ts', 'x/y/a.ts'], ['xa.ts', 'x/aa.ts']],
  ['src/**/test/*.ts', ['src/test/a.ts', 'src/x/y/test/a.ts'], ['src/xtest/a.ts', 'src/test/x/a.ts']],
  ['**', ['', 'a', 'a/b'], []],
  ['a**b', ['ab', 'a/x/b', 'axb'], ['a/x/c']],
  ['?.md', ['a.md', '😀.md'], ['ab.md', '/.md', '.md']],
  ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js', 'a.{ts,tsx}']],
  ['{src,test/{a,b}}/**', ['src/x', 'test/a/x', 'test/b/y/z'], ['test/c/x', 'src2/x']],
  ['a{,b}', ['a', 'ab'], ['abb']],
  ['file[0-9a].txt', ['file1.txt', 'filea.txt'], ['fileb.txt', 'file10.txt']],
  ['file[!0-9].txt', ['filex.txt'], ['file1.txt', 'file/.txt']],
  ['[]x]', [']', 'x'], ['y']],
  [String.raw`\*.md`, ['*.md'], ['a.md']],
  [String.raw`a\{b,c\}`, ['a{b,c}'], ['ab', 'ac']],
  ['a{b', ['a{b'], ['ab']],
  ['a[b', ['a[b'], ['ab']],
  ['path with spaces/*', ['path with spaces/x'], ['path/x']],
]

describe('globMatcher', () => {
  it.each(MATCHES)('%s', (pattern, yes, no) => {
    const matches = globMatcher(pattern)
    expect({ yes: yes.filter((path) => !matches(path)), no: no.filter(matches) }).toEqual({ yes: [], no: [] })
  })

  it('is case-sensitive by default', () => {
    expect(globMatcher('SRC/*.Ts')('src/a.ts')).toBe(false)
    expect(globMatcher('SRC/*.Ts', { ignoreCase: true })('src/a.tS')).toBe(true)
  })

  it('takes braces nested deeper than it looks as plain text', () => {
    const deep = `${'{'.repeat(50)}a${'}'.repeat(50)}`
    expect(globMatcher(deep)(deep)).toBe(false)
    expect(globMatcher(deep)('b')).toBe(false)
  })

  it('does not slow down on patterns made to slow it down', () => {
    const pattern = `${'**/*a*'.repeat(40)}b`
    expect(globMatcher(pattern)('a/'.repeat(5000))).toBe(false)
  })

  it('agrees with a plain comparison where a pattern has nothing special', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '-', ' ', 'é') })
    fc.assert(fc.property(plain, plain, (one, other) => globMatcher(one)(other) === (one === other)))
  })

  it('never throws, whatever it is given', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '/', '*', '?', '{', '}', ',', '[', ']', '!', '-', '\\', '\uD800'),
    })
    fc.assert(fc.property(text, text, (pattern, path) => typeof globMatcher(pattern)(path) === 'boolean'))
  })
})

describe('globListMatcher', () => {
  it('lets a later pattern win', () => {
    const matches = globListMatcher(['src/**', '!src/secret/**', 'src/secret/open.md'])
    expect(['src/a', 'src/secret/b', 'src/secret/open.md', 'docs/a'].map(matches)).toEqual([true, false, true, false])
  })

  it('matches nothing when there is nothing', () => {
    expect(globListMatcher([])('a')).toBe(false)
    expect(globListMatcher(['!a'])('b')).toBe(false)
  })
})

describe('a path with unknown parts', () => {
  it.each<[pattern: string, path: string, mayMatch: boolean]>([
    ['src/**', `src/${UNKNOWN}`, true],
    ['src/**', `${UNKNOWN}/a`, true],
    ['src/**', `lib/${UNKNOWN}`, false],
    ['src/*.ts', `src/${UNKNOWN}.js`, false],
    ['src/*.ts', `src/${ANY}.ts`, true],
    ['src/a/b', `src/${ANY}`, false],
    ['src/a/b', `src/${UNKNOWN}`, true],
    ['src/?', `src/${ONE}`, true],
    ['src/ab', `src/${ONE}`, false],
    ['{a,b}/c', `${ANY}/c`, true],
    ['[xy]z', `${ONE}z`, true],
    ['a', '', false],
  ])('%s and %s: %s', (pattern, path, mayMatch) => {
    expect(globMayMatch(pattern)(path)).toBe(mayMatch)
  })

  it('takes no longer for a row of marks than for any other path', () => {
    expect(globMayMatch(`${'**/'.repeat(50)}x`)(`${UNKNOWN}${ANY}`.repeat(500))).toBe(true)
  })
})
