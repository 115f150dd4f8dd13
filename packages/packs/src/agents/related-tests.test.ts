import { aDirectory } from '../../../../test/process/support/temporary.ts'
import { files } from '@holdpoint/runtime/system'
import { isTestOf, relatedTests, usualTest } from './related-tests.ts'

const related = (relative: string, given: Readonly<Record<string, string>>, text = ''): readonly string[] => {
  const { path, write } = aDirectory()
  write({ ...given, 'README.md': 'x' })
  return relatedTests({ tree: path, relative }, text, files)
}

describe('the tests of a file', () => {
  it.each([
    ['src/a.ts', 'src/a.test.ts'],
    ['src/a.ts', 'src/a.spec.tsx'],
    ['src/a.ts', 'src/__tests__/a.test.ts'],
    ['src/x/a.ts', 'test/x/a.test.ts'],
    ['src/x/a.ts', 'tests/deep/er/a.e2e.test.ts'],
    ['app/a.py', 'tests/test_a.py'],
    ['app/a.py', 'app/a_test.py'],
    ['pkg/a.go', 'pkg/other_test.go'],
    ['src/a.rb', 'spec/a_spec.rb'],
    ['src/main/java/A.java', 'src/test/java/ATest.java'],
    ['src/A.cs', 'Tests/ATests.cs'],
    ['bin/a.sh', 'test/a.bats'],
    ['src/a.c', 'tests/test_a.c'],
  ])('%s has %s', (source, test) => {
    expect(related(source, { [test]: 'x' })).toEqual([test])
  })

  it.each([
    ['src/a.ts', { 'src/b.test.ts': 'x' }],
    ['src/a.ts', { 'src/a.test.ts': ' \n' }],
    ['src/a.ts', { 'src/a.ts': 'x', 'src/test-a.md': 'x' }],
    ['src/a.ts', { 'node_modules/p/a.test.ts': 'x' }],
    ['src/a.ts', { 'src/b.test.ts': '// about a lot of things' }],
    ['src/a.rs', { 'src/lib.rs': '#[cfg(test)]' }],
  ])('%s has none in %j', (source, given) => {
    expect(related(source, given)).toEqual([])
  })

  it('a test that imports it counts, whatever its name', () => {
    expect(related('src/a.ts', { 'test/all.test.ts': "import { x } from '../src/a.ts'" })).toEqual(['test/all.test.ts'])
    expect(related('app/a.py', { 'tests/test_all.py': 'from app.a import x' })).toEqual(['tests/test_all.py'])
    expect(related('src/shop/index.ts', { 'test/all.test.ts': "import { x } from '../src/shop'" })).toHaveLength(1)
  })

  it('in Rust they may be in the file itself', () => {
    expect(related('src/a.rs', {}, 'fn a() {}\n#[cfg(test)]\nmod tests {}')).toEqual(['src/a.rs'])
  })

  it.each([
    ['a.test.ts', 'a', true],
    ['A.test.ts', 'a', true],
    ['test_a.py', 'a', true],
    ['ATest.java', 'A', true],
    ['TestA.java', 'A', true],
    ['a.ts', 'a', false],
    ['contest.ts', 'con', false],
    ['test.ts', 'test', false],
    ['b.test.ts', 'a', false],
  ])('%s is a test of %s: %j', (name, stem, expected) => {
    expect(isTestOf(name, stem)).toBe(expected)
  })

  it.each([
    ['src/a.ts', 'src/a.test.ts'],
    ['src/A.vue', 'src/A.test.ts'],
    ['app/x/a.py', 'tests/test_a.py'],
    ['pkg/a.go', 'pkg/a_test.go'],
    ['src/a.rs', 'tests/a.rs'],
    ['src/main/java/x/A.java', 'src/test/java/x/ATest.java'],
    ['lib/a.rb', 'spec/a_spec.rb'],
    ['bin/a.sh', 'test/a.bats'],
    ['src/A.swift', 'tests/ATests.swift'],
    ['src/a.h', 'tests/test_a.c'],
  ])('the usual one of %s is %s', (source, test) => {
    expect(usualTest(source)).toBe(test)
  })

  it('names and folders that are hostile do no harm', () => {
    expect(related('src/a(b[c+.ts', { 'test/x.test.ts': 'import "a(b[c+"' })).toEqual(['test/x.test.ts'])
    expect(relatedTests({ tree: '/nowhere', relative: 'a.ts' }, '', files)).toEqual([])
  })
})
