import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeTree } from './remove-tree.ts'

export interface TemporaryProject {
  readonly path: string
  write(files: Readonly<Record<string, string>>): void
  git(...args: readonly string[]): string
  /** Safe to call twice. */
  dispose(): void
}

export interface RepositoryOptions {
  readonly branch?: string
  /** Subjects of empty commits, oldest first. */
  readonly commits?: readonly string[]
}

/** A directory of its own, without git. */
export function temporaryDirectory(prefix = 'holdpoint-test-'): TemporaryProject {
  const path = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  return {
    path,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    git: (...args) => execFileSync('git', args, { cwd: path, encoding: 'utf8', env: GIT_ENV, stdio: 'pipe' }),
    // Something that was started there may still be writing.
    dispose: () => removeTree(path),
  }
}

/** A real repository, independent of the configuration of whoever runs the test. */
export function temporaryRepository({
  branch = 'feature/demo',
  commits = ['first'],
}: RepositoryOptions = {}): TemporaryProject {
  const project = temporaryDirectory()
  project.git('init', '--quiet', `--initial-branch=${branch}`)
  for (const subject of commits) project.git('commit', '--quiet', '--allow-empty', '-m', subject)
  return project
}

/** The same commits have the same names each time. */
const DATE = '2026-01-01T00:00:00Z'

/** Nothing of this machine's git, and always the same author. */
export const GIT_ENV = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: DATE,
}
