import type { RoleTable } from './table.ts'

/** They start a program when files change, later, in the background or many at once. */
export const watchers = (): RoleTable => ({
  entr: { options: '-a -c -d -n -p -r -s -x -z', operands: 'line' },
  watchexec: {
    options:
      '-w:value --watch:value -e:value --exts:value -f:value -i:value --filter:value --ignore:value -s:value --signal:value -d:value --debounce:value --shell:value --delay-run:value --project-origin:value --workdir:enter -E:value --env:value -o:value --on-busy-update:value --stop-signal:value --stop-timeout:value -r -c -n -p',
    operands: 'line',
  },
  nodemon: {
    options:
      '-x:shell --exec:shell -w:value --watch:value -e:value --ext:value -i:value --ignore:value -d:value --delay:value -s:value --signal:value --cwd:enter --config:read -V -q',
    operands: 'value',
  },
  'chokidar chokidar-cli': {
    options:
      '-c:shell --command:shell -d:value --debounce:value -t:value --throttle:value -i:value --ignore:value -p:value --patterns:value -R -W -w',
    operands: 'value',
  },
  watchmedo: {
    options: '-c:shell --command:shell -p:value --patterns:value -d:value -D -R -W -w',
    commands: { 'auto-restart': 'argv', '*': 'value' },
  },
  'watchman-make watchman-wait': {
    options: '--run:shell -t:value -p:value --root:value --make:shell',
    operands: 'value',
  },
  watchman: { options: '-U:value -o:value --logfile:write', commands: { trigger: 'value value argv', '*': 'value' } },
  'onchange when-changed filewatcher': {
    options: '-i -k -d:value -f:value -e:value -c:shell -r -v -1 --delay:value',
    operands: 'value line',
  },
  reflex: {
    options: '-r:value -R:value -g:value -G:value -s -c:file -d:value --decoration:value -t:value -v --all',
    operands: 'argv',
    language: 'commands',
  },
  air: {
    options: '-c:read --build.cmd:shell --build.bin:shell --build.full_bin:shell -d',
    operands: 'value',
    longDash: true,
  },
  'cargo-watch': {
    options:
      '-x:value --exec:value -s:shell --shell:shell -w:value --watch:value -i:value --ignore:value -d:value -C:enter',
    operands: 'argv',
  },
  rerun: { options: '-d:value -p:value -n:value -i:value -s:value -x -c', operands: 'line' },
  hyperfine: {
    options:
      '-w:value --warmup:value -m:value --min-runs:value -M:value --max-runs:value -r:value --runs:value -p:shell --prepare:shell -s:shell --setup:shell -c:shell --cleanup:shell -C:shell --conclude:shell -S:value --shell:value -L:value,value --parameter-list:value,value -P:value,value,value --parameter-scan:value,value,value -D:value,value --export-json:write --export-csv:write --export-markdown:write --export-asciidoc:write -n:value --command-name:value -u:value --time-unit:value --output:value --input:read --style:value -N -i --ignore-failure --show-output',
    operands: 'shell',
  },
  'poop bench': { options: '-d:value --duration:value --color:value', operands: 'shell' },
  multitime: {
    options: '-n:value -i:shell -o:shell -r:shell -s:value -b:file -f:value -I:value -q -v -l',
    operands: 'argv',
  },
  concurrently: {
    options:
      '-n:value --names:value -c:value --prefix-colors:value -p:value --prefix:value -s:value --success:value --restart-tries:value --restart-after:value -m:value --max-processes:value -k -r -g --kill-others --raw --group -l:value -t:value',
    operands: 'shell',
  },
  'sem xjobs': { options: '-j:value --jobs:value --id:value --fg --bg --wait --timeout:value', operands: 'line' },
  'tsp task-spooler nq': { options: '-L:value -N:value -D:value -S:value -w:value -f -n -c', operands: 'argv' },
  pueue: {
    commands: {
      add: {
        options: '-w:enter --working-directory:enter -l:value -g:value --group:value -d:value --delay:value -a:value',
        operands: 'line',
      },
      'status log clean start pause wait': 'value',
    },
  },
  'start-stop-daemon': {
    options:
      '--exec:program -x:program --startas:program -a:program -p:write --pidfile:write -u:value --user:value -n:value --name:value -c:value --chuid:value -r:value --chroot:value -d:enter --chdir:enter -N:value --nicelevel:value -S --start -K --stop -b --background -m --make-pidfile -q -O:write --output:write',
    operands: 'value',
  },
  'daemonize daemon': {
    options:
      '-a -c:enter -e:write -o:write -p:write -l:write -u:value -E:value -v -n:value --name:value --chdir:enter --pidfile:write --output:write',
    operands: 'argv',
  },
  'pm2 forever': {
    commands: {
      'start restart': {
        options: '--name:value -n:value -i:value --interpreter:program --cwd:enter -o:write -e:write -l:write',
        operands: 'line',
      },
      startup: { operands: 'value', does: 'schedule' },
      'list ls logs stop delete status save monit show': 'value',
    },
  },
  'foreman honcho overmind hivemind goreman': {
    options: '-f:config -e:read --procfile:config -d:enter --env:read -l:value -p:value',
    commands: { run: 'line', 'start s check': 'value', '*': 'value' },
  },
  'nx lerna': {
    commands: { exec: { options: '--scope:value --ignore:value --concurrency:value', operands: 'line' }, '*': 'value' },
  },
  cronitor: { commands: { exec: 'value line', 'list status': 'value' } },
})
