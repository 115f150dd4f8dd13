import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openRealPath, realPath } from './read.ts'

const top = mkdtempSync(join(realpathSync(tmpdir()), 'holdpoint-real-'))
mkdirSync(join(top, 'a/b'), { recursive: true })
writeFileSync(join(top, 'a/b/file'), '')
symlinkSync('a/b', join(top, 'link'))
symlinkSync(join(top, 'link/file'), join(top, 'a/twice'))
symlinkSync('nowhere/else', join(top, 'dangling'))
symlinkSync('loop', join(top, 'loop'))
afterAll(() => rmSync(top, { recursive: true }))

const paths = [
  '',
  '.',
  'a/b/file',
  'a/b/new',
  'link/file',
  'link/new/below',
  'link/..',
  'link/../b/./file',
  'a/twice',
  'a/twice/below',
  'dangling',
  'dangling/below',
  'loop',
  'loop/below',
  'none/of/these',
  'none/other',
  'none',
  'a//b//',
].map((path) => `${top}/${path}`)

it.each([...paths, '/', 'relative/path', '/a\0b', `/${'x'.repeat(5_000)}`])(
  'resolves %j as for a single path',
  (path) => {
    expect(openRealPath()(path)).toBe(realPath(path))
  },
)

it('resolves all of them in one event, in any order', () => {
  for (const order of [paths, paths.toReversed()]) {
    const real = openRealPath()
    expect(order.map(real)).toEqual(order.map((path) => realPath(path)))
  }
})
