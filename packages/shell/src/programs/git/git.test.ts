import * as fc from 'fast-check'
import { ANY, UNKNOWN } from '../../effects.ts'
import { readGit, type GitCall, type GitReading } from './git.ts'
import { splitWords } from './words.ts'

type Disk = Readonly<Record<string, string>>

/** `git …` as it would be typed in /p, with assignments in front; `disk` holds files that are there. */
function read(line: string, disk: Disk = {}, more: Partial<GitCall> = {}): GitReading {
  const words = splitWords(line)
  const start = words.indexOf('git')
  const env = Object.fromEntries(words.slice(0, start).map((word) => word.split(/=(.*)/s).slice(0, 2)))
  return readGit({ args: words.slice(start + 1), env, cwd: '/p', ...more }, world(disk))
}

const world = (disk: Disk) => ({
  home: '/home/dev',
  env: (name: string) => ({ OUTSIDE: 'reset --hard' })[name],
  read: (path: string) => disk[path],
  list: (path: string) => Object.keys(disk).filter((file) => file.startsWith(`${path}/`)),
})

describe('which command', () => {
  it.each([
    ['git status', 'status'],
    ['git', ''],
    ['git --version', ''],
    ['git -- --help', ''],
    ['git --exec-path', ''],
    ['git --no-pager -p log -1', 'log -1'],
    ['git -C a -C ../b -c x.y=z reset --hard', 'reset --hard'],
    ['git -cx.y=z commit', 'commit'],
    ['git --git-dir a --work-tree=b --namespace n push', 'push'],
    ['git --config-env alias.x=V --attr-source HEAD st', 'st'],
    ['git help commit', 'help commit'],
    ['git --help push', 'help push'],
    ['git push --help', 'help push'],
    ['git push origin --help', 'push origin --help'],
    ['git stage a', 'add a'],
    ['git -c alias.wipe="reset --hard" wipe HEAD~1', 'reset --hard HEAD~1'],
    ['git -c alias.WIPE="reset --hard" Wipe', 'reset --hard'],
    ['git -c alias.a=b -c alias.b="-c x.y=z push -f" a', 'push -f'],
    ['git -c "alias.status=reset --hard" status', 'status'],
    ['git -c alias.loop=loop loop', 'loop'],
    ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.st GIT_CONFIG_VALUE_0=status git st', 'status'],
    [`"GIT_CONFIG_PARAMETERS='alias.x=clean -f'" git x -d`, 'clean -f -d'],
    ['X="reset --hard" git --config-env=alias.y=X y', 'reset --hard'],
    ['git --config-env=alias.y=OUTSIDE y', 'reset --hard'],
    ['git --config-env=alias.y=NOWHERE y', 'y'],
    ['git RESET --hard', 'reset --hard'],
  ])('%s: %s', (line, expected) => {
    const { command, args } = read(line)
    expect([command, ...args].join(' ').trim()).toBe(expected)
  })

  it.each([
    ['/p/.git/config', '/p'],
    ['/home/dev/.gitconfig', '/p'],
    ['/home/dev/.config/git/config', '/p'],
    ['/p/.git/config', '/p/src/deep'],
  ])('an alias in %s, called in %s', (file, cwd) => {
    const disk = { '/p/.git/HEAD': 'ref: refs/heads/main', [file]: '[alias]\n\tundo = reset --hard' }
    expect(read('git undo HEAD~1', disk, { cwd })).toMatchObject({ command: 'reset', args: ['--hard', 'HEAD~1'] })
  })

  it('an alias in a file that is included, seen from a linked work tree', () => {
    const disk = {
      '/wt/.git': 'gitdir: /p/.git/worktrees/wt\n',
      '/p/.git/worktrees/wt/commondir': '../..\n',
      '/p/.git/config': '[includeIf "gitdir:/p"]\n path = extra',
      '/p/.git/extra': '[alias]\n x = stash drop',
    }
    expect(read('git x', disk, { cwd: '/wt' }).command).toBe('stash')
  })

  it.each([
    [[UNKNOWN, 'a'], ''],
    [['-c', `alias.x=${UNKNOWN}`, 'x'], ''],
    [['-C', UNKNOWN, 'status'], 'status'],
  ])('unknown commands: %j', (args, command) => {
    expect(readGit({ args, env: {}, cwd: '/p' }).command).toBe(command)
  })
})

describe('where', () => {
  it.each([
    ['git status', '/p'],
    ['git -C sub -C .. -C "a b" status', '/p/a b'],
    ['git -C /q --git-dir=.git status', '/q'],
    ['git --git-dir /other/.git --work-tree=. commit', '/other'],
    ['git --git-dir=bare.git log', '/p/bare.git'],
    ['git --work-tree=../w checkout -f', '/w'],
    ['GIT_DIR=/q/.git git commit', '/q'],
    ['GIT_WORK_TREE=/w git status', '/w'],
  ])('%s: %s', (line, expected) => {
    expect(read(line).directory).toBe(expected)
  })
})

