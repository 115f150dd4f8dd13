import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { aDirectory, aRepository } from '../../../../test/process/support/temporary.ts'
import { openMemo } from '@holdpoint/runtime'
import { files, openGit, run } from '@holdpoint/runtime/system'
import { parseStatus, readWorkTree, type WorkTree } from './git-status.ts'

/** Git for real, and how often it was started. */
function world() {
  const calls: string[] = []
  const git = openGit({
    env: process.env,
    run: (program, args, options) => {
      if (!args.includes('config')) calls.push(args.find((word) => /^[a-z]+(?:-[a-z]+)*$/.test(word)) ?? '')
      return run(program, args, { ...options, signal: new AbortController().signal })
    },
  })
  return { git, files, memo: openMemo(), calls }
}

const look = async (path: string): Promise<WorkTree> => (await readWorkTree(path, world())) as WorkTree
const shown = ({ changes }: WorkTree): readonly string[] => changes.map(({ path, kind }) => `${kind} ${path}`)

describe('readWorkTree', () => {
  it('HAR-LIB-06: reports branch, commit and uncommitted changes, with one git call per event', async () => {
    const { path, git, write } = aRepository()
    write({ 'kept.ts': 'a', 'gone.ts': 'a' })
    git('add', '.')
    git('commit', '--quiet', '-m', 'two')
    write({ 'kept.ts': 'b', 'new file.ts': '', 'dir/x.ts': '', 'staged.ts': '' })
    rmSync(join(path, 'gone.ts'))
    git('add', 'staged.ts')
    const around = world()
    const [tree, again] = await Promise.all([readWorkTree(path, around), readWorkTree(join(path, 'dir'), around)])
    expect(around.calls).toEqual(['status'])
    expect(again).toBe(tree)
    expect(tree).toMatchObject({ branch: 'feature/demo', head: git('rev-parse', 'HEAD').trim(), isRead: true })
    expect(shown(tree as WorkTree)).toEqual([
      'deleted gone.ts',
      'modified kept.ts',
      'added staged.ts',
      'untracked dir/',
      'untracked new file.ts',
    ])
  })

  it('names that need quoting elsewhere come as they are', async () => {
    const { path, write } = aRepository()
    const names = ['a"b', "a'b", 'tab\there', 'line\nbreak', 'é', '-rf', '$(id)', ' space ']
    write(Object.fromEntries(names.map((name) => [name, ''])))
    expect((await look(path)).changes.map((change) => change.path).toSorted()).toEqual(names.toSorted())
  })

  it('leaves out what the harness itself has put there', async () => {
    const { path, git, write } = aRepository()
    git('worktree', 'add', '--quiet', '.worktrees/one')
    write({ '.claude/.test-status': 'x' })
    expect(shown(await look(path))).toEqual([])
    write({ '.claude/settings.json': '{}' })
    git('add', '.claude/settings.json')
    expect(shown(await look(path))).toEqual(['added .claude/settings.json'])
  })

  it('knows the linked work trees, from each of them, and not those that are gone', async () => {
    const { path, git } = aRepository()
    git('worktree', 'add', '--quiet', '.worktrees/one')
    git('worktree', 'add', '--quiet', '.worktrees/two')
    const one = join(path, '.worktrees/one')
    expect((await look(path)).linked).toEqual([one, join(path, '.worktrees/two')])
    expect((await look(one)).linked).toEqual([join(path, '.worktrees/two')])
    rmSync(one, { recursive: true })
    expect((await look(path)).linked).toEqual([join(path, '.worktrees/two')])
  })

  it('works before the first commit, on a detached HEAD and beside a bare repository', async () => {
    expect(await look(aRepository({ commits: [] }).path)).toMatchObject({ head: undefined, branch: 'feature/demo' })
    const detached = aRepository()
    detached.git('checkout', '--quiet', '--detach')
    expect((await look(detached.path)).branch).toBeUndefined()
    const { path, git } = aDirectory()
    git('clone', '--quiet', '--bare', detached.path, 'bare')
    execGit(git, path)
    expect(await look(join(path, 'tree'))).toMatchObject({ branch: 'topic', isRead: true, changes: [] })
  })

  it('is undefined outside a repository, and partial where git fails', async () => {
    expect(await readWorkTree(aDirectory().path, world())).toBeUndefined()
    const { path, write } = aRepository()
    write({ '.git/index': 'broken' })
    expect(await look(path)).toMatchObject({ isRead: false, branch: 'feature/demo', changes: [] })
  })
})

const execGit = (git: (...args: readonly string[]) => string, path: string): string =>
  git('-C', join(path, 'bare'), 'worktree', 'add', '--quiet', '-b', 'topic', join(path, 'tree'))

describe('parseStatus', () => {
  it('never fails, and ignores a truncated record', () => {
    const record = fc.constantFrom(
      '# branch.oid abc',
      '1 .M N... 1 1 1 a b ',
      '? ',
      'u UU N... 1 1 1 1 a b c ',
      '2 x',
      '! y',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(record, fc.string())), (records) => {
        const text = records.map(([start, rest]) => `${start}${rest.replaceAll('\0', '')}\0`).join('')
        const { changes } = parseStatus(text)
        expect(changes.length).toBeLessThanOrEqual(records.length)
        expect(parseStatus(`${text}? half of a na`)).toEqual({ head: parseStatus(text).head, changes })
      }),
    )
  })
})
