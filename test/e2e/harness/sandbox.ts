import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeTree } from '../../../packages/testing/src/remove-tree.ts'

/** A fresh, disposable world for one run of the CLI: a git project, a HOME and a TMPDIR. */
export interface Sandbox {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly tmp: string
  readonly debugFile: string
  write(files: Files): void
  dispose(): void
}

/** Project files by relative path. A file that starts with `#!` becomes executable. */
export type Files = Readonly<Record<string, string>>

export function createSandbox(files: Files = {}): Sandbox {
  // Short on purpose: the CLI puts a unix socket below TMPDIR.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hp-')))
  const [project, home, tmp] = [join(root, 'project'), join(root, 'home'), join(root, 'tmp')]
  for (const folder of [project, home, tmp]) mkdirSync(folder)
  const write = (given: Files): void => {
    for (const [path, content] of Object.entries(given)) writeProjectFile(join(project, path), content)
  }
  write({ 'README.md': '# Example\n', ...files })
  writeFileSync(join(home, '.claude.json'), JSON.stringify(userState(project)))
  commitAll(project, home)
  const dispose = (): void => removeTree(root)
  return { root, project, home, tmp, debugFile: join(root, 'debug.txt'), write, dispose }
}

/** Nothing of the caller's environment but PATH, and no way off loopback. */
export function cleanEnvironment(sandbox: Sandbox, modelUrl: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: sandbox.home,
    TMPDIR: sandbox.tmp,
    CLAUDE_CODE_TMPDIR: sandbox.tmp,
    XDG_RUNTIME_DIR: sandbox.tmp,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'dummy-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    API_TIMEOUT_MS: '20000',
    IS_SANDBOX: '1',
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
  }
}

/** Without trust the CLI ignores `permissions.allow` of project settings. */
const userState = (project: string): object => ({
  hasCompletedOnboarding: true,
  customApiKeyResponses: { approved: ['dummy-key'], rejected: [] },
  projects: { [project]: { hasTrustDialogAccepted: true } },
})

function writeProjectFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: content.startsWith('#!') ? 0o755 : 0o644 })
}

function commitAll(project: string, home: string): void {
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid']
  const git = (...args: string[]): unknown =>
    execFileSync('git', [...identity, ...args], { cwd: project, env, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message=start')
}
