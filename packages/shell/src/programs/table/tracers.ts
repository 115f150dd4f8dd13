import type { Roles } from '../roles.ts'
import type { RoleTable } from './table.ts'

const RECORDS: Roles = {
  options:
    '-o:write --output:write -e:value --event:value -p:value --pid:value -t:value --tid:value -C:value --cpu:value -F:value --freq:value -c:value --count:value -r:value --repeat:value -I:value -x:value --pre:shell --post:shell --control:value --call-graph:value -D:value --delay:value -m:value -G:value -u:value --switch-output?value -a -g -d -v -q -s -i',
  operands: 'argv',
}

/** They start a program and watch it: system calls, time, memory, coverage. */
export const tracers = (): RoleTable => ({
  strace: {
    options:
      '-e:value -o:write --output:write -p:value -P:value -s:value -S:value -u:value -a:value -I:value -O:value -b:value -X:value -E:value -U:value --trace:value --string-limit:value',
    operands: 'argv',
  },
  'ltrace latrace': {
    options:
      '-e:value -o:write -p:value -s:value -u:value -a:value -n:value -l:value -x:value -F:read -A:value -D:value -w:value',
    operands: 'argv',
  },
  perf: {
    commands: {
      'record stat trace': RECORDS,
      'kmem lock sched mem c2c kvm ftrace iostat kwork': { commands: { 'record rec': RECORDS, '*': 'argv' } },
      script: { options: '-s:file --script:file -i:read -F:value', operands: 'argv', language: 'unread' },
      'report annotate diff evlist list top bench test version archive buildid-list': {
        options: '-i:read',
        operands: 'value',
      },
    },
  },
  rr: { commands: { record: { options: '-o:write -n -M', operands: 'argv' }, 'replay ps ls pack dump': 'value' } },
  valgrind: { operands: 'argv', options: '--log-file:write --suppressions:read --db-command:shell' },
  'heaptrack memusage': { options: '-o:write -p:value -d:write --output:write -n:value', operands: 'argv' },
  uftrace: {
    options: '-d:value -F:value -N:value -D:value -S:file --script:file --run-cmd:shell',
    commands: { 'record live': 'argv', 'replay report dump graph info tui': 'value' },
    language: 'unread',
  },
  bpftrace: { options: '-e:code -c:shell -p:value -o:write -l -v --unsafe', operands: 'file', language: 'unread' },
  stap: {
    options: '-e:code -c:shell -x:value -o:write -E:code -I:value -m:value -R:value -s:value -v -g',
    operands: 'file',
    language: 'unread',
  },
  dtrace: {
    options: '-n:code -s:file -c:shell -p:value -o:write -x:value -w -q',
    operands: 'value',
    language: 'unread',
  },
  'trace-cmd': {
    commands: {
      record: { options: '-e:value -p:value -o:write -P:value -l:value -g:value -M:value -T -F -q', operands: 'argv' },
      'report list show stat reset start stop': 'value',
    },
  },
  kcov: { options: '--include-path:value --exclude-path:value --include-pattern:value', operands: 'make argv' },
  'py-spy rbspy samply austin': {
    options:
      '-o:write --output:write -p:value --pid:value -d:value -r:value -f:value --format:value -i:value -x:value --save-only',
    commands: { 'record top dump load report': 'argv', '*': 'argv' },
  },
  flamegraph: {
    options: '-o:write --output:write -c:shell --cmd:shell -p:value -F:value --post-process:shell',
    operands: 'argv',
  },
  'operf ocount': { options: '-d:value --session-dir:value -e:value --events:value -p:value', operands: 'argv' },
  apitrace: { commands: { trace: { options: '-o:write -a:value', operands: 'argv' }, 'dump replay info': 'value' } },
  'gprofng collect': {
    commands: { 'collect app': { options: '-o:write -d:value -p:value', operands: 'argv' }, '*': 'argv' },
  },
  'scanmem gameconqueror': {
    options: '-c:code --command:code -p:value',
    operands: 'value',
    language: 'commands',
    stdin: 'code',
  },
})
