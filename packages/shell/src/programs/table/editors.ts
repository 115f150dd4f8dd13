import type { RoleTable } from './table.ts'

/** Editors and debuggers: what they are told on the command line, in a script or on standard input can leave for a shell. */
export const editors: RoleTable = {
  'gdb gdb-multiarch cgdb rust-gdb': {
    language: 'commands',
    options:
      '-ex:code --eval-command:code -iex:code --init-eval-command:code -x:file --command:file -ix:file --init-command:file -p:value --pid:value -c:read --core:read -s:read --symbols:read -e:read --exec:read -se:read -d:value -cd:enter --cd:enter --args:argv -batch --batch -q -nx -n --quiet --nx --nh -tui',
    operands: 'read value',
    stdin: 'code',
    longDash: true,
    harm: 'starts and changes programs',
  },
}
