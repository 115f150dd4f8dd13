import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit, write } from '../../../../testing/src/events.ts'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './branch-guard.ts'

const main = { git: { branch: 'main' } }
const topic = { git: { branch: 'topic' } }
const change = write('src/a.ts', 'x')

const merging = ({ path, git }: TemporaryProject): void =>
  writeFileSync(join(path, '.git/MERGE_HEAD'), git('rev-parse', 'HEAD'))
const linkedTree = ({ git }: TemporaryProject): void => void git('worktree', 'add', '-q', '.worktrees/x', '-b', 'x')
const sources = ({ write: put }: TemporaryProject): void => put({ 'src/a.ts': '', 'tools/b.sh': '', 'docs/a.md': '' })

testHook(hook, {
  pass: [
    { name: 'the bare input of the document', covers: 'T-HAR-111', event: write('/test.ts'), ...main },
    { name: 'another branch', event: change, ...topic },
    { name: 'no repository', covers: 'HAR-BG-02', event: change },
    { name: 'no source', event: write('README.md', 'x'), ...main },
    { name: 'the plan', covers: 'HAR-BG-02', event: write('MASTER_PLAN.md', 'x'), ...main },
    { name: 'a test', covers: 'HAR-BG-02', event: write('src/a.test.ts', 'x'), ...main },
    { name: 'configuration', event: edit('vite.config.ts', 'x'), ...main },
    { name: 'a script of the agent’s own', event: write('.claude/hooks/a.sh', 'x'), ...main },
    {
      name: 'a work tree on another branch',
      covers: 'HAR-BG-02',
      event: write('.worktrees/x/src/a.ts', 'x'),
      ...main,
      prepare: linkedTree,
    },
    {
      name: 'a detached HEAD',
      covers: 'HAR-BG-02',
      event: change,
      ...main,
      prepare: ({ git }) => void git('checkout', '-q', '--detach'),
    },
    { name: 'a repository without a commit', event: change, git: { branch: 'main', commits: [] } },
    { name: 'a merge that is not finished', event: change, ...main, prepare: merging },
    { name: 'branches of the team’s own', event: change, ...main, options: { protect: ['trunk'] } },
    { name: 'a broken repository', event: change, files: { '.git': 'garbage' } },
    { run: 'cat src/a.ts', ...main, prepare: sources },
    { run: 'echo x > notes.md', ...main },
    { run: 'rm -rf docs', ...main, prepare: sources },
    { run: 'git switch -c topic && echo x > src/a.ts', ...main },
    { run: 'git checkout -b topic; sed -i s/a/b/ src/a.ts', ...main, prepare: sources },
    { run: 'git worktree add .worktrees/y -b y && echo x > .worktrees/y/src/a.ts', ...main },
    { run: 'echo x > "$WHERE"', ...main },
    { run: 'npx some-generator src/a.ts', ...main },
  ],
  deny: [
    {
      name: 'Write',
      covers: ['T-HAR-61', 'HAR-BG-01'],
      event: change,
      ...main,
      id: 'protected',
      says: /^Blocked: the repository of src\/a\.ts is on `main`\. .*`git switch -c <name>`/,
    },
    { name: 'Edit', covers: 'T-HAR-61', event: edit('src/a.ts', 'x'), ...main, id: 'protected' },
    { name: 'master', event: change, git: { branch: 'master' }, id: 'protected' },
    {
      name: 'directories that do not exist yet',
      event: write('a/b/c/d.ts', 'x'),
      ...main,
      id: 'protected',
      says: /^Blocked: the repository of a\/b\/c\/d\.ts /,
    },
    {
      name: 'a source whose name only looks generated',
      covers: 'HAR-LIB-02',
      event: write('src/builder.ts', 'x'),
      ...main,
      id: 'protected',
    },
    {
      name: 'a protected branch in a linked work tree',
      event: write('.worktrees/x/src/a.ts', 'x'),
      ...topic,
      prepare: ({ git }) => void git('worktree', 'add', '-q', '.worktrees/x', '-b', 'main'),
      id: 'protected',
      says: /^Blocked: the repository of src\/a\.ts /,
    },
    {
      name: 'branches of the team’s own',
      event: change,
      git: { branch: 'trunk' },
      options: { protect: ['trunk'] },
      id: 'protected',
    },
    { run: 'echo x > src/a.ts', covers: 'D6', ...main, id: 'protected' },
    { run: 'cat <<EOF | tee src/a.ts\nx\nEOF', ...main, id: 'protected' },
    {
      run: 'sed -i s/a/b/ */*.sh',
      ...main,
      prepare: sources,
      id: 'protected',
      says: /^Blocked: the repository of tools\/b\.sh /,
    },
    { run: 'mv src/a.ts /elsewhere', ...main, prepare: sources, id: 'protected' },
    { run: 'rm -rf src', ...main, prepare: sources, id: 'protected' },
    { run: "cd src && python3 -c \"open('a.ts', 'w').write('x')\"", ...main, prepare: sources, id: 'protected' },
    { run: 'git switch main && echo x > src/a.ts', ...topic, id: 'protected' },
    { run: 'echo x > src/a.ts && git switch -c topic', ...main, id: 'protected' },
  ],
})