describe('files', () => {
  const disk = {
    '/p/a.ts': 'x',
    '/p/src/b.ts': 'x',
    '/p/fix.patch': '--- a/src/b.ts\n+++ b/src/b.ts\n@@\n--- a/old\n+++ /dev/null\nrename from m\nrename to "n o"\n',
  }
  it.each([
    ['git status', ''],
    ['git checkout main', ''],
    ['git checkout a.ts', 'write /p/a.ts'],
    ['git checkout src', 'write /p/src'],
    ['git checkout -b a.ts', ''],
    ['git checkout main -- x y', 'write /p/x, write /p/y'],
    ['git checkout HEAD~2 .', 'write /p'],
    ['git checkout -f main', 'write /p'],
    ['git checkout --theirs x', 'write /p/x'],
    ['git checkout main --', ''],
    ["git checkout -- '*.json'", `write /p/${UNKNOWN}.json`],
    ["git checkout -- ':/conf' ':(exclude)x'", `write ${UNKNOWN}/conf, write /p`],
    ['git -C src restore b.ts', 'write /p/src/b.ts'],
    ['git restore --staged x', ''],
    ['git restore -SW x', 'write /p/x'],
    ['git restore --pathspec-from-file f', `write /p/${UNKNOWN}`],
    ['git reset --hard HEAD', 'write /p'],
    ['git reset --soft --hard --soft', ''],
    ['git switch --discard-changes x', 'write /p'],
    ['git clean -fdx', 'delete /p'],
    ['git clean -n -f', ''],
    ['git clean', ''],
    ['git -c clean.requireForce=no clean out', 'delete /p/out'],
    ['git rm -rf src', 'delete /p/src'],
    ['git rm --cached x', ''],
    ['git mv a.ts b.ts', 'delete /p/a.ts, write /p/b.ts'],
    ['git stash push -m "a message" -- x', 'write /p/x'],
    ['git stash', ''],
    ['git apply fix.patch', 'read /p/fix.patch, write /p/src/b.ts, delete /p/old, delete /p/m, write /p/n o'],
    ['git apply --check fix.patch', 'read /p/fix.patch'],
    ['git archive -o /x/out.zip HEAD .env', 'write /x/out.zip, read /p/.env'],
    ['git bundle create all.bundle --all', 'write /p/all.bundle'],
    ['git diff --output=x HEAD', 'write /p/x, read /p/HEAD'],
    ['git diff --stat -- .env', ''],
    ['git diff main..x -- .env', 'read /p/.env'],
    ['git diff --no-index /etc/passwd x', 'read /etc/passwd, read /p/x'],
    ['git log --grep .env', ''],
    ['git log -p -- .env', 'read /p/.env'],
    ['git log -L 1,5:.env', 'read /p/.env'],
    ['git show HEAD:.env', 'read /p/.env'],
    ['git cat-file blob HEAD:config/.env', 'read /p/config/.env'],
    ['git blame -L 1,2 .env', 'read /p/.env'],
    ['git grep -n "process.env" -- src', 'read /p/src'],
    ['git add .env', 'read /p/.env'],
    ['git add . -A', ''],
    ['git check-ignore .env', ''],
    ['git commit -F msg', 'read /p/msg'],
    ['git commit -m .env', ''],
    ['git config --file x a.b c', 'write /p/x'],
    ['git config -f x --list', 'read /p/x'],
    ['git credential fill', 'read /home/dev/.git-credentials'],
    ['git format-patch -o out HEAD~3', `write /p/out/${ANY}.patch`],
    ['git init sub', 'write /p/sub/.git'],
    ['git clone https://example.com/a/b.git', 'write /p/b'],
    ['git clone git@example.com:a/b.git ../c', 'write /c'],
    ['git submodule add https://example.com/x.git', 'write /p/x'],
    ['git worktree add ../wt -b x', 'write /wt'],
    ['git worktree remove --force ../wt', 'delete /wt'],
    ['git --work-tree=/w checkout -- x', 'write /w/x'],
    ['git hash-object -w /etc/passwd', 'read /etc/passwd'],
    ['git read-tree -u --reset HEAD', 'write /p'],
    ['git checkout-index -a --prefix=/out/', 'write /out'],
  ])('%s: %s', (line, expected) => {
    const shown = read(line, disk).files.map(({ op, path }) => `${op} ${path}`)
    expect(shown.join(', ')).toBe(expected)
  })

  it('a patch on standard input', () => {
    const stdin = '--- x/one\n+++ x/one\n'
    expect(read('git apply -p0 --directory=sub', {}, { stdin }).files).toEqual([{ op: 'write', path: '/p/sub/x/one' }])
  })
})

