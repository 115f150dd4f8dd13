import { execFileSync } from 'node:child_process'
import { aHostileRepository, PLANTS } from '../process/support/hostile-repository.ts'
import { run } from '../../packages/runtime/src/system/process/run.ts'
import { openGit } from '../../packages/runtime/src/system/git/git.ts'

const gitFor = (env: Readonly<Record<string, string>>) =>
  openGit({
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...env },
    run: (program, args, options) => run(program, args, { ...options, signal: AbortSignal.timeout(60_000) }),
  })

/** Everything that hooks and commands ask. */
const QUESTIONS: readonly (readonly string[])[] = [
  ['status', '--porcelain', '-z'],
  ['status', '--porcelain=v2', '-z', '--ignored', '--untracked-files=all'],
  ['log', '--oneline', '-3'],
  ['log', '-p', '-3'],
  ['diff', 'HEAD'],
  ['--literal-pathspecs', 'diff', 'HEAD', '--', 'src/app.ts'],
  ['diff', '--name-only', '-z', 'HEAD~1..HEAD'],
  ['show', 'HEAD'],
  ['ls-files', '--deleted', '--modified', '-z'],
  ['rev-list', '--all', '--max-count=1'],
  ['grep', '--untracked', '-n', '-e', 'decision', '--', '.'],
  ['blame', 'src/app.ts'],
  ['describe', '--always', '--dirty'],
  ['stash', 'list'],
  ['cat-file', '--textconv', 'HEAD:src/app.ts'],
  ['cat-file', '--filters', 'HEAD:src/app.ts'],
]

describe.each(PLANTS)('a repository with $what', (plant) => {
  it('runs none of its programs', async () => {
    const hostile = aHostileRepository(plant)
    const git = gitFor(hostile.env)
    for (const question of QUESTIONS) await git.output(hostile.path, question)
    await git.status(hostile.path, { untracked: 'all', ignored: true })
    await git.log(hostile.path, 5)
    expect(hostile.sprung()).toBe(0)
  })
})

/** If the traps did not work, nothing above would mean anything. */
describe('the same with plain git', () => {
  // Git has the commands built in, and there is no terminal.
  const HARMLESS = ['aliases of our commands', 'pagers', 'programs of git in a directory of its own']
  it.each(PLANTS.filter(({ what }) => !HARMLESS.includes(what)))('$what: a program runs', (plant) => {
    const hostile = aHostileRepository(plant)
    for (const args of QUESTIONS) {
      try {
        const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...hostile.env }
        execFileSync('git', args as string[], { cwd: hostile.path, env, stdio: 'ignore', timeout: 5_000 })
      } catch {
        // What counts is what it started.
      }
    }
    expect(hostile.sprung()).toBeGreaterThan(0)
  })
})
