import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
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
    // A process that was started there may still be writing.
    dispose: () => removeTree(path),
  }
}

/** A real repository, independent of the git configuration of the user who runs the test. */
export function temporaryRepository({
  branch = 'feature/demo',
  commits = ['first'],
}: RepositoryOptions = {}): TemporaryProject {
  const project = temporaryDirectory()
  const key = JSON.stringify([branch, commits])
  const made = templates.get(key)
  if (made === undefined) {
    // An empty template: the machine's default may add hooks to every new repository.
    project.git('init', '--quiet', '--template=', `--initial-branch=${branch}`)
    for (const subject of commits) project.git('commit', '--quiet', '--allow-empty', '-m', subject)
    templates.set(key, readTree(join(project.path, '.git')))
  } else writeTree(join(project.path, '.git'), made)
  return project
}

type Tree = ReadonlyMap<string, Buffer | 'directory'>

/** Starting git takes longer than most cases, so only the first repository of a kind is made by it and then copied. */
const templates = new Map<string, Tree>()

function readTree(root: string): Tree {
  // Sorted, a folder comes before its files.
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()
  return new Map(
    names.map((name) => {
      const path = join(root, name)
      return [name, statSync(path).isDirectory() ? 'directory' : readFileSync(path)]
    }),
  )
}

function writeTree(root: string, tree: Tree): void {
  mkdirSync(root)
  for (const [name, content] of tree) {
    if (content === 'directory') mkdirSync(join(root, name))
    else writeFileSync(join(root, name), content)
  }
}

/** The same commits have the same hashes each time. */
const DATE = '2026-01-01T00:00:00Z'

/** No git configuration of this machine, and always the same author. */
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
