import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { aDirectory, aRepository } from '../../../../../test/process/support/temporary.ts'
import { headOf } from './safe-git.ts'
import { gitState } from './state.ts'

/** A repository whose refs are not files, as with `git init --ref-format=reftable`. */
function withoutRefFiles(): string {
  const repository = aRepository()
  mkdirSync(join(repository.path, '.git/reftable'))
  repository.write({ '.git/HEAD': 'ref: refs/heads/.invalid\n' })
  return repository.path
}

/** A PATH with a git of this text, which stands for one that can read such a repository. */
function aGit(text: string): { readonly PATH: string } {
  const folder = aDirectory()
  folder.write({ git: `#!/bin/sh\ncase "$*" in\n${text}\nesac\nexit 1\n` })
  chmodSync(join(folder.path, 'git'), 0o755)
  return { PATH: `${folder.path}:/usr/bin:/bin` }
}

describe('HEAD of a repository whose refs are not files', () => {
  const [onMain, hasCommit] = ['*symbolic-ref*) echo refs/heads/main; exit 0 ;;', '*rev-parse*) echo 1234; exit 0 ;;']

  it.each([
    ['a branch', `${onMain}\n${hasCommit}`, { branch: 'main', unborn: false }],
    ['a branch without a commit', onMain, { branch: 'main', unborn: true }],
    ['detached', hasCommit, { branch: undefined, unborn: false }],
    ['a git that cannot read it', '', { branch: undefined, unborn: false }],
    ['a git that hangs', '*) sleep 30 ;;', { branch: undefined, unborn: false }],
  ])('%s', (_, text, expected) => {
    const [path, env] = [withoutRefFiles(), aGit(text)]
    expect(gitState(path, (tree) => headOf(tree, env))).toMatchObject(expected)
  })

  it('git is not asked where files say it', () => {
    const { path } = aRepository()
    const state = gitState(path, () => {
      throw new Error('asked')
    })
    expect(state?.branch).toBe('feature/demo')
  })
})
