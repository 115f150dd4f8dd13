import { chownSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aRepository } from '../../../../../test/process/support/temporary.ts'
import { run } from '../process/run.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { openGit } from './git.ts'

const git = openGit({
  env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
  run: (program, args, options) => run(program, args, { ...options, signal: AbortSignal.timeout(60_000) }),
})

const look = async ({ path }: TemporaryProject) => {
  const { changes, unsure } = (await git.status(path)) ?? { changes: 'unknown', unsure: 'unknown' }
  return { changes: typeof changes === 'string' ? changes : changes.map((change) => change.path), unsure }
}
const CLEAN = { changes: [], unsure: [] }

/** Keeps files in capital letters and shows them in small ones, as git-lfs keeps a pointer and shows the content. */
function aFilteredRepository(required = false): TemporaryProject {
  const project = aRepository()
  project.git('config', 'filter.caps.clean', 'tr a-z A-Z')
  project.git('config', 'filter.caps.smudge', 'tr A-Z a-z')
  if (required) project.git('config', 'filter.caps.required', 'true')
  project.write({ '.gitattributes': '*.caps filter=caps\n', 'a.caps': 'one\n', 'b.caps': 'two\n', 'plain.txt': 'x\n' })
  project.git('add', '.')
  project.git('commit', '--quiet', '-m', 'files')
  return project
}

describe('a repository with a filter', () => {
  it.each([false, true])('is clean when it is, also just after the commit (required: %s)', async (required) => {
    expect(await look(aFilteredRepository(required))).toEqual(CLEAN)
  })

  it('is clean after a checkout, which smudges', async () => {
    const project = aFilteredRepository(true)
    project.git('rm', '--quiet', '--cached', 'a.caps', 'b.caps')
    project.git('reset', '--quiet', '--hard')
    expect(await look(project)).toEqual(CLEAN)
  })

  it('knows a change of the size, and does not know one that keeps it', async () => {
    const project = aFilteredRepository(true)
    project.write({ 'a.caps': 'longer\n', 'b.caps': 'tow\n', 'plain.txt': 'y\n' })
    expect(await look(project)).toEqual({ changes: ['a.caps', 'plain.txt'], unsure: ['b.caps'] })
  })

  it('does not know of a file that was written again with the same content', async () => {
    const project = aFilteredRepository()
    utimesSync(join(project.path, 'a.caps'), new Date(), new Date(1_700_000_000_000))
    expect(await look(project)).toEqual({ changes: [], unsure: ['a.caps'] })
  })

  it('still reports staged, new and deleted files', async () => {
    const project = aFilteredRepository()
    project.write({ 'a.caps': 'staged\n', 'new.caps': 'n\n' })
    project.git('add', 'a.caps')
    project.git('rm', '--quiet', 'b.caps')
    expect(await look(project)).toEqual({ changes: ['a.caps', 'b.caps', 'new.caps'], unsure: [] })
  })

  it('is asked from a directory inside, too', async () => {
    const project = aFilteredRepository()
    project.write({ 'deep/c.caps': 'c\n' })
    project.git('add', '.')
    project.git('commit', '--quiet', '-m', 'deep')
    project.write({ 'deep/c.caps': 'd\n' })
    expect(await git.status(join(project.path, 'deep'))).toMatchObject({ changes: [], unsure: ['deep/c.caps'] })
  })

  it('takes names as they are', async () => {
    const project = aFilteredRepository()
    const names = [' a.caps', 'a"b.caps', 'a\tb.caps', 'a\nb.caps', '*.caps', ':(top)x.caps', '-z.caps', 'é.caps']
    project.write(Object.fromEntries(names.map((name) => [name, 'same\n'])))
    project.git('add', '.')
    project.git('commit', '--quiet', '-m', 'names')
    expect(await look(project)).toEqual(CLEAN)
    project.write(Object.fromEntries(names.map((name) => [name, 'mesa\n'])))
    expect((await git.status(project.path))?.unsure.toSorted()).toEqual(names.toSorted())
  })
})

describe('ends of lines', () => {
  it.each(['* text eol=crlf\n', '* text=auto eol=crlf\n', '*.txt text working-tree-encoding=UTF-16LE eol=crlf\n'])(
    'with %j a clean repository is clean, and a change is one',
    async (attributes) => {
      const project = aRepository()
      const text = attributes.includes('UTF-16') ? Buffer.from('one\r\n', 'utf16le') : 'one\r\n'
      project.write({ '.gitattributes': attributes })
      writeFileSync(join(project.path, 'a.txt'), text)
      project.git('add', '.')
      project.git('commit', '--quiet', '-m', 'ends')
      expect(await look(project)).toEqual(CLEAN)
      utimesSync(join(project.path, 'a.txt'), new Date(), new Date(1_700_000_000_000))
      expect(await look(project)).toEqual(CLEAN)
      project.write({ 'a.txt': 'two\r\n' })
      expect(await look(project)).toEqual({ changes: ['a.txt'], unsure: [] })
    },
  )
})

describe.runIf(process.getuid?.() === 0)('a repository of another user', () => {
  it('is unknown', async () => {
    const project = aRepository()
    for (const path of [project.path, join(project.path, '.git')]) chownSync(path, 65_534, 65_534)
    expect(readdirSync(project.path)).toEqual(['.git'])
    expect(await git.status(project.path)).toBeUndefined()
    expect(await git.answers(project.path)).toBe(false)
  })
})
