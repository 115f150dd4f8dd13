import type { RoleTable } from './table.ts'

/** They start the program that follows, with another priority, limit, time, terminal or environment. */
export const wrappers = (): RoleTable => ({
  nice: { options: '-n:value --adjustment:value', operands: 'argv', plain: true, anyOption: true },
  ionice: {
    options: '-c:value -n:value -p:value -P:value -u:value --class:value --classdata:value --pid:value',
    operands: 'argv',
    plain: true,
    anyOption: true,
  },
  'nohup setsid unbuffer caffeinate catchsegv eatmydata winpty': {
    options: '-t:value -w:value',
    operands: 'argv',
    plain: true,
    anyOption: true,
  },
  'time gtime': {
    options: '-f:value --format:value -o:write --output:write -a --append -p -v --portability --verbose -l -q',
    operands: 'argv',
    plain: true,
  },
  'timeout gtimeout timelimit': {
    options: '-k:value -s:value --kill-after:value --signal:value',
    operands: 'value argv',
    plain: true,
    anyOption: true,
  },
  'stdbuf gstdbuf': {
    options: '-i:value -o:value -e:value --input:value --output:value --error:value',
    operands: 'argv',
    plain: true,
    anyOption: true,
  },
  'chrt taskset': {
    options: '-T:value -P:value -D:value --sched-runtime:value --sched-period:value --sched-deadline:value',
    operands: 'value argv',
    plain: true,
    anyOption: true,
  },
  numactl: {
    options:
      '-N:value -p:value -m:value -i:value -C:value --cpunodebind:value --membind:value --interleave:value --physcpubind:value --preferred:value',
    operands: 'argv',
  },
  prlimit: { options: '-p:value --pid:value -o:value --output:value', operands: 'argv' },
  choom: { options: '-n:value --adjust:value -p:value --pid:value', operands: 'argv' },
  uclampset: { options: '-m:value -M:value -p:value --pid:value -a -s -R', operands: 'argv' },
  schedtool: { options: '-a:value -n:value -p:value -M:value -e:argv', operands: 'value' },
  cpulimit: { options: '-l:value -p:value -e:value -P:value -c:value --limit:value --pid:value', operands: 'argv' },
  cgexec: { options: '-g:value --sticky', operands: 'argv' },
  'softlimit s6-softlimit': {
    options:
      '-a:value -c:value -d:value -f:value -l:value -m:value -o:value -p:value -r:value -s:value -t:value -h -H -S',
    operands: 'argv',
  },
  'setarch linux32 linux64 i386 x86_64': { operands: 'argv', anyOption: true },
  arch: {
    options: '-arch:value --arch:value -e:value -d:value',
    operands: 'argv',
    longDash: true,
    plain: true,
    anyOption: true,
  },
  'faketime datefudge': { operands: 'value argv' },
  'fakeroot fakeroot-ng fakechroot': {
    options: '-l:load -s:write -i:read -b:value --lib:load --faked:program -u -v -h',
    operands: 'argv',
  },
  'torsocks torify tsocks usewithtor': { options: '-u:value -p:value -a:value -P:value', operands: 'argv' },
  'proxychains proxychains4 graftcp': { options: '-f:read -q', operands: 'argv' },
  'tini dumb-init catatonit': { options: '-p:value -e:value -r:value --rewrite:value', operands: 'argv' },
  'optirun primusrun prime-run gamemoderun mangohud vglrun pw-jack aoss padsp apulse': {
    options: '-d:value -b:value',
    operands: 'argv',
  },
  'dbus-run-session dbus-launch': {
    options: '--config-file:read --dbus-daemon:shell --exit-with-session --sh-syntax',
    operands: 'argv',
  },
  'xvfb-run': {
    options:
      '-e:write -f:write -n:value -p:value -s:value -w:value --error-file:write --auth-file:write --server-num:value --xauth-protocol:value --server-args:value --wait:value -a -l',
    operands: 'argv',
  },
  'ssh-agent': { options: '-a:write -E:value -P:value -t:value -O:value', operands: 'argv' },
  'gpg-agent': {
    options:
      '--homedir:value --options:read --pinentry-program:program --log-file:write --daemon --use-standard-socket',
    operands: 'argv',
  },
  sshpass: { options: '-p:value -f:read -d:value -P:value -e -v', operands: 'argv' },
  'chronic ifne zrun cronic run-one run-this-one run-one-constantly keep-one-running': {
    options: '-n -e -v',
    operands: 'argv',
  },
  pee: { operands: 'shell' },
  mispipe: { operands: 'shell' },
  'flock lckdo': {
    options:
      '-w:value -E:value -c:shell -W:value --timeout:value --wait:value --conflict-exit-code:value --command:shell -n -x -s -u -o -F --nonblock --exclusive --shared --close --no-fork --verbose',
    operands: 'write argv',
  },
  'setlock with-lock-ex': { options: '-n -N -x -X -w -q', operands: 'write argv' },
  rlwrap: {
    options:
      '-a?value -b:value -C:value -D:value -e?value -f:read -g:value -H:write -l:write -m?value -M:value -O:value -p?value -P:value -q:value -s:value -S:value -t:value -w:value -z:shell --filter:shell --file:read --history-filename:write --logfile:write',
    operands: 'argv',
  },
  ledit: { options: '-h:write -l:value', operands: 'argv' },
  'busybox toybox coreutils sbase-box ubase-box box': { options: '--coreutils-prog:program', operands: 'argv' },
  'ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1': {
    options: '--library-path:value --preload:load --argv0:value --inhibit-rpath:value --audit:load --list --verify',
    operands: 'argv',
  },
  'qemu-x86_64 qemu-i386 qemu-aarch64 qemu-arm qemu-riscv64 qemu-x86_64-static qemu-aarch64-static box64 box86': {
    options: '-L:value -E:value -g:value -cpu:value -0:value -d:value -D:write -B:value -s:value -U:value -plugin:load',
    operands: 'argv',
    longDash: true,
  },
  'wine wine64': { operands: 'argv' },
  'retry backoff': {
    options: '-d:value -t:value -u:value -n:value --delay:value --times:value --until:value',
    operands: 'argv',
  },
})
