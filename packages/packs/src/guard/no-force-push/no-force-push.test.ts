import { write } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './no-force-push.ts'

const onMain = { git: { branch: 'main' } }
const onTopic = { git: { branch: 'feature/x' } }
const becomes = (run: string, command: string, more: object = {}) => ({
  run,
  to: { command },
  id: 'lease',
  ...onTopic,
  ...more,
})

testHook(hook, {
  pass: [
    { run: 'git push --force-with-lease origin feature/x', covers: 'T-HAR-25' },
    'git push --force-with-lease --force-if-includes origin main',
    'git push origin main',
    'git push -u origin HEAD',
    'git push --force --dry-run origin main',
    'git push --force --no-force origin main',
    'git push --help',
    'echo "git push --force origin main"',
    'git commit -m "git push --force origin main"',
    'git push origin "$BRANCH"',
    'git push --tags',
    'git fetch --force origin main:main',
    'git push origin :old-topic',
    'git push origin topic-f',
    { run: 'git push', ...onMain },
    { name: 'another list of branches', run: 'git push --delete origin main', options: { protect: ['trunk'] } },
  ],
  deny: [
    { run: 'git push --force origin main', id: 'shared', covers: 'T-HAR-22' },
    { run: 'git push -f origin HEAD:master', id: 'shared', covers: 'T-HAR-22' },
    { run: 'git push --force', id: 'shared', covers: 'T-HAR-23', ...onMain },
    { run: 'git push origin +main', id: 'shared' },
    { run: 'git push origin +refs/heads/main', id: 'shared' },
    { run: 'git push origin x +heads/main', id: 'shared' },
    { run: 'git push origin refs/heads/main:+refs/heads/main', id: 'shared' },
    { run: 'git push --force-with-lease origin +main', id: 'shared' },
    { run: 'git push --force --force-with-lease origin main', id: 'shared' },
    { run: 'git push origin main -f', id: 'shared' },
    { run: 'git push -uf origin main', id: 'shared' },
    { run: 'git push --force=true origin main', id: 'shared' },
    { run: 'git push -f -- origin main', id: 'shared' },
    { run: 'FOO=1 git -C sub push -f origin main', id: 'shared' },
    { run: 'sudo git push --force origin main', id: 'shared' },
    { run: 'bash -c "git push --force origin main"', id: 'shared' },
    { run: 'git -c alias.p="push -f" p origin main', id: 'shared' },
    { run: 'git send-pack --force origin main', id: 'shared' },
    { run: 'git push -f origin HEAD', id: 'shared', ...onMain },
    { run: 'git push -f origin @', id: 'shared', ...onMain },
    {
      run: 'git checkout main && git push -f',
      id: 'shared',
      ...onTopic,
      prepare: ({ git }) => void git('branch', 'main'),
    },
    { run: 'git branch -M main && git push -f', id: 'shared', ...onTopic },
    {
      name: 'an upstream with another name',
      run: 'git push -f',
      id: 'shared',
      ...onTopic,
      prepare: ({ git }) => {
        git('config', 'push.default', 'upstream')
        git('config', 'branch.feature/x.remote', 'origin')
        git('config', 'branch.feature/x.merge', 'refs/heads/main')
      },
    },
    {
      name: 'a remote that is always pushed to with force',
      run: 'git push',
      id: 'everything',
      ...onTopic,
      prepare: ({ git }) => void git('config', 'remote.origin.push', '+refs/heads/*:refs/heads/*'),
    },
    {
      name: 'a remote that is a mirror',
      run: 'git push backup',
      id: 'everything',
      ...onTopic,
      prepare: ({ git }) => void git('config', 'remote.backup.mirror', 'true'),
    },
    {
      name: 'a branch that the remote sends elsewhere, with force',
      run: 'git push origin feature/x',
      id: 'shared',
      ...onTopic,
      prepare: ({ git }) => void git('config', 'remote.origin.push', '+feature/x:main'),
    },
    { run: 'git push -f origin release/2', id: 'shared', options: { protect: ['release/*'] } },
    { run: 'git push --delete origin main', id: 'deleted' },
    { run: 'git push origin :refs/heads/main', id: 'deleted' },
    { run: 'git push --force --all', id: 'everything', says: /including `main, master`/ },
    { run: 'git push --mirror', id: 'everything' },
    { run: 'git push origin +refs/heads/*:refs/heads/*', id: 'everything' },
    { run: 'git push -f origin :', id: 'everything' },
    { run: 'git -c push.default=matching push -f', id: 'everything', ...onTopic },
    {
      name: 'inside a shell of its own, with the careful command ready',
      run: `bash -c "git push -fu origin 'feature/x'"`,
      id: 'nested',
      says: /Run this instead: `git push -u --force-with-lease origin feature\/x`\.$/,
    },
    {
      name: 'behind an alias',
      run: 'git -c alias.p="push" p origin +feature/x',
      id: 'nested',
      says: /`git push --force-with-lease origin feature\/x`\.$/,
    },
  ],
  ask: [
    {
      name: 'a file that others run',
      event: write('Makefile', 'x:\n\tgit push --force origin main\n'),
      id: 'would-run',
      says: /`Makefile` line 2 would run `git push --force origin main`/,
    },
    { run: 'git push --force origin "$BRANCH"', id: 'unclear' },
    { run: 'git push --force', id: 'unclear' },
    { run: 'git push --fo$X origin topic', id: 'unclear' },
    {
      name: 'without a branch',
      run: 'git push -f',
      id: 'unclear',
      ...onTopic,
      prepare: ({ git }) => void git('checkout', '-q', '--detach'),
    },
    { name: 'a program that nobody knows may run it', run: 'mytool git push -f origin main', id: 'shared' },
  ],
  rewrite: [
    {
      ...becomes('git push --force origin feature/x', 'git push --force-with-lease origin feature/x'),
      covers: 'T-HAR-24',
    },
    becomes('git push -f', 'git push --force-with-lease'),
    becomes('git push -fu origin feature/x', 'git push -u --force-with-lease origin feature/x'),
    becomes('git push origin  "+feature/x"', 'git push --force-with-lease origin  "feature/x"'),
    becomes('git push origin +a +b', 'git push --force-with-lease origin a b'),
    becomes('git push -f origin +a', 'git push --force-with-lease origin a'),
    becomes(
      'cd . && FOO=1 sudo git -C "." push "--force" origin \\\n  x # why',
      'cd . && FOO=1 sudo git -C "." push --force-with-lease origin \\\n  x # why',
    ),
    becomes(
      'git push -f origin a; echo é && git push origin b --force',
      'git push --force-with-lease origin a; echo é && git push origin b --force-with-lease',
    ),
    becomes('git push --force --force-with-lease origin x', 'git push --force-with-lease --force-with-lease origin x'),
    becomes('git checkout -b topic && git push -f', 'git checkout -b topic && git push --force-with-lease', onMain),
    becomes('git push -f --tags', 'git push --force-with-lease --tags'),
  ],
})
