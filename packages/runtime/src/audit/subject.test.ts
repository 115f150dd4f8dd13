import { expect, it } from 'vitest'
import { subjectOf } from './spool.ts'

it.each([
  [{ command: 'rm -rf ~' }, 'rm -rf ~'],
  [{ cmd: ['rm', '-rf', '/'] }, 'rm -rf /'],
  [{ program: 'rm', args: ['-rf', '~'] }, 'rm -rf ~'],
  [{ params: { sql: 'select 1' } }, 'select 1'],
  [{ path: '/a/b', content: 'x' }, '/a/b'],
  [{ url: 'https://example.com' }, 'https://example.com'],
  [{ pid: 3 }, undefined],
  [{ cmd: [['deep']] }, undefined],
  [{ query: 'x'.repeat(10_000) }, /^x{200,}/],
  [{ command: 'curl -H "Authorization: Bearer abcdefghijklmnopqrstuvwxyz123456"' }, /^(?!.*abcdefghijkl)/],
] as const)('what %j is about', (input, subject) => {
  const said = subjectOf({ files: [], input: { ...input } })
  if (subject instanceof RegExp) expect(said).toMatch(subject)
  else expect(said).toBe(subject)
})
