import type { RoleTable } from './table.ts'

/** A window, a pane or a recording in which a program runs. */
export const terminals = (): RoleTable => ({
  'xterm uxterm lxterm rxvt urxvt st mlterm eterm aterm koi8rxterm x-terminal-emulator': {
    options:
      '-e:line -T:value -title:value -geometry:value -g:value -fa:value -fs:value -fn:value -bg:value -fg:value -n:value -name:value -class:value -xrm:value -display:value -lf:write -cd:enter',
    operands: 'line',
    longDash: true,
  },
  'gnome-terminal mate-terminal xfce4-terminal terminator tilix lxterminal qterminal guake kgx ptyxis deepin-terminal cool-retro-term':
    {
      options:
        '-e:line --command:line -x:argv --execute:argv --execute-command:shell --working-directory:enter -w:enter -t:value --title:value --geometry:value --profile:value',
      operands: 'argv',
    },
  konsole: { options: '-e:line --workdir:enter -p:setting --profile:value --tabs-from-file:read', operands: 'value' },
  alacritty: {
    options:
      '-e:argv --command:argv -t:value -T:value --title:value --class:value --config-file:read --working-directory:enter -o:setting --option:setting --socket:value',
    operands: 'value',
  },
  kitty: {
    options:
      '-c:read --config:read -o:setting --override:setting -d:enter --directory:enter -T:value --title:value --class:value --name:value --session:read --listen-on:value --hold --detach -1 --single-instance +runpy?value',
    commands: {
      '@': {
        commands: {
          'send-text': { options: '-m:value --match:value -t:value --from-file:read', operands: 'line' },
          '*': 'value',
        },
      },
    },
    operands: 'argv',
  },
  'foot footclient': {
    options:
      '-c:read --config:read -o:setting --override:setting -D:enter --working-directory:enter -T:value --title:value -a:value --app-id:value -t:value -e',
    operands: 'argv',
  },
  wezterm: {
    options: '--config:setting --config-file:read',
    commands: {
      start: { options: '--cwd:enter --class:value --workspace:value --domain:value', operands: 'argv' },
      ssh: 'url argv',
      cli: {
        commands: {
          'spawn split-pane': {
            options: '--cwd:enter --pane-id:value --percent:value --window-id:value',
            operands: 'argv',
          },
          'send-text': { options: '--pane-id:value --no-paste', operands: 'line' },
          list: '',
        },
      },
      'ls-fonts show-keys': '',
    },
  },
  zellij: {
    options: '-s:value --session:value -l:read --layout:read -c:read --config:read',
    commands: {
      'run r': { options: '-n:value --name:value --cwd:enter -d:value --direction:value -c -f -i', operands: 'argv' },
      'action ac': {
        commands: {
          'new-pane new-tab': { options: '-n:value --cwd:enter -d:value -l:read', operands: 'argv' },
          'write-chars write': 'line',
          '*': 'value',
        },
      },
      'list-sessions ls attach a kill-session k setup': 'value',
    },
  },
  'tmux byobu tmate': {
    language: 'commands',
    options: '-c:shell -f:file -L:value -S:value -T:value -2 -u -v -C',
    commands: {
      'new new-session neww new-window splitw split-window respawnp respawn-pane respawnw respawn-window popup display-popup':
        {
          options:
            '-s:value -n:value -c:enter -t:value -x:value -y:value -e:value -F:value -f:value -l:value -p:value -w:value -h?value -d?value -E',
          operands: 'line',
        },
      'send send-keys': { options: '-t:value -N:value -c:value', operands: 'line' },
      'run run-shell pipep pipe-pane': { options: '-t:value -c:enter -d:value -b', operands: 'line' },
      'if if-shell': { options: '-t:value -b -F', operands: 'shell code' },
      'set-hook bind bind-key': { options: '-t:value -T:value -N:value', operands: 'value code' },
      'set set-option setw set-window-option setenv set-environment': { options: '-t:value', operands: 'value shell' },
      'source source-file': 'file',
      'confirm confirm-before command-prompt': { options: '-p:value -t:value -I:value', operands: 'code' },
      'loadb load-buffer': 'read',
      'saveb save-buffer': { options: '-b:value', operands: 'write' },
      'setb set-buffer': { options: '-b:value -n:value -t:value', operands: 'line' },
      '*': 'value',
    },
  },
  screen: {
    language: 'commands',
    options:
      '-S:value -c:file -e:value -h:value -p:value -s:value -t:value -T:value -X:line -d -m -D -R -r -x -L -Logfile:write',
    operands: 'line',
  },
  dtach: { options: '-n:write -c:write -A:write -a:value -e:value -r:value -E -z', operands: 'argv' },
  abduco: { options: '-n:value -c:value -A:value -a:value -e:value -r -f -l', operands: 'argv' },
  dvtm: { options: '-m:value -M -d:value -h:value -t:value -s:value -c:value', operands: 'line' },
  script: {
    options:
      '-c:shell --command:shell -E:value -I:write --log-in:write -O:write --log-out:write -B:write --log-io:write -T:write --log-timing:write -m:value -o:value -q -a -f -e --quiet --flush --append',
    operands: 'write argv',
  },
  'asciinema termtosvg ttyrec': {
    options: '-c:shell --command:shell -e:shell -t:value -i:value --title:value',
    commands: { 'rec record': 'write', 'play cat upload auth': 'read', '*': 'write' },
  },
  'ttyd gotty wetty': {
    options:
      '-p:value -c:value -u:value -g:value -i:value -t:value --port:value --credential:value --interface:value --command:shell -W -o',
    operands: 'argv',
    does: 'remote-shell',
  },
  mprocs: { options: '-c:read --config:read --names:value -s:value --server:value', operands: 'shell' },
  multitail: {
    options: '-l:shell -L:shell -r:value -R:value -n:value -i:read -I:read -ev:value -ex:value,shell',
    operands: 'read',
    longDash: true,
  },
  'viddy hwatch watch': {
    options:
      '-n:value --interval:value -d?value --differences?value -c -e -g -t -p -x -b --exec --color --no-title -s:value',
    operands: 'line',
    plain: true,
  },
})
