import type { RoleTable } from './table.ts'

/** Spelling, style and word lists. A file that is corrected is written too. */
export const spelling = (): RoleTable => ({
  aspell: {
    options:
      '-c:edit --check:edit --conf:read --per-conf:read --personal:read -p:read --home-dir:value --dict-dir:value -l:value --lang:value -d:value --master:value --mode:value --encoding:value -a -x -W:value',
    commands: {
      check: 'edit',
      list: { operands: 'value' },
      'soundslike munch expand config conv norm filter': { operands: 'value' },
      'dump create merge': { operands: 'value value edit' },
    },
  },
  ispell: { options: '-l!read -a -A -p:read -d:read -W:value -T:value -f:write -L:value -w:value', operands: 'edit' },
  hunspell: {
    options:
      '-l!read -L!read -G!read -a -d:value -p:read -i:value -D -H -X -t -n -O -1 -m!read -s!read -w!read --check-url',
    operands: 'edit',
  },
  'spell style diction': { options: '-d:value -f:read -L:value', operands: 'read' },
  codespell: {
    options:
      '-w!edit --write-changes!edit -i:value -D:read --dictionary:read -I:read --ignore-words:read -x:read --exclude-file:read -L:value --ignore-words-list:value -S:value --skip:value -q:value --config:read -f -H -n -s',
    operands: 'read',
  },
})
