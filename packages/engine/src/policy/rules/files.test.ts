import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hookOf, on, said, table } from '../../../../../test/support/rules.ts'
import type { Case } from '../../../../testing/src/case-table.ts'
import { edit, mcp, read, shell, write } from '../../../../testing/src/events.ts'

const SECRET = { writes: 'src/secret/**' }

table('files', [
  [SECRET, on(write('src/secret/a.ts')), 'deny'],
  [SECRET, on(edit('src/secret/deep/a.ts')), 'deny'],
  [SECRET, on(write('src/public/a.ts')), ''],
  [SECRET, on(read('src/secret/a.ts')), ''],
  [SECRET, 'echo x > src/secret/a.ts', 'deny'],
  [SECRET, 'echo x | tee -a src/public/b src/secret/a.ts', 'deny'],
  [SECRET, 'sed -i s/a/b/ src/secret/a.ts', 'deny'],
  [SECRET, 'mv a.ts src/secret/a.ts', 'deny'],
  [SECRET, 'cp a.ts src/secret/', 'deny'],
  [SECRET, `python3 -c 'open("src/secret/a.ts", "w").write("x")'`, 'deny'],
  [SECRET, 'cd src && cat > secret/a.ts <<E\nx\nE', 'deny'],
  [SECRET, 'chmod 777 src/secret/a.ts', 'deny'],
  [SECRET, 'echo x > src/public/../secret/a.ts', 'deny'],
  [SECRET, 'cat src/secret/a.ts', ''],
  [SECRET, 'echo x > "$FILE"', 'ask unclear'],
  [SECRET, 'echo x > src/public/$FILE', ''],
  [SECRET, 'echo x > src/$FILE/a.ts', 'ask unclear'],
  [SECRET, 'cp -r new src', 'ask unclear'],
  [{ writes: 'src/secret' }, on(write('src/secret/a.ts')), 'deny'],
  [{ writes: 'src/secret/' }, on(write('src/secret/a.ts')), 'deny'],
  [{ writes: 'src/secret' }, on(write('src/secrets.ts')), ''],
  [{ writes: ['src/**', '!src/free/**'] }, on(write('src/free/a.ts')), ''],
  [{ writes: ['src/**', '!src/free/**'] }, on(write('src/a.ts')), 'deny'],
  [{ writes: '*.lock' }, on(write('yarn.lock')), 'deny'],
  [{ writes: '*.lock' }, on(write('sub/yarn.lock')), ''],
  [{ writes: '**/*.lock' }, on(write('sub/yarn.lock')), 'deny'],
  [{ writes: '/etc/**' }, 'echo x >> /etc/hosts', 'deny'],
  [{ writes: '~/.ssh/**' }, 'echo x >> ~/.ssh/authorized_keys', 'deny'],
  [{ writes: '~/.ssh/**' }, on(write('/home/dev/.ssh/config')), 'deny'],
  [{ writes: 'src/**' }, on(mcp('mcp__files__write_file', { path: 'src/a.ts', content: 'x' })), 'deny'],
  [{ writes: 'src/**' }, on(mcp('mcp__files__read_file', { path: 'src/a.ts' })), ''],
  [{ reads: 'src/**' }, on(mcp('mcp__files__read_file', { path: 'src/a.ts' })), 'deny'],
  [{ deletes: 'src/**' }, on(mcp('mcp__files__delete_file', { path: 'src/a.ts' })), 'deny'],
  [{ deletes: 'src/secret/**' }, 'rm src/secret/a.ts', 'deny'],
  [{ deletes: 'src/secret/**' }, 'rm -rf src', 'deny'],
  [{ deletes: 'src/secret/**' }, 'rm -rf .', 'deny'],
  [{ deletes: 'src/secret/**' }, 'rm -rf ../..', 'deny'],
  [{ deletes: 'src/secret/**' }, 'mv src lib', 'deny'],
  [{ deletes: 'src/secret/**' }, 'rm -rf lib', ''],
  [{ deletes: '**/*.lock' }, 'rm -rf sub', 'ask unclear'],
  [{ deletes: 'src/secret/**' }, 'git rm src/secret/a.ts', 'deny'],
  [{ deletes: 'src/**' }, on(write('src/a.ts')), ''],
  [{ reads: '.env' }, 'cat .env', 'deny'],
  [{ reads: '.env' }, on(read('.env')), 'deny'],
  [{ reads: 'config/prod/**' }, 'grep -r password config', 'deny'],
  [{ reads: '.env' }, 'ls', ''],
  [{ touches: 'src/**' }, 'rm src/a', 'deny'],
  [{ touches: 'src/**' }, on(edit('src/a')), 'deny'],
  [{ writes: 'naïve/ünï 😀.txt' }, on(write('naïve/ünï 😀.txt')), 'deny'],
  [{ writes: 'with space/it*' }, `echo x > "with space/it's"`, 'deny'],
])

describe('files by other names', () => {
  const linked = (from: string, to: string) => ({
    prepare(project: { readonly path: string }) {
      mkdirSync(join(project.path, 'real/secret'), { recursive: true })
      symlinkSync(join(project.path, from), join(project.path, to))
    },
  })

  it('a link that leads to a protected place', async () => {
    const given = on(write('alias/a.ts'), linked('real/secret', 'alias'))
    expect(await said(hookOf({ when: { writes: 'real/secret/**' }, then: 'deny' }), given)).toBe('deny')
  })

  it('a protected place that is a link, and is reached directly', async () => {
    const given = on(write('real/secret/a.ts'), linked('real/secret', 'alias'))
    expect(await said(hookOf({ when: { writes: 'alias/**' }, then: 'deny' }), given)).toBe('deny')
  })

  it('a link that the same command makes', async () => {
    const given = on(shell('ln -s real/secret x && echo a > x/a.ts'), linked('real', 'alias'))
    expect(await said(hookOf({ when: { writes: 'real/secret/**' }, then: 'deny' }), given)).toBe('deny')
  })

  it('the same file in another work tree of the repository', async () => {
    const given: Case = {
      event: shell('echo a > wt/src/a.ts'),
      git: { commits: ['one'] },
      prepare: (project) => void project.git('worktree', 'add', '--quiet', 'wt'),
    }
    expect(await said(hookOf({ when: { writes: 'src/**' }, then: 'deny' }), given)).toBe('deny')
  })
})
