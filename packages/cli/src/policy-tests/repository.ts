import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '@holdpoint/runtime/system'
import { GIT_ENV } from '@holdpoint/testing/support'
import type { GivenGit } from './policy-test.ts'

/** Real repositories that ignore the git configuration of the user who runs the tests. */
export interface Repositories {
  /** Makes the directory a repository. Its files are there already. */
  make(project: string, git: GivenGit): Promise<void>
}

/** `place` is a directory of the run. A history is created once, then copied for each test that needs the same one. */
export function openRepositories(place: string): Repositories {
  const made = new Map<string, Promise<string>>()
  const template = (git: GivenGit): Promise<string> => {
    const key = JSON.stringify([git.branch, git.commits])
    const known = made.get(key) ?? makeTemplate(join(place, `git-${made.size}`), git)
    made.set(key, known)
    return known
  }
  return {
    async make(project, git) {
      await cp(join(await template(git), '.git'), join(project, '.git'), { recursive: true })
      if (git.tracked.length > 0) {
        await call(project, ['add', '--force', '--', ...git.tracked])
        await call(project, ['commit', '--quiet', '-m', 'files'])
      }
      if (git.staged.length > 0) await call(project, ['add', '--force', '--', ...git.staged])
    },
  }
}

async function makeTemplate(directory: string, { branch, commits }: GivenGit): Promise<string> {
  await mkdir(directory)
  await call(directory, ['init', '--quiet', '--template=', `--initial-branch=${branch}`])
  for (const subject of commits) {
    await call(directory, ['commit', '--quiet', '--allow-empty', '--allow-empty-message', '-m', subject])
  }
  return directory
}

const LIMIT_MS = 30_000
async function call(cwd: string, args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run('git', args, {
    cwd,
    signal: AbortSignal.timeout(LIMIT_MS),
    env: GIT_ENV,
  })
  if (exitCode === 0) return
  const why = stderr.trim().split('\n').at(-1) ?? ''
  throw new Error(`git ${args[0]} failed${why === '' ? '; is git installed?' : `: ${why}`}`)
}
