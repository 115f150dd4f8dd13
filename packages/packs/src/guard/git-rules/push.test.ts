import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { parseGitConfig } from '@holdpoint/shell'
import { gitState } from '@holdpoint/runtime/system'
import { temporaryDirectory } from '../../../../testing/src/repository.ts'
import { isProtected, pushOf } from './push.ts'
import { tries } from '../../../../../test/support/tries.ts'

/** Compares with real git: every push that overwrites or deletes the shared branch must be found. */

const PROTECT = ['main']
const ENV = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
const git = (cwd: string, ...args: readonly string[]): string =>
  spawnSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    env: ENV,
  }).stdout

/** `work` and `remote.git` have diverged on both branches; the remote's main holds a commit of another user. */
function apart(root: string): void {
  git(root, 'init', '-q', '--bare', '-b', 'main', 'remote.git')
  git(root, 'clone', '-q', 'remote.git', 'other')
  const commit = (tree: string, text: string): string =>
    git(join(root, tree), 'commit', '-q', '--allow-empty', '-m', text)
  const other = join(root, 'other')
  git(other, 'checkout', '-q', '-b', 'main')
  commit('other', 'first')
  git(other, 'push', '-q', 'origin', 'main', 'main:topic')
  git(root, 'clone', '-q', 'remote.git', 'work')
  git(join(root, 'work'), 'checkout', '-q', 'topic')
  for (const tree of ['other', 'work']) {
    for (const branch of ['main', 'topic']) {
      git(join(root, tree), 'checkout', '-q', branch)
      commit(tree, `${tree} ${branch}`)
    }
  }
  git(other, 'push', '-q', 'origin', 'main')
}

const OPTIONS = '-f --force --no-force -q -u -n -d --delete --all --mirror --prune --tags -fq --'
const REFSPECS =
  'origin main topic HEAD @ HEAD:main +main +HEAD:refs/heads/main topic:main :main : refs/heads/*:refs/heads/* +refs/heads/*:refs/heads/* +: main:main heads/main +topic +topic:main'
const words = fc.constantFrom(...`${OPTIONS} ${REFSPECS}`.split(' '))
const SETTINGS =
  'push.default=matching push.default=upstream push.default=current remote.origin.push=+refs/heads/*:refs/heads/* remote.origin.mirror=true remote.origin.push=+topic:main'
const settings = fc.constantFrom('', ...SETTINGS.split(' '))

describe('pushOf', () => {
  const template = temporaryDirectory()
  apart(template.path)
  afterAll(template.dispose)
  const holdsOthersWork = (root: string): boolean =>
    git(join(root, 'remote.git'), 'log', '--format=%s', 'main').includes('other main')

  it('the template is as it should be', () => {
    expect(holdsOthersWork(template.path)).toBe(true)
  })

  it('finds every push that overwrites the shared branch', () => {
    const call = fc.tuple(fc.array(words, { minLength: 1, maxLength: 4 }), settings, fc.constantFrom('main', 'topic'))
    fc.assert(
      fc.property(call, ([args, setting, branch]) => {
        const copy = temporaryDirectory()
        try {
          cpSync(template.path, copy.path, { recursive: true })
          const work = join(copy.path, 'work')
          git(work, 'remote', 'set-url', 'origin', join(copy.path, 'remote.git'))
          git(work, 'checkout', '-q', branch)
          if (setting !== '') git(work, 'config', ...setting.split('='))
          const config = parseGitConfig(spawnSync('cat', [join(work, '.git/config')], { encoding: 'utf8' }).stdout)
          const effect = { command: 'push', args, directory: work, config: {}, run: { env: {} } as never }
          const push = pushOf(effect, gitState(work), config)
          const found = push?.targets.some(
            (target) =>
              target.branch !== undefined && (target.forced || target.deleted) && isProtected(target.branch, PROTECT),
          )
          git(work, 'push', ...args)
          const lost = existsSync(work) && !holdsOthersWork(copy.path)
          if (lost)
            expect({ args, setting, branch, found: found === true || push?.prunes === true }).toMatchObject({
              found: true,
            })
        } finally {
          copy.dispose()
        }
      }),
      tries(15),
    )
  }, 60_000)
})
