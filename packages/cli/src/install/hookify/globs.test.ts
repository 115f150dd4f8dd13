import { globMatcher } from '@holdpoint/engine'
import { globFor } from './globs.ts'

describe('paths', () => {
  const globs: readonly (readonly [string, string, boolean])[] = [
    [String.raw`\.env$`, 'a/.env', true],
    [String.raw`\.env$`, 'a/.env.x', false],
    [String.raw`\.(js|jsx|ts)$`, 'x/a.jsx', true],
    [String.raw`\.(js|jsx|ts)$`, 'x/a.py', false],
    [String.raw`\.env|secrets`, 'my-secrets/a', true],
    [String.raw`^src/.*\.ts$`, 'src/a/b.ts', true],
    [String.raw`^src/.*\.ts$`, 'lib/src/b.ts', false],
    [String.raw`src/[^/]*\.ts$`, 'src/a.ts', true],
    [String.raw`src/[^/]*\.ts$`, 'src/a/b.ts', false],
    [String.raw`v[12]/`, 'api/v2/x', true],
    [String.raw`files?\.txt`, 'file.txt', true],
    [String.raw`a\{b\}\*c`, 'a{b}*c', true],
    [String.raw`a\{b\}\*c`, 'abc', false],
  ]
  it.each(globs)('%s and %s', (expression, given, expected) => {
    expect(globMatcher(globFor('regex_match', expression) ?? '')(given)).toBe(expected)
  })

  it.each([String.raw`\d+`, 'a{2}', '(a(b))', '(?<!x)y', 'a+', '[^a]', String.raw`\bx`])(
    '%s is no glob',
    (expression) => {
      expect(globFor('regex_match', expression)).toBeUndefined()
    },
  )
})
