import fc from 'fast-check'
import { isMetaRepository, isSkippablePath, isSourceFile, isTestFile, relativeTo } from './source-files.ts'

const NAMES = 'ts tsx js jsx py rs go java kt swift c cpp h hpp cs rb php sh bash zsh'.split(' ')

describe('HAR-LIB-01: a source file', () => {
  it.each(NAMES)('ends in .%s', (ending) => expect(isSourceFile(`src/a.${ending}`)).toBe(true))
  it.each(['README.md', 'a.json', 'a.ts.txt', 'ts', '.ts/', 'a.TS', 'Makefile', '', 'a.d', 'a.mts'])(
    'is not %j',
    (path) => expect(isSourceFile(path)).toBe(false),
  )
})

describe('HAR-LIB-02: a path that the gates leave alone', () => {
  it.each([
    'node_modules/a/b.js',
    'packages/x/node_modules/a.js',
    'vendor/a.go',
    'third_party/a.c',
    'dist/a.js',
    'build/a.js',
    '.next/a.js',
    'target/debug/a.rs',
    'src/__pycache__/a.py',
    '.git/hooks/a.sh',
    '.claude/hooks/a.sh',
    'vite.config.ts',
    'a.min.js',
    'api.generated.ts',
    'package-lock.json',
    'poetry.lock',
    'src/a.test.ts',
  ])('%s', (path) => expect(isSkippablePath(path)).toBe(true))

  it.each([
    'src/a.ts',
    'src/builder.ts',
    'src/distance.py',
    '.github/x.sh',
    'src/vendors.ts',
    'lib/blocker.ts',
    'src/configure.ts',
    'build.ts',
    'target.rs',
    'src/testing.ts',
    'contest/a.ts',
  ])('not %s', (path) => expect(isSkippablePath(path)).toBe(false))
})

describe('a test file', () => {
  it.each([
    'a.test.ts',
    'src/a.spec.tsx',
    'src/__tests__/a.js',
    'test/a.py',
    'tests/unit/a.rs',
    'test_a.py',
    'pkg/a_test.go',
    'pkg/a_test.py',
    'conftest.py',
    'spec/models/user_spec.rb',
    'specs/a-test.js',
    'src/test/java/A.java',
  ])('%s', (path) => expect(isTestFile(path)).toBe(true))
  it.each([
    'src/a.ts',
    'attest.py',
    'latest/a.ts',
    'spec/helper.rb',
    'specs/demo/a.ts',
    'test_a.ts',
    'a_test.c',
    'test.ts',
  ])('not %s', (path) => expect(isTestFile(path)).toBe(false))

  it('is always left alone', () => {
    fc.assert(fc.property(fc.string(), (path) => !isTestFile(path) || isSkippablePath(path)))
  })
})

describe('relativeTo', () => {
  it.each([
    ['/p/src/a.ts', '/p', 'src/a.ts'],
    ['/a.ts', '/', 'a.ts'],
    ['/pp/a.ts', '/p', undefined],
    ['/p', '/p', undefined],
  ])('%s in %s', (path, root, expected) => expect(relativeTo(path, root)).toBe(expected))

  it('T-HAR-57: a project below a folder called test or build is not skipped as a whole', () => {
    expect(isSkippablePath(relativeTo('/home/x/test/build/p/src/a.ts', '/home/x/test/build/p') ?? '')).toBe(false)
  })
})

describe('HAR-07: the meta repository', () => {
  const real = (path: string): string => path.replace('/home/link', '/home/dev')
  it.each([
    ['/home/dev/.claude', '/home/dev', true],
    ['/home/dev/.claude', '/home/link', true],
    ['/home/dev/.claude/x', '/home/dev', false],
    ['/.claude', '', false],
    ['/.claude', undefined, false],
  ])('%s with home %s: %s', (main, home, expected) =>
    expect(isMetaRepository({ main }, { env: () => home, files: { real } })).toBe(expected),
  )
})
