import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { TemporaryProject } from '../../../../testing/src/repository.ts'
import { shell } from '../../../../testing/src/events.ts'
import { testHook } from '../../../../testing/src/test-hook.ts'
import hook from './safe-worktree-remove.ts'

const withTree = {
  git: {},
  prepare: ({ git, write }: TemporaryProject) => {
    git('worktree', 'add', '-q', 'wt', '-b', 'y')
    write({ 'src/a.ts': '', 'wt/deep/b.ts': '' })
  },
}

/** The agent's working directory is a folder of the project. */
const standingIn = (folder: string, command: string) => ({ ...shell(command), cwd: `{project}/${folder}` })

const becomes = (name: string, folder: string, command: string, to: string) => ({
  name,
  event: standingIn(folder, command),
  id: 'moved',
  to: { command: to },
  ...withTree,
})

const ODD = 'a $b/"main"'

testHook(hook, {
  pass: [
    { run: 'git worktree list', ...withTree },
    { run: 'git worktree add ../other', ...withTree },
    { run: 'git worktree remove --help', ...withTree },
    { run: 'git worktree remove', ...withTree },
    { run: 'echo git worktree remove wt', ...withTree },
    { name: 'not a repository', run: 'git worktree remove ../wt' },
    { name: 'it goes there first', event: standingIn('src', 'cd .. && git worktree remove wt'), ...withTree },
    { name: 'not twice', run: 'cd "{project}" && git worktree remove wt', ...withTree },
  ],
  deny: [
    {
      name: 'inside a shell of its own',
      event: standingIn('src', 'bash -c "git worktree remove ../wt"'),
      id: 'nested',
      says: /Run this instead: `cd "\{project\}" && git worktree remove "\{project\}\/wt"`\.$/,
      ...withTree,
    },
    {
      name: 'git is sent elsewhere',
      event: standingIn('src', 'git -C .. worktree remove wt'),
      id: 'nested',
      says: /remove "\{project\}\/wt"`\.$/,
      ...withTree,
    },
    {
      name: 'a path that cannot be told',
      event: standingIn('src', 'xargs git worktree remove < list'),
      id: 'nested',
      says: /<path>`\.$/,
      ...withTree,
    },
  ],
  rewrite: [
    {
      covers: 'T-HAR-28',
      run: 'git worktree remove ../wt',
      to: { command: 'cd "{project}" && git worktree remove ../wt' },
      id: 'moved',
      ...withTree,
    },
    becomes(
      'with more around it',
      '',
      'ls; git worktree remove wt --force # old',
      'cd "{project}" && ls; git worktree remove wt --force # old',
    ),
    becomes(
      'in a shell of its own, from the main work tree',
      '',
      'bash -c "git worktree remove wt"',
      'cd "{project}" && bash -c "git worktree remove wt"',
    ),
    becomes(
      'from a folder that it goes to',
      '',
      'cd src && git worktree remove ../wt',
      'cd "{project}" && cd src && git worktree remove ../wt',
    ),
    becomes(
      'from a folder',
      'src',
      'git worktree remove ../wt',
      'cd "{project}" && git worktree remove "{project}/wt"',
    ),
    becomes('by its name', 'src', 'git worktree remove wt', 'cd "{project}" && git worktree remove wt'),
    becomes(
      'after --',
      'src',
      'git worktree remove -- ../wt',
      'cd "{project}" && git worktree remove -- "{project}/wt"',
    ),
    becomes(
      'from inside',
      'wt/deep',
      'sudo git worktree remove ..',
      'cd "{project}" && sudo git worktree remove "{project}/wt"',
    ),
    becomes(
      'from a folder, with more around it: the rest stays where it is',
      'src',
      'ls || git worktree remove ../wt && ls',
      'ls || (cd "{project}" && git worktree remove "{project}/wt") && ls',
    ),
    becomes(
      'from inside, with more around it: nobody can stay',
      'wt',
      'ls; git worktree remove "$PWD" -f; ls',
      'ls; { cd "{project}" && git worktree remove "{project}/wt" -f; }; ls',
    ),
    {
      name: 'a path that needs quotes',
      event: standingIn('wt', 'git worktree remove .'),
      id: 'moved',
      to: { command: String.raw`cd "{project}/a \$b/\"main\"" && git worktree remove "{project}/wt"` },
      prepare: ({ path, git }) => {
        git('init', '-q', ODD)
        git('-C', ODD, 'commit', '-q', '--allow-empty', '-m', 'x')
        git('-C', ODD, 'worktree', 'add', '-q', join(path, 'wt'))
      },
    },
    {
      name: 'a link to the main work tree is no other place',
      event: standingIn('link', 'git worktree remove wt'),
      id: 'moved',
      to: { command: 'cd "{project}/main" && git worktree remove wt' },
      prepare: ({ path, git }) => {
        git('init', '-q', 'main')
        symlinkSync(join(path, 'main'), join(path, 'link'))
      },
    },
  ],
})
