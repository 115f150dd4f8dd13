import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { edit } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './no-commit-on-main.ts'

const main = { git: { branch: 'main' } }
const topic = { git: { branch: 'feature/x' } }

/** Files that exist and are staged. */
const staged =
  (...names: readonly string[]) =>
  (project: TemporaryProject): void => {
    project.write(Object.fromEntries(names.map((name) => [name, 'text'])))
    project.git('add', ...names)
  }
/** Files of the last commit, changed since. */
const changed =
  (...names: readonly string[]) =>
  (project: TemporaryProject): void => {
    staged(...names)(project)
    project.git('commit', '-q', '-m', 'files')
    project.write(Object.fromEntries(names.map((name) => [name, 'new'])))
  }

testHook(hook, {
  pass: [
    { name: 'a tool that carries no command', covers: 'T-HAR-111', event: edit('/test.ts') },
    { run: 'todo.sh add "fix git committing"', covers: 'T-HAR-16', ...main },
    { run: 'echo "git merge strategy"', covers: 'T-HAR-16', ...main },
    { run: 'git merge-base a b', covers: 'T-HAR-18', ...main },
    { run: 'git merge-file a b c', covers: 'T-HAR-18', ...main },
    { run: 'git add docs/commit.md', ...main },
    { run: 'git log --grep commit', ...main },
    { run: 'git help commit', ...main },
    { run: 'git config commit.gpgsign false', ...main },
    { run: 'git commit --dry-run', ...main },
    { run: 'git commit --short', ...main },
    { run: 'git commit -h', ...main },
    { run: 'git merge feature/y', ...main },
    { run: 'git commit -m x', ...topic },
    { name: 'not a repository', run: 'git commit -m x' },
    {
      name: 'the plan alone',
      covers: 'T-HAR-20',
      run: 'git commit -m plan',
      ...main,
      prepare: staged('MASTER_PLAN.md'),
    },
    {
      name: 'the plan alone, staged by the same command',
      covers: 'T-HAR-20',
      run: 'git add MASTER_PLAN.md && git commit -m plan',
      ...main,
      files: { 'MASTER_PLAN.md': 'x', 'a.ts': 'x' },
    },
    { name: 'the plan alone, by -a', run: 'git commit -am plan', ...main, prepare: changed('MASTER_PLAN.md') },
    {
      name: 'the plan alone, by name, whatever else is staged',
      run: 'git commit -m plan MASTER_PLAN.md',
      ...main,
      prepare: staged('MASTER_PLAN.md', 'a.ts'),
    },
    { name: 'the first commit', run: 'git add -A && git commit -m first', git: { branch: 'main', commits: [] } },
    {
      name: 'a repository that the command makes',
      run: 'git init -b main new && cd new && git commit -m first',
      ...main,
    },
    {
      name: 'a merge that is not finished',
      run: 'git commit --no-edit',
      ...main,
      prepare: ({ path, git }) => writeFileSync(join(path, '.git/MERGE_HEAD'), git('rev-parse', 'HEAD')),
    },
    { name: 'after switching', run: 'git checkout -b feature/y && git commit -m x', ...main },
    { name: 'after switching with switch', run: 'git switch -c feature/y; git add -A; git commit -m x', ...main },
    { name: 'after renaming the branch', run: 'git branch -m work && git commit -m x', ...main },
    {
      name: 'in a work tree made on the way',
      run: 'git worktree add .wt/y -b y && cd .wt/y && git commit -m x',
      ...main,
    },
    { name: 'after fetching the branch', run: 'git fetch && git checkout topic && git commit -m x', ...main },
    {
      name: 'in a work tree made on the way, by way of a link',
      run: 'cd link && git worktree add .wt/y -b y && cd .wt/y && git commit -m x',
      ...main,
      prepare: ({ path }) => symlinkSync(path, join(path, 'link')),
    },
    { name: 'on a branch made before', run: 'git branch y && git switch y && git commit -m x', ...main },
    { name: 'on a branch that cannot be told', run: 'git checkout "$B" && git commit -m x', ...main },
    {
      name: 'in a linked work tree',
      run: 'git -C wt commit -m x',
      ...main,
      prepare: ({ git }) => void git('worktree', 'add', '-q', 'wt', '-b', 'y'),
    },
    { name: 'another name for it', run: 'git commit -m x', ...main, options: { protect: ['trunk'] } },
    {
      name: 'a detached HEAD',
      run: 'git commit -m x',
      ...main,
      prepare: ({ git }) => void git('checkout', '-q', '--detach'),
    },
  ],
  deny: [
    {
      run: 'git commit -m x',
      id: 'main',
      covers: 'T-HAR-19',
      ...main,
      prepare: staged('a.ts'),
      says: /^Blocked: this commits to `main`\./,
    },
    { run: 'git commit -m x', id: 'main', git: { branch: 'master' } },
    { run: 'git commit --allow-empty -m x', id: 'main', ...main },
    { run: 'FOO=1 git -c a.b=c commit', id: 'main', ...main },
    { run: 'sudo /usr/bin/git commit', id: 'main', ...main },
    { run: 'ls\ngit commit -m x', id: 'main', ...main },
    { run: 'bash -c "git commit -m x"', id: 'main', ...main },
    { run: '(git commit -m x)', id: 'main', ...main },
    { run: 'cd "$(pwd)" && git commit -m x', id: 'main', ...main },
    { name: 'in a folder below', run: 'cd src && git commit -m x', id: 'main', ...main, files: { 'src/a.ts': '' } },
    {
      name: 'from elsewhere',
      run: 'git --git-dir=sub/.git --work-tree=sub commit',
      id: 'main',
      ...topic,
      prepare: (project) => {
        project.git('init', '-q', '-b', 'main', 'sub')
        project.git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'first')
      },
    },
    {
      name: 'after switching to it',
      run: 'git switch main && git commit -m x',
      id: 'main',
      ...topic,
      prepare: ({ git }) => void git('branch', 'main'),
    },
    {
      name: 'after switching to one that a remote has',
      run: 'git checkout main && git commit -m x',
      id: 'main',
      ...topic,
      prepare: ({ git }) => void git('update-ref', 'refs/remotes/origin/main', 'HEAD'),
    },
    { name: 'after a switch that fails', run: 'git checkout nowhere; git commit -m x', id: 'main', ...main },
    {
      name: 'after making a branch that is there',
      run: 'git checkout -b there; git commit -m x',
      id: 'main',
      ...main,
      prepare: ({ git }) => void git('branch', 'there'),
    },
    { name: 'after a work tree that cannot be made', run: 'git worktree add . ; git commit -m x', id: 'main', ...main },
    {
      name: 'the second commit of a new repository',
      run: 'git commit -m a && git commit -m b',
      id: 'main',
      git: { branch: 'main', commits: [] },
    },
    {
      name: 'an orphan branch is no first commit',
      run: 'git checkout --orphan master && git commit -m x',
      id: 'main',
      ...main,
    },
    {
      name: 'the plan and more',
      run: 'git commit -m both',
      id: 'main',
      ...main,
      prepare: staged('MASTER_PLAN.md', 'a.ts'),
    },
    {
      name: 'the plan is staged, more is added',
      run: 'git add a.ts && git commit -m x',
      id: 'main',
      ...main,
      prepare: staged('MASTER_PLAN.md'),
    },
    {
      name: 'the plan is staged, all is added',
      run: 'git add . && git commit -m x',
      id: 'main',
      ...main,
      prepare: staged('MASTER_PLAN.md'),
      files: { 'a.ts': '' },
    },
    {
      name: 'the plan is staged, -a takes more',
      run: 'git commit -am all',
      id: 'main',
      ...main,
      prepare: changed('MASTER_PLAN.md', 'a.ts'),
    },
    {
      name: 'the command itself changes more',
      run: 'echo x > a.ts && git commit -am x',
      id: 'main',
      ...main,
      prepare: changed('MASTER_PLAN.md'),
    },
    {
      name: 'a plan elsewhere',
      run: 'git commit -m elsewhere',
      id: 'main',
      ...main,
      prepare: staged('docs/MASTER_PLAN.md'),
    },
    {
      name: 'amending takes the last commit with it',
      run: 'git commit --amend',
      id: 'main',
      ...main,
      prepare: staged('MASTER_PLAN.md'),
    },
    {
      name: 'another index',
      run: 'GIT_INDEX_FILE=x git commit -m x',
      id: 'main',
      ...main,
      prepare: staged('MASTER_PLAN.md'),
    },
    { name: 'the first of several', run: 'git commit -m a; git checkout -b y; git commit -m b', id: 'main', ...main },
    {
      name: 'a pattern',
      run: 'git commit -m x',
      id: 'main',
      git: { branch: 'release/1' },
      options: { protect: ['release/*'] },
    },
  ],
  ask: [{ name: 'a program that nobody knows may run it', run: 'mytool git commit -m x', id: 'main', ...main }],
})
