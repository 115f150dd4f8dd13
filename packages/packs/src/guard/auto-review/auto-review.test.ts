import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { EventBody } from '@holdpoint/engine'
import { shell } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './auto-review.ts'

const risk = ['auto-review risk: ']
const unknown = ['auto-review: not classified. ']

const rewritten = (command: string): EventBody => withTool(shell(command), { rewritten: true })
const inTool = (name: string, command: string): EventBody => withTool(shell(command), { name })

function withTool(event: EventBody, more: object): EventBody {
  return event.kind === 'tool.before' ? { ...event, tool: { ...event.tool, ...more } } : event
}

testHook(hook, {
  allow: [
    ...['ls -la', 'cat a', 'grep x y', 'wc -l f'].map((run) => ({ run, id: 'safe', covers: 'T-HAR-38' })),
    { run: 'ls', id: 'safe', says: 'all command segments classified as safe', covers: 'HAR-AR-02' },
    { run: 'git status', id: 'safe', covers: 'HAR-AR-04' },
    { run: 'git rev-parse --show-toplevel', id: 'safe', covers: 'HAR-AR-04' },
    { run: 'ls && git status', id: 'safe', covers: 'T-HAR-42' },
    { run: 'ls; pwd | cat || true', id: 'safe', covers: 'HAR-AR-07' },
    { run: 'cd $(git rev-parse --show-toplevel)', id: 'safe', covers: 'T-HAR-43' },
    { run: 'echo `date` "$(ls $(pwd))"', id: 'safe', covers: 'HAR-AR-08' },
    { run: 'grep "a|b" f; echo "rm -rf x"', id: 'safe', name: 'text that is only data' },
    { run: 'ls > /dev/null 2>&1', id: 'safe', covers: 'HAR-AR-12' },
    { run: 'FOO=1 time nohup env BAR=2 ls # and a comment', id: 'safe', covers: 'HAR-AR-12' },
    { run: "cat <<'END'\nwords; and more\nEND", id: 'safe', covers: 'HAR-AR-12' },
    { run: 'X=1', id: 'safe', name: 'only an assignment' },
    { run: 'A=1 B=2 git status', id: 'safe', name: 'variables that mean nothing to it' },
    { run: 'git -C src status', id: 'safe', name: 'below the project', files: { 'src/a.ts': '' } },
    ...[
      'mkdir -p src/new',
      'touch src/a.ts src/b.ts',
      'cp src/a.ts src/b.ts',
      'mv src/a.ts src/c.ts',
      'git add -A',
      'git add src && git status',
      'git switch -c topic',
      'git checkout -b topic',
      'prettier --write src',
      'black .',
      'gofmt -w src/a.go',
      'cargo fmt',
      'ls && mkdir x',
    ].map((run) => ({ run, options: { approve: 'work' }, id: 'safe', files: { 'src/a.ts': '' } })),
    { run: 'npm test', options: { approve: 'work', test: 'npm test' }, id: 'safe', name: 'the command for tests' },
  ],
  ask: [
    {
      run: 'git commit -m x',
      id: 'git',
      says: /^Needs approval: `git commit` records the work/,
      covers: ['T-HAR-46', 'HAR-AR-10'],
    },
    { run: 'ls && git push origin topic', id: 'git', says: /`git push` sends the work to others/, covers: 'HAR-AR-10' },
    { run: 'git -C sub merge topic', id: 'git', covers: 'HAR-AR-10' },
    { run: 'git push --force-with-lease', id: 'git', name: 'also when something else is wrong with it' },
    {
      event: rewritten('cd .. && git worktree remove --force x'),
      name: 'a risky command that another hook wrote',
      id: 'rewritten',
      says: /changed this command to `cd \.\. && git worktree remove --force x`/,
      covers: 'HAR-GUARD-25',
    },
    {
      event: rewritten('git push --force-with-lease'),
      name: 'a push that another hook wrote',
      id: 'git',
      covers: 'HAR-GUARD-25',
    },
  ],
  context: [
    { run: 'git rebase main', tells: [...risk, 'rewrites commits'], covers: 'T-HAR-40' },
    ...[
      ['rm a', 'deletes files'],
      ['sudo ls', 'rights of another user'],
      ['kill 1', 'ends processes'],
      ['ssh h', 'reaches another machine'],
      ['eval x', 'runs text'],
      ['bash -c "ls"', 'runs a text as a program'],
    ].map(([run = '', why = '']) => ({ run, tells: [...risk, why], covers: 'T-HAR-41' })),
    { run: 'ls && rm a', tells: risk, covers: 'T-HAR-42' },
    { run: 'ls & rm -rf x', tells: risk, covers: 'HAR-AR-07' },
    { run: 'echo $(echo $(echo $(pwd)))', tells: [...risk, 'nested too deeply'], covers: 'HAR-AR-08' },
    { run: 'git fetch --force', tells: [...risk, 'overrides a safeguard'], covers: 'HAR-AR-09' },
    { run: 'git log -f', tells: risk, covers: 'HAR-AR-09' },
    { run: 'echo --no-verify', tells: risk, covers: 'HAR-AR-09' },
    {
      run: 'git commit -m x',
      options: { git_ask: 'off' },
      tells: [...risk, 'so the user decides'],
      covers: 'HAR-AR-10',
    },
    {
      run: 'frobnicate --all',
      tells: [...unknown, '`frobnicate` is not classified as read-only'],
      covers: 'HAR-AR-11',
    },
    { run: 'ls > out.txt', tells: [...unknown, 'writes'], covers: 'HAR-AR-12' },
    { run: 'ls "unfinished', tells: unknown, covers: 'HAR-AR-12' },
    { run: 'curl https://example.com', tells: unknown, covers: 'HAR-AR-05' },
    { run: 'sed -i s/a/b/ f', tells: [...risk, 'changes files'], covers: 'HAR-AR-05' },
    { run: 'find . -delete', tells: [...risk, 'deletes what it finds'], covers: 'HAR-AR-05' },
    { run: 'find . -exec rm {} +', tells: risk, covers: 'HAR-AR-05' },
    { run: 'cat ~/.ssh/id_rsa', tells: [...risk, 'credentials'], name: 'a reader on credentials' },
    { run: 'for f in a .env; do cat "$f"; done', tells: risk, name: 'credentials in a list' },
    { run: 'cargo check', tells: [...unknown, 'code of the project'] },
    ...['mkdir x', 'touch x', 'cp a b', 'git add .', 'git switch -c x', 'black .'].map((run) => ({
      run,
      tells: unknown,
    })),
    ...[
      'mkdir ../x',
      'mkdir /tmp/x',
      'mkdir -m 777 x',
      'touch .git/hooks/pre-commit',
      'touch ~/.bashrc',
      'cp src/a.ts .envrc',
      'cp src/a.ts /etc/x',
      'cp /etc/hosts src/hosts',
      'cp src/a.ts src/there.ts',
      'mv src/a.ts ..',
      'mv -f src/a.ts src/there.ts',
      'mv src/a.ts .github/workflows/x.yml',
      'cp "$X" src/b.ts',
      'git add -p',
      'git switch topic',
      'git switch -c x origin/main',
      'git checkout -b x main',
      'prettier --plugin ./evil.js --write src',
      'black ..',
      'npm test',
      'npm test && ls',
      './prettier --write src',
      'PATH=. prettier --write src',
    ].map((run) => ({
      run,
      options: { approve: 'work', test: 'npm run check' },
      name: `also as work: ${run}`,
      files: { 'src/a.ts': '', 'src/there.ts': '' },
      tells: ['auto-review'],
    })),
    ...['git -C sub status', 'cd sub && git log', 'git -C sub/objects diff'].map((run) => ({
      run,
      name: `a repository that came with the files: ${run}`,
      files: { 'sub/HEAD': 'ref: refs/heads/main', 'sub/config': '[core]', 'sub/objects/x': '', 'sub/refs/x': '' },
      tells: [...unknown, 'whose configuration may start programs'],
    })),
    { event: rewritten('echo x > tmp/y'), name: 'a harmless command that another hook wrote', tells: unknown },
    {
      run: 'cat notes',
      name: 'a link to credentials',
      files: { '.env': 'A=b' },
      prepare: (project) => symlinkSync('.env', join(project.path, 'notes')),
      tells: [...risk, 'credentials'],
    },
  ],
  pass: [
    { event: shell(''), name: 'no command' },
    { event: inTool('PowerShell', 'ls'), name: 'another shell' },
  ],
})