describe('programs that git starts', () => {
  it.each([
    ['git status', []],
    ["git -c 'alias.x=!rm -rf' x /", ['rm -rf /']],
    ["git -c 'alias.x=!f() { rm \"$1\"; }; f' x 'a b'", ['f() { rm "$1"; }; f \'a b\'']],
    ['git -c core.sshCommand=./evil fetch', ['./evil']],
    ['git -c core.sshCommand=./evil status', []],
    ['GIT_SSH_COMMAND="sh -c x" git push', ['sh -c x']],
    ['GIT_SSH_COMMAND=./x git log', []],
    ['GIT_PAGER=cat git log', []],
    ['PAGER=./x git log', ['./x']],
    ['GIT_EDITOR=true git commit', []],
    ['GIT_SEQUENCE_EDITOR="sed -i s/pick/drop/" git rebase -i HEAD~3', ['sed -i s/pick/drop/']],
    ['EDITOR=./x git status', []],
    ['git -c core.fsmonitor=./x status', ['./x']],
    ['git -c core.fsmonitor=false status', []],
    ['git -c core.hooksPath=/dev/null commit', []],
    ['git -c core.hooksPath=h push', ['h/pre-push', 'h/reference-transaction']],
    ['git -c credential.helper="!cat ~/.ssh/id" fetch', ['cat ~/.ssh/id']],
    ['git -c credential.helper=store pull', ['git credential-store']],
    ['git rebase -x "npm test" main', ['npm test']],
    ['git rebase --exec=make --ex "make check" main', ['make', 'make check']],
    ['git bisect run sh -c "exit 1"', ["sh -c 'exit 1'"]],
    ['git submodule --quiet foreach --recursive "git clean -fd"', ['git clean -fd']],
    ['git submodule foreach git clean -fd', ['git clean -fd']],
    ['git filter-branch --tree-filter "rm -f x" -- --all', ['rm -f x']],
    ['git difftool -x ./d HEAD', ['./d']],
    ['git grep -O./x foo', ['./x']],
    ['git clone -u ./x host:r', ['./x']],
    ['git clone -c core.sshCommand=./x host:r', ['./x']],
    ['git push --receive-pack=./x origin', ['./x']],
    ['git clone "ext::sh -c touch% x"', [String.raw`sh -c touch\ x`]],
    ['git config alias.x "!rm -rf ~"', ['rm -rf ~']],
    ['git config --global alias.wipe "reset --hard"', ['git reset --hard']],
    ['git config core.pager "less -R"', ['less -R']],
    ['git config user.name "rm -rf"', []],
    ['git --exec-path=/x y', ['/x/git-y']],
  ])('%s: %j', (line, expected) => {
    expect(read(line).shell).toEqual(expected)
  })
})

describe('the network', () => {
  it.each([
    ['git push', { target: 'origin', sends: true }],
    ['git push up main', { target: 'up', sends: true }],
    ['git push --repo=up', { target: 'up', sends: true }],
    ['git fetch --all', { target: 'origin', sends: false }],
    ['git clone https://example.com/x', { target: 'https://example.com/x', sends: false }],
    ['git archive --remote=ssh://h/r HEAD', { target: 'ssh://h/r', sends: false }],
    ['git remote add -f up https://example.com/x', { target: 'https://example.com/x', sends: false }],
    ['git remote -v', undefined],
    ['git archive HEAD', undefined],
    ['git push --help', undefined],
    ['git send-email x.patch', { target: UNKNOWN, sends: true }],
    ['git lfs push up main', { target: 'up', sends: true }],
  ])('%s: %j', (line, expected) => {
    expect(read(line).net).toEqual(expected)
  })
})

describe('any arguments', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('-c', '-C', '--', '-', '--no-', '--=', 'alias.x=!', 'x', 'reset', '--hard', UNKNOWN, '__proto__'),
  )
  it('are read without an error, and paths come out absolute', () => {
    fc.assert(
      fc.property(fc.array(word), fc.dictionary(fc.string(), fc.string()), (args, env) => {
        const { files, directory } = readGit({ args, env, cwd: '/p' })
        for (const path of [directory, ...files.map((file) => file.path)]) expect(path).toMatch(/^[/\uFFFC]/)
      }),
    )
  })

  it('a spelling does not change what is read', () => {
    const flags = fc.shuffledSubarray(['-f', '-d', '-x'], { minLength: 3 })
    fc.assert(
      fc.property(flags, fc.boolean(), (some, clustered) => {
        const words = clustered ? [`-${some.map((flag) => flag.slice(1)).join('')}`] : some
        expect(readGit({ args: ['clean', ...words], env: {}, cwd: '/p' }).files).toEqual([
          { op: 'delete', path: '/p', recursive: true, force: true },
        ])
      }),
    )
  })
})
