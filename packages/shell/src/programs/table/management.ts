import type { Roles } from '../roles.ts'
import type { RoleTable } from './table.ts'

export const ansible: Roles = {
  options:
    '-m:value --module-name:value -a:shell --args:shell -i:value --inventory:value -u:value -e:value --extra-vars:value -c:value --connection:value -l:value -f:value -M:value --module-path:value -T:value -t:write --tree:write -b -K -k -C -D -v --private-key:value --vault-password-file:program',
  operands: 'value',
  harm: 'changes machines',
}

/** Configuration management, schedulers, and programs that run what a file of settings says. */
export const management = (): RoleTable => ({
  ansible,
  'ansible-playbook ansible-pull ansible-console': {
    options:
      '-i:value --inventory:value -e:value --extra-vars:value -l:value -t:value --skip-tags:value -u:value -c:value -f:value -M:value --vault-password-file:program --private-key:value -U:url -d:value -C --check -D -K -k -v',
    operands: 'config',
    stdin: 'config',
    harm: 'changes machines',
  },
  'salt salt-call salt-ssh salt-run': {
    options:
      '--local -l:value -c:value --config-dir:value --file-root:value -C -G -E -L -b:value --out:value -r:shell --raw',
    operands: 'value shell',
    harm: 'changes machines',
  },
  puppet: {
    language: 'unread',
    commands: {
      apply: { options: '-e:code --execute:code --modulepath:value --noop', operands: 'file' },
      'agent module resource config lookup parser': 'value',
    },
    harm: 'changes machines',
  },
  'chef-apply chef-client chef-solo chef-shell cinc-client': {
    language: 'unread',
    options: '-e:code -s -z --local-mode -c:config -j:config -o:value -r:value -W --why-run',
    operands: 'file',
    stdin: 'code',
    harm: 'changes machines',
  },
  'fab pyinfra dsh-run': {
    options: '-H:value -i:value -f:file -c:value --user:value -r:value',
    operands: 'line',
    harm: 'changes machines',
  },
  consul: {
    options: '-http-addr:value -token:value',
    longDash: true,
    commands: {
      exec: { options: '-node:value -service:value -tag:value', operands: 'line' },
      lock: { options: '-n:value -name:value -timeout:value', operands: 'value line' },
      watch: { options: '-type:value -key:value -prefix:value -service:value -name:value -shell', operands: 'line' },
      '*': 'value',
    },
  },
  'consul-template envconsul confd': {
    options: '-exec:shell -config:config -template:value -prefix:value -once',
    operands: 'line',
    longDash: true,
  },
  etcdctl: { commands: { 'watch exec-watch': 'value argv', lock: 'value argv', '*': 'value' } },
  nomad: {
    commands: {
      exec: { options: '-job:value -task:value', operands: 'value argv' },
      alloc: { commands: { exec: { options: '-task:value -job', operands: 'value argv' }, '*': 'value' } },
      '*': 'value',
    },
  },
  'packer tilt skaffold okteto garden': {
    options: '-f:config --filename:config -var:value -var-file:read -c:config',
    commands: { 'build up run dev apply validate deploy': { operands: 'config', stdin: 'config' }, '*': 'value' },
  },
  'logrotate anacron fcrontab sxhkd swhkd supervisord monit xbindkeys incrontab fail2ban-client conky dunst i3 sway': {
    options:
      '-c:config --config:config -t:config -s:write -S:value -f -d -n -T -v --state:write -r:value -m:value -l:write',
    operands: 'config',
    stdin: 'config',
    harm: 'runs what a file says',
  },
  'xdotool ydotool': {
    language: 'commands',
    commands: {
      type: { options: '--delay:value --window:value --clearmodifiers --args:value --file:read', operands: 'line' },
      exec: { options: '--sync', operands: 'argv' },
      '*': 'value',
    },
    harm: 'acts in other windows',
  },
  'wtype dotool': {
    options: '-d:value -s:value -k:value -M:value -m:value -P:value -p:value',
    operands: 'line',
    stdin: 'shell',
    harm: 'acts in other windows',
  },
  'i3-msg swaymsg hyprctl bspc wmctrl': {
    language: 'commands',
    options: '-t:value -s:value -q -r -i:value',
    operands: 'line',
    harm: 'acts on the desktop',
  },
  open: {
    options:
      '-a:value -b:value -s:value -n -W -g -j -F -R -e -t -f -u:value --args:value --stdin:read --stdout:write --stderr:write --env:value',
    operands: 'value',
    harm: 'opens a window',
  },
  'xdg-open kde-open gnome-open exo-open see run-mailcap': {
    options: '--launch:value --action:value',
    operands: 'read',
  },
  // Two programs of that name: a file manager, and a client of object stores.
  mc: {
    language: 'commands',
    options: '-P:write -c:value -b -d -e:read -v:read --config:config --attr:value --older-than:value -r -a -q',
    commands: { 'cp mv put mirror pipe': 'from+ to', '*': 'value' },
  },
  'nnn ranger lf vifm': {
    language: 'commands',
    options:
      '--cmd:code -command:code -c:code --choosefile:write --choosedir:write --selectfile:value -p:write -P:value -e -d -H --config:config -config:config --remote:code -remote:code --remote-expr:code -r:file',
    operands: 'value',
    longDash: true,
  },
  'crash mdb': { language: 'commands', options: '-i:file -d:value -h -s', operands: 'read', stdin: 'code' },
})
