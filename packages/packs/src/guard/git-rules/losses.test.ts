import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { temporaryDirectory, temporaryRepository, type TemporaryProject } from '../../../../testing/src/repository.ts'
import { lossOf } from './losses.ts'
import { tries } from '../../../../../test/support/tries.ts'

/** Compares with real git: every call that destroys something must be found. */

/** Work in every state there is: changed, new, ignored, stashed, and committed on a branch that nothing else holds. */
function workInProgress(): TemporaryProject {
  const project = temporaryRepository({ branch: 'main', commits: [] })
  const { write, git } = project
  write({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'src/c.txt': 'c\n', '.gitignore': '*.log\n' })
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  git('checkout', '-q', '-b', 'lonely')
  git('commit', '-q', '--allow-empty', '-m', 'LONELY')
  git('tag', 'v1')
  git('checkout', '-q', 'main')
  git('tag', '-d', 'v1')
  write({ 'b.txt': 'STASHED\n' })
  git('stash')
  write({ 'a.txt': 'CHANGED\n', 'src/c.txt': 'CHANGED-TOO\n', 'new.txt': 'NEW\n', 'x.log': 'IGNORED\n' })
  return project
}

const WORK = ['CHANGED', 'CHANGED-TOO', 'NEW', 'IGNORED', 'STASHED', 'LONELY']

/** The parts that can still be found without the reflog. */
function survivors(path: string): readonly string[] {
  const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: path, encoding: 'utf8' }).stdout
  const stashes = git('rev-list', '--walk-reflogs', 'refs/stash')
    .split('\n')
    .filter((id) => id !== '')
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/^\.git(?:\/|$)/.test(name))
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
  const texts = [
    ...files.map((file) => readFileSync(file, 'utf8')),
    ...(stashes.length === 0 ? [] : [git('log', '-p', '-m', '--format=', ...stashes)]),
    git('log', '--branches', '--tags', '--format=%B', '-p'),
    git('diff', '--cached'),
  ]
  const lines = new Set(texts.flatMap((text) => text.split('\n')).map((line) => line.replace(/^\+/, '').trim()))
  return WORK.filter((word) => lines.has(word))
}

const WORDS: Readonly<Record<string, string>> = {
  checkout:
    '-f --force --no-force -q -m -b z -B main lonely HEAD . -- a.txt src *.txt --ours -d -t --detach -qf :/ --conflict merge --merge',
  restore:
    '-S -W --staged --worktree --no-staged --no-worktree -SW -s HEAD --source=HEAD . -- a.txt src *.txt -q --ours --no-overlay new.txt --source -sHEAD',
  reset: '--hard --har --h --soft --mixed --keep --merge -q HEAD HEAD~0 lonely -- a.txt . --no-hard -N --no-refresh',
  clean:
    '-f -d -x -X -n -q --force --no-force --dry-run --no-dry-run -fd -xdf -nf . src new.txt -e *.txt -- --exclude=z',
  switch: '-f --force --discard-changes --no-force -c z -C lonely main -q -d --detach HEAD -m --orphan -qf --dis',
  rm: '-f -r --cached --no-cached -n -q -rf a.txt src . *.txt --force --no-force -- --ignore-unmatch new.txt',
  stash: 'drop clear pop apply list push -u -a stash@{0} -q -- a.txt show -k branch z',
  branch: '-d -D -f --delete --force --del -m -M -c -C lonely main z -q -r --no-delete -df -a -l',
  fetch: '. -f +main:lonely main:lonely +main:refs/heads/lonely --force -q +main:z -u --dry-run',
  worktree: 'add wt -B lonely -b z main HEAD -f -d prune -q',
  tag: '-d -f v1 z lonely -l',
  mv: '-f --force -n -k a.txt b.txt new.txt src z src/c.txt --',
  'read-tree': '-u --reset -m HEAD lonely -n -i --empty -q',
  'checkout-index': '-f -a --force --all -q -n a.txt src/c.txt -u --prefix=out/ --',
  'update-ref': '-d refs/heads/lonely refs/heads/z HEAD --no-deref -m x',
}

const calls = fc
  .constantFrom(...Object.keys(WORDS))
  .chain((command) =>
    fc.tuple(
      fc.constant(command),
      fc.array(fc.constantFrom(...(WORDS[command] ?? '').split(' ')), { minLength: 1, maxLength: 5 }),
    ),
  )

describe('lossOf', () => {
  const template = workInProgress()
  afterAll(template.dispose)

  it('the template holds all of the work', () => {
    expect(survivors(template.path)).toEqual(WORK)
  })

  it('finds every call that destroys work', () => {
    fc.assert(
      fc.property(calls, ([command, args]) => {
        const copy = temporaryDirectory()
        try {
          cpSync(template.path, copy.path, { recursive: true })
          spawnSync('git', [command, ...args], {
            cwd: copy.path,
            input: '',
            env: { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_EDITOR: 'true' },
          })
          const left = survivors(copy.path)
          const effect = { command, args, directory: copy.path, config: {}, run: { env: {} } as never }
          const exists = (path: string): boolean => existsSync(join(template.path, path))
          const hasBranch = (name: string): boolean => ['main', 'lonely'].includes(name)
          const loss = lossOf(effect, { config: () => undefined, exists, hasBranch, inConflict: () => false })
          if (left.length < WORK.length) expect({ args, loss, left }).not.toMatchObject({ loss: undefined })
        } finally {
          copy.dispose()
        }
      }),
      tries(25),
    )
  }, 60_000)
})
