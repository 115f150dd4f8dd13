import type { RoleTable } from './table.ts'

/** They start a program as another user, in another namespace, root directory or container that shares the home. */
export const privileges = (): RoleTable => ({
  'sudo dzdo sudo-rs please': {
    options:
      '-u:value -g:value -p:value -C:value -h:value -D:enter -R:value -r:value -t:value -T:value -U:value --user:value --group:value --prompt:value --close-from:value --host:value --chdir:enter --chroot:value --role:value --type:value --other-user:value -s!runs -i!runs --shell!runs --login!runs -e!edit --edit!edit',
    operands: 'argv',
    does: 'privilege',
  },
  sudoedit: { options: '-u:value -g:value', operands: 'edit', does: 'privilege' },
  doas: { options: '-u:value -C:read -s!runs -n -L', operands: 'argv', does: 'privilege' },
  'pkexec run0': {
    options:
      '--user:value --unit:value --property:value --description:value --slice:value --nice:value -D:enter --chdir:enter --setenv:value --background:value --machine:value -u:value -g:value',
    operands: 'argv',
    does: 'privilege',
  },
  pfexec: { options: '-P:value', operands: 'argv', does: 'privilege' },
  su: {
    options:
      '-c:shell --command:shell --session-command:shell -s:value --shell:value -g:value -G:value --group:value --supp-group:value -w:value --whitelist-environment:value',
    operands: 'value',
    does: 'privilege',
  },
  runuser: {
    options:
      '-u:who --user:who -c:shell --command:shell --session-command:shell -s:value --shell:value -g:value -G:value --group:value -w:value',
    operands: 'who argv',
    does: 'privilege',
  },
  ksu: { options: '-n:value -c:value -e:line -a:line -q', operands: 'value', does: 'privilege' },
  sg: { options: '-c:shell', operands: 'value line' },
  'gksu gksudo kdesu kdesudo beesu lxsudo': {
    options: '-u:value -c:shell -m:value --message:value --user:value -D:value --description:value',
    operands: 'line',
    does: 'privilege',
  },
  'gosu su-exec': { operands: 'value argv' },
  setpriv: {
    options:
      '--reuid:value --regid:value --groups:value --ruid:value --euid:value --rgid:value --egid:value --inh-caps:value --ambient-caps:value --bounding-set:value --securebits:value --selinux-label:value --apparmor-profile:value --pdeathsig:value --ptracer:value',
    operands: 'argv',
  },
  capsh: { options: '--shell:program', operands: 'bash' },
  unshare: {
    options:
      '-S:value -G:value -R:value -w:enter --setuid:value --setgid:value --root:value --wd:enter --map-user:value --map-users:value --map-group:value --map-groups:value --propagation:value --setgroups:value --monotonic:value --boottime:value',
    operands: 'argv',
  },
  nsenter: {
    options:
      '-t:value -S:value -G:value -r?value -w?value -m?value -n?value -i?value -u?value -p?value -U?value -C?value --target:value --setuid:value --setgid:value',
    operands: 'argv',
  },
  'chroot arch-chroot': {
    options: '--userspec:value --groups:value -u:value -g:value -G:value',
    operands: 'value argv',
  },
  proot: {
    options:
      '-r:value -b:value -w:enter -q:shell -k:value -R:value -S:value --rootfs:value --bind:value --cwd:enter --qemu:shell',
    operands: 'argv',
  },
  schroot: {
    options: '-c:value --chroot:value -d:enter --directory:enter -u:value --user:value -s:value -r -a -q -p',
    operands: 'argv',
  },
  firejail: { operands: 'argv' },
  'systemd-nspawn': {
    options:
      '-D:value --directory:value -M:value --machine:value -i:value --image:value -u:value --user:value --bind:value --bind-ro:value --chdir:value -E:value --setenv:value -p:value --property:value',
    operands: 'argv',
  },
  'systemd-run': {
    options:
      '-p:setting -E:value -H:value -M:value -u:value -P -t -d --unit:value --property:setting --description:value --slice:value --uid:value --gid:value --setenv:value --working-directory:enter --on-calendar:value --on-active:value --on-boot:value --on-startup:value --on-unit-active:value --timer-property:value --path-property:value --host:value --machine:value --service-type:value --nice:value --on-unit-inactive:value --on-clock-change --on-timezone-change -D:enter',
    operands: 'argv',
    flags: {
      schedule:
        '--on-calendar --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-clock-change --on-timezone-change --timer-property --path-property',
    },
  },
  'systemd-inhibit': { options: '--what:value --who:value --why:value --mode:value', operands: 'argv' },
  'systemd-cat': { options: '-t:value --identifier:value -p:value --priority:value', operands: 'argv' },
  machinectl: {
    options: '-M:value --machine:value --uid:value -E:value --setenv:value -H:value -n:value -o:value',
    commands: { shell: 'value argv', 'list status show': 'value' },
  },
  'lxc incus': {
    options: '--project:value --env:value --user:value --group:value --cwd:value --mode:value -t -T -n',
    commands: { exec: 'value argv', 'list ls info version': 'value' },
  },
  'lxc-attach': {
    options: '-n:value --name:value -e:value -s:value -u:value -g:value -v:value --set-var:value',
    operands: 'argv',
  },
  'pct jexec': { commands: { exec: 'value argv', '*': 'argv' } },
  multipass: {
    options: '-d:value --working-directory:value',
    commands: { exec: 'value argv', 'list ls info version': 'value' },
  },
  vagrant: {
    commands: {
      ssh: { options: '-c:shell --command:shell -p -t', operands: 'value' },
      'status up halt global-status version reload provision suspend resume snapshot box ssh-config port': 'value',
    },
  },
  distrobox: {
    commands: {
      enter: {
        options: '-n:value --name:value -e:argv --exec:argv -a:value --additional-flags:value',
        operands: 'value argv',
      },
      'list ls version': 'value',
    },
  },
  toolbox: {
    commands: {
      run: { options: '-c:value --container:value -r:value -d:value', operands: 'argv' },
      'list create enter': 'value',
    },
  },
  'flatpak-spawn': { options: '--host --watch-bus --clear-env --directory:enter', operands: 'argv' },
  flatpak: {
    commands: {
      run: { options: '--command:program --cwd:enter --branch:value --arch:value --runtime:value', operands: 'value' },
      'list info search remotes history ps': 'value',
      'install update': { operands: 'value', does: 'install' },
      'uninstall remove': { operands: 'value', does: 'uninstall' },
    },
  },
})
