import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runClaude, VERSIONS, type Run, type Version } from './harness/run.ts'
import type { Sandbox } from './harness/sandbox.ts'
import type { Turn } from './harness/script.ts'
import { auditOf, holdpoint, inSandbox } from './harness/site.ts'

/** The guard as a user meets it: the real CLI, the installed hooks, real files and a real remote. */

const FREE = ['--permission-mode', 'bypassPermissions']
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'a step' } })

async function tryAll(
  sandbox: Sandbox,
  version: Version,
  turns: readonly Turn[],
  preset = 'recommended',
): Promise<Run> {
  expect(holdpoint(sandbox, 'init', '--scope', 'local', '--preset', preset).status).toBe(0)
  return runClaude(sandbox, { version, args: FREE, script: { turns: [...turns, 'Done'] } })
}

function git(sandbox: Sandbox, ...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: sandbox.home, GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=e2e', '-c', 'user.email=e2e@example.invalid']
  return execFileSync('git', [...identity, ...args], {
    cwd: sandbox.project,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
}

const denials = (sandbox: Sandbox): readonly string[] =>
  auditOf(sandbox).flatMap(({ hooks }) => hooks.filter(({ decision }) => decision === 'deny').map(({ id }) => id))

describe.each(VERSIONS)('the guard in Claude Code %s', (version) => {
  it('what cannot be undone does not run, and the model learns what to do instead', () =>
    inSandbox({ 'src/keep.txt': 'keep\n' }, async (sandbox) => {
      const run = await tryAll(sandbox, version, [
        bash('cd src && bash -c "rm -rf $(dirname $PWD)"'),
        bash('git reset HEAD --hard'),
        bash('cat ~/.ssh/id_rsa'),
        bash('rm -rf src/nothing && echo fine > fine.txt'),
      ])
      expect(existsSync(join(sandbox.project, 'src/keep.txt'))).toBe(true)
      expect(run.read('fine.txt')).toBe('fine\n')
      expect(denials(sandbox)).toEqual(['guard/no-catastrophe', 'guard/no-destructive-git', 'guard/no-secret-access'])
      expect(run.told).toContain(', the whole project.')
      expect(run.told).toContain('git stash')
    }))

  it('a forced push to a branch of its own becomes one with a lease; to main it is refused', () =>
    inSandbox({}, async (sandbox) => {
      git(sandbox, 'init', '--quiet', '--bare', join(sandbox.root, 'remote.git'))
      git(sandbox, 'remote', 'add', 'origin', join(sandbox.root, 'remote.git'))
      git(sandbox, 'push', '--quiet', 'origin', 'main', 'main:topic')
      git(sandbox, 'switch', '--quiet', '-c', 'topic', '--track', 'origin/topic')
      git(sandbox, 'commit', '--quiet', '--amend', '--message=rewritten')
      const rewritten = git(sandbox, 'rev-parse', 'HEAD')
      const main = git(sandbox, 'rev-parse', 'main')
      const trace = join(sandbox.project, 'pushed.txt')
      await tryAll(sandbox, version, [
        bash(`GIT_TRACE=${trace} git push --force origin topic`),
        bash('git push --force origin HEAD:main'),
      ])
      expect(git(sandbox, 'ls-remote', 'origin', 'refs/heads/topic')).toContain(rewritten)
      expect(git(sandbox, 'ls-remote', 'origin', 'refs/heads/main')).toContain(main)
      expect(denials(sandbox)).toEqual(['guard/no-force-push'])
      const told = execFileSync('cat', [trace], { encoding: 'utf8' })
      expect(told).toContain('push --force-with-lease origin topic')
      expect(told).not.toMatch(/--force(?!-with-lease)/)
    }))

  it('what is written to /tmp is found in the project', () =>
    inSandbox({ 'holdpoint.yml': 'hooks:\n  guard/project-tmp: { level: on }\n' }, async (sandbox) => {
      const name = `hp-${process.pid}-${version}.txt`
      const run = await tryAll(sandbox, version, [bash(`echo moved > /tmp/${name} && cat /tmp/${name} > copy.txt`)])
      expect(run.read(`tmp/${name}`)).toBe('moved\n')
      expect(run.read('copy.txt')).toBe('moved\n')
      expect(existsSync(`/tmp/${name}`)).toBe(false)
    }))

  it('a rule on a file holds for Edit, and sed -i cannot pass it', () =>
    inSandbox({}, async (sandbox) => {
      const settings = '.claude/settings.local.json'
      const run = await tryAll(sandbox, version, [
        // Older versions refuse to write what was not read before, and then no hook is asked.
        { tool: 'Read', input: { file_path: join(sandbox.project, settings) } },
        { tool: 'Write', input: { file_path: join(sandbox.project, settings), content: '{}' } },
        bash(`sed -i 's/PreToolUse/Nothing/' ${settings}`),
        bash(`python3 -c 'open("${settings}", "w").write("{}")'`),
        bash(`cp ${settings} x.json && sed 's/hooks/none/' x.json > y.json && mv y.json ${settings}`),
        bash('touch still-working.txt'),
      ])
      expect(denials(sandbox).every((id) => id === 'guard/self-protection')).toBe(true)
      expect(denials(sandbox)).toHaveLength(4)
      expect(run.read(settings)).toContain('PreToolUse')
      expect(run.read('still-working.txt')).toBe('')
    }))
})
