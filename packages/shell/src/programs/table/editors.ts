import type { RoleTable } from './table.ts'

const GDB = {
  language: 'commands',
  options:
    '-ex:code --ex:code -eval-command:code --eval-command:code -iex:code --iex:code --init-eval-command:code -x:file --command:file -command:file -ix:file --init-command:file -p:value --pid:value -c:read --core:read -s:read --symbols:read -e:read --exec:read -se:read -d:value -cd:enter --cd:enter --args:argv -args:argv -batch --batch -q -nx -n --quiet --nx --nh -tui',
  operands: 'read value',
  stdin: 'code',
  longDash: true,
  harm: 'starts and changes programs',
} as const

const HARM = 'opens an editor'

/** Editors and debuggers: what they get on the command line, in a script or on standard input can leave for a shell. */
export const editors = (): RoleTable => ({
  'gdb gdb-multiarch cgdb rust-gdb gdbtui cuda-gdb arm-none-eabi-gdb ddd': GDB,
  'vim vi nvim gvim view vimdiff nvi vim.tiny vim.basic rvim rview gview mvim': {
    language: 'commands',
    options:
      '-c:code --cmd:code -S:file -u:file -U:file -s:file -w:write -W:write -T:value -i:write -t:value -r:read -q:read -l:file -es -Es -e -E -y -R -n -N -b -d -p -o -O -g -f --startuptime:write --listen:value --server:value --servername:value --remote-send:code --remote-expr:code --headless --clean --noplugin +:code',
    operands: 'open',
    stdin: 'code',
    harm: HARM,
  },
  'ed red ex': {
    language: 'commands',
    options: '-p:value -s -G -E -v -c:code +:code',
    operands: 'open',
    stdin: 'code',
    harm: HARM,
  },
  'emacs emacs-nox emacs-gtk xemacs zile jed': {
    language: 'unread',
    options:
      '--eval:code -eval:code --execute:code -execute:code -l:file --load:file -load:file -f:code --funcall:value --script:file -script:file -x:file -e:code -L:value --directory:value --chdir:enter -u:value --user:value --visit:open --insert:read -batch --batch -Q -q -nw',
    operands: 'open',
    longDash: true,
    harm: HARM,
  },
  emacsclient: {
    language: 'unread',
    options:
      '-e:code --eval:code -a:shell --alternate-editor:shell -s:value --socket-name:value -f:value -F:value -n -c -t -nw -q',
    operands: 'open',
    harm: HARM,
  },
  'nano pico rnano': {
    options:
      '-s:shell --speller:shell -o:value -T:value -r:value -Y:value -Q:value -f:read --rcfile:read -X:value -C:write --backupdir:write',
    operands: 'open',
    stdin: 'code',
    harm: HARM,
  },
  'kak hx helix vis': {
    language: 'commands',
    options:
      '-e:code -E:code -f:code -p:value -s:value -c:value -n -ui:value -d -clear -l --config:read --log:write +:value',
    operands: 'open',
    longDash: true,
    stdin: 'code',
    harm: HARM,
  },
  'micro joe ne mg code codium subl zed gedit kate mousepad': {
    language: 'commands',
    options:
      '-config-dir:value -plugin:value --user-data-dir:value --goto:value -g:value --command:code +:value -a -w -n -r -d --diff --wait',
    operands: 'open',
    longDash: true,
    stdin: 'code',
    harm: HARM,
  },
  'lldb rust-lldb': {
    language: 'commands',
    options:
      '-o:code --one-line:code -O:code --one-line-before-file:code -s:file --source:file -S:file --source-before-file:file -k:code --one-line-on-crash:code -K:file -n:value -p:value -c:read --core:read -f:read --file:read -a:value --arch:value -l:value -b --batch -Q -X -x -w',
    operands: 'argv',
    stdin: 'code',
    harm: GDB.harm,
  },
  'rdbg byebug': {
    language: 'ruby',
    options: '-c:argv --command:argv -e:code -x:file -n -O --open -p:value --port:value',
    operands: 'value',
    harm: GDB.harm,
  },
  dlv: {
    language: 'commands',
    options: '--init:file --backend:value --log-dest:write --listen:value -l:value --wd:enter --headless --log',
    commands: {
      exec: 'program value',
      'trace attach core replay': 'value',
      'debug test': { options: '--build-flags:value --output:write', operands: 'value' },
      'version help': 'value',
    },
    harm: GDB.harm,
  },
  'bashdb zshdb': {
    language: 'shell',
    options: '-c:code -x:file -L:value -q -B -n',
    operands: 'script',
    harm: GDB.harm,
  },
  gdbserver: { options: '--wrapper:argv --attach --multi --once', operands: 'value argv', harm: GDB.harm },
})
