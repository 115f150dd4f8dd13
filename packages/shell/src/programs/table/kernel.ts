import type { RoleTable } from './table.ts'

/** Programs that change the running kernel, what it boots with, its guards and the clock. */
export const kernel = (): RoleTable => ({
  sysctl: {
    options:
      '-n -e -a -A -X -N -q -b -o -x -w --all --names --values --write -p?read --load?read -f?read --system -r:value --pattern:value',
    operands: 'assign',
    acts: 'kernel',
    flags: { kernel: '-p --load -f --system' },
  },
  kexec: {
    options:
      '-l:act --load:act -p:act --load-panic:act -e -u --exec --unload -s --initrd:read --command-line:value --append:value --reuse-cmdline --status!nothing',
    operands: 'act',
    acts: 'kernel',
    flags: { halt: '-e --exec' },
  },
  auditctl: {
    options:
      '-l -s -v -e:act -D -d:act -a:act -A:act -w:act -W:act -R:act -b:act -f:act -r:act -m:value -k:value -F:value -S:value -p:value',
    operands: 'value',
    acts: 'settings',
    flags: { settings: '-D' },
  },
  'aa-disable aa-complain': { options: '-d:value --dir:value -r', operands: 'act', acts: 'settings' },
  'aa-teardown aa-remove-unknown': { options: '-n!nothing', does: 'settings' },
  apparmor_parser: {
    options:
      '-R --remove -C --Complain -r --replace -a --add -p!nothing --preprocess!nothing -Q!nothing --skip-kernel-load!nothing -N!nothing --names!nothing -S!nothing -o:write -I:value -b:value -T -W -K -v -q',
    operands: 'read',
    flags: { settings: '-R --remove -C --Complain' },
  },
  semanage: {
    commands: {
      import: { operands: 'value', does: 'settings' },
      '*': {
        options:
          '-l!nothing --list!nothing -E!nothing --extract!nothing -a --add -d --delete -m --modify -D --deleteall -1 -0 --on --off -t:value -p:value -s:value',
        operands: 'value',
        flags: { settings: '-a --add -d --delete -m --modify -D --deleteall -1 -0 --on --off' },
      },
    },
  },
  setsebool: { options: '-P -N -V', operands: 'assign act', acts: 'settings' },
  'update-grub update-grub2': { operands: 'value', does: 'kernel' },
  'update-initramfs mkinitcpio': {
    options:
      '-u -c -d -k:value -t -b:value -v -P --allpresets -p:value --preset:value -g:write -L!nothing -H!nothing -M!nothing',
    operands: 'value',
    flags: { kernel: '-u -c -d -P --allpresets -p --preset' },
  },
  dracut: { options: '--list-modules!nothing --help!nothing --printsize!nothing', operands: 'write', does: 'kernel' },
  grubby: {
    options:
      '--info:value --default-kernel --default-index --default-title --update-kernel:act --remove-kernel:act --set-default:act --set-default-index:act --add-kernel:act --args:value --remove-args:value --initrd:value --title:value --copy-default',
    operands: 'value',
    acts: 'kernel',
  },
  bootctl: {
    commands: {
      'install update remove set-default set-oneshot set-timeout set-timeout-oneshot unlink cleanup': {
        operands: 'value',
        does: 'kernel',
      },
      '*': 'value',
    },
  },
  swapon: {
    options:
      '-s!nothing --summary!nothing --show!nothing -a --all -d?value -p:value --priority:value -o:value -f -v -L:act -U:act -e',
    operands: 'act',
    acts: 'settings',
    flags: { settings: '-a --all' },
  },
  losetup: {
    options:
      '-a!nothing --all!nothing -l!nothing --list!nothing -j:value --associated:value -d:act --detach:act -D -c:act -f --find -o:value --offset:value --sizelimit:value -P -r --show -v -b:value -O:value -n -J --partscan --read-only',
    operands: 'value act',
    acts: 'settings',
    flags: { settings: '-D' },
  },
  growpart: { options: '-N!nothing --dry-run!nothing --free-percent:value -u:value', operands: 'device value' },
  hostnamectl: {
    options: '--static --transient --pretty -H:value -M:value --json:value -j',
    commands: {
      'set-hostname hostname set-chassis chassis set-deployment deployment set-location set-icon-name': {
        operands: 'act',
        acts: 'settings',
      },
      '*': 'value',
    },
  },
  timedatectl: {
    options: '-H:value -M:value -p:value --property:value --no-pager -a --all --value --monitor',
    commands: {
      'set-time set-timezone set-ntp set-local-rtc ntp-servers revert': { operands: 'value', does: 'settings' },
      '*': 'value',
    },
  },
  localectl: {
    options: '-H:value -M:value --no-pager --no-convert',
    commands: { 'set-locale set-keymap set-x11-keymap': { operands: 'value', does: 'settings' }, '*': 'value' },
  },
  ethtool: {
    options:
      '-s:act --change:act -K:act --offload:act --features:act -A:act --pause:act -G:act --set-ring:act -L:act -C:act --coalesce:act -E:act --change-eeprom:act -f:act --flash:act -N:act --reset:act -i -k -a -g -l -c -S -m -d -e -P',
    operands: 'value',
    acts: 'settings',
  },
  bpftool: {
    options: '-j -p -f -m -n -d -B:value',
    commands: {
      'prog map link net cgroup struct_ops perf btf': {
        commands: {
          'load loadall attach detach pin update delete create freeze register unregister': {
            operands: 'value',
            does: 'kernel',
          },
          '*': 'value',
        },
      },
      '*': 'value',
    },
  },
  'debconf-set-selections dpkg-reconfigure': {
    options: '-c!nothing -f:value -p:value -u',
    operands: 'value',
    does: 'settings',
  },
  'xdg-mime xdg-settings': {
    commands: { 'default set install uninstall': { operands: 'value', does: 'settings' }, '*': 'value' },
  },
  'kwriteconfig5 kwriteconfig6 kwriteconfig': {
    options: '--file:edit --group:value --key:value --type:value --delete --notify',
    operands: 'value',
  },
  hwclock: {
    options:
      '--set -w --systohc -s --hctosys --adjust --systz --date:value -r --show --get --predict -u -l -D -v --test!nothing -f:value --rtc:value --verbose --utc --localtime',
    operands: 'value',
    flags: { settings: '--set -w --systohc -s --hctosys --adjust' },
  },
  journalctl: {
    options:
      '--vacuum-size:act --vacuum-time:act --vacuum-files:act -n?value --lines?value -u:value --unit:value -t:value -p:value -o:value -S:value -U:value --since:value --until:value -b?value -g:value -D:read --file:read -F:value -M:value --root:value',
    operands: 'value',
    acts: 'settings',
    stdin: 'none',
    anyOption: true,
  },
  'dpkg-divert': {
    options:
      '--list!nothing --truename!nothing --listpackage!nothing --test!nothing --add --remove --rename --no-rename --local --divert:write --package:value --admindir:value',
    operands: 'act',
    acts: 'settings',
  },
  ldconfig: {
    options: '-p!nothing --print-cache!nothing -N!nothing -v -n -X -l -i -f:read -C:write -r:value -c:value',
    operands: 'act',
    acts: 'settings',
  },
  crudini: {
    options:
      '--set:edit --del:edit --merge:edit --get:read --existing?value --list --format:value --inplace --output:write',
    operands: 'value',
  },
  augtool: {
    options: '-s --autosave -n -b --backup -r:value --root:value -f:read --file:read -A -L -t:value -I:value -l:value',
    commands: {
      'set setm rm ins insert mv move clear clearm touch rename store': { operands: 'value', does: 'settings' },
      '*': 'value',
    },
  },
})
