import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { program } from '../../../../../test/process/support/program.ts'
import { aDirectory, aRepository } from '../../../../../test/process/support/temporary.ts'
import { detectProjectRoot } from './root.ts'
import { findWorkTree, isSameProject, mainWorkTree } from './worktree.ts'

describe('detectProjectRoot', () => {
  it('T-ENG-63: is the top level when the session works in a sub-directory', () => {
    const { path } = aRepository()
    mkdirSync(join(path, 'a/b'), { recursive: true })
    expect(detectProjectRoot([], join(path, 'a/b'), '/home/user')).toBe(path)
  })

  it('takes the first hint that is a directory', () => {
    const one = aDirectory()
    const two = aDirectory()
    expect(detectProjectRoot(['/nowhere', one.path, two.path], two.path, undefined)).toBe(one.path)
  })

  it.each([
    ['the directory itself outside of any repository', (path: string) => path, (path: string) => path],
    ['home when the directory is gone', (path: string) => join(path, 'gone'), () => '/home/user'],
  ])('is %s', (_, cwd, expected) => {
    const { path } = aDirectory()
    expect(detectProjectRoot([], cwd(path), '/home/user')).toBe(expected(path))
  })

  it('is the lost directory when there is no home either', () => {
    expect(detectProjectRoot([], '/nowhere/at/all', undefined)).toBe('/nowhere/at/all')
  })
})

const unprivileged = await program(`
  import { mainWorkTree } from './packages/runtime/src/system/git/worktree.ts'
  // Root may read everything.
  if (process.getuid() === 0) process.setuid(65534)
  console.log(mainWorkTree(process.argv[2]))
`)

describe('work trees', () => {
  it('T-ENG-63: a linked work tree counts as the same project', () => {
    const main = aRepository()
    const linked = join(aDirectory().path, 'linked')
    main.git('worktree', 'add', '--quiet', '-b', 'other', linked)
    mkdirSync(join(linked, 'deep'))
    expect(findWorkTree(join(linked, 'deep'))).toBe(linked)
    expect(mainWorkTree(join(linked, 'deep'))).toBe(main.path)
    expect(isSameProject(linked, main.path)).toBe(true)
  })

  it('two linked work trees of one bare repository are one project, those of two are not', () => {
    const { path } = aDirectory()
    const source = aRepository()
    for (const name of ['one', 'two']) {
      source.git('clone', '--quiet', '--bare', source.path, join(path, `${name}.git`))
      for (const tree of ['a', 'b']) {
        source.git('-C', join(path, `${name}.git`), 'worktree', 'add', '--quiet', '-b', tree, join(path, name, tree))
      }
    }
    expect(isSameProject(join(path, 'one/a'), join(path, 'one/b'))).toBe(true)
    expect(isSameProject(join(path, 'one/a'), join(path, 'two/a'))).toBe(false)
    expect(mainWorkTree(join(path, 'one/a'))).toBe(join(path, 'one.git'))
  })

  it('a clone is another project', () => {
    const main = aRepository()
    const clone = join(aDirectory().path, 'clone')
    main.git('clone', '--quiet', main.path, clone)
    expect(isSameProject(clone, main.path)).toBe(false)
  })

  it('a repository reached through a link is the same project', () => {
    const main = aRepository()
    const alias = join(aDirectory().path, 'alias')
    symlinkSync(main.path, alias)
    expect(isSameProject(alias, main.path)).toBe(true)
  })

  it.each(['', 'gitdir', 'gitdir: /nowhere', 'gitdir:', 'nonsense\0'])(
    'a .git file that says %j means itself',
    (text) => {
      const { path, write } = aDirectory()
      write({ '.git': text })
      expect(mainWorkTree(path)).toBe(path)
    },
  )

  it('a .git file that may not be read means itself', async () => {
    const { path, write } = aDirectory()
    write({ '.git': 'gitdir: /nowhere' })
    chmodSync(path, 0o755)
    chmodSync(join(path, '.git'), 0)
    expect(await unprivileged.start([path]).ended).toMatchObject({ stdout: `${path}\n`, stderr: '' })
  })

  it('a directory outside of any repository is a project of its own', () => {
    const { path } = aDirectory()
    expect(findWorkTree(path)).toBeUndefined()
    expect(mainWorkTree(path)).toBe(path)
  })
})
