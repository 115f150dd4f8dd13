import type { RoleTable } from './table.ts'

/** Programs that delete what they are given. */
export const deleting = (): RoleTable => ({
  'trash trash-put gvfs-trash rmtrash safe-rm srm wipe del rimraf del-cli secure-delete scrub': {
    options:
      '-n!nothing --dry-run!nothing -f -r -R -v -i -d -D -s -z -l -p:value -q --force --recursive --verbose --trash-dir:value --glob -g --preserve-root --no-preserve-root --interactive',
    operands: 'remove',
    harm: 'deletes files',
  },
  gio: {
    commands: {
      trash: { options: '-f --force --empty!unsafe --list!nothing --restore!nothing', operands: 'remove' },
      remove: { options: '-f --force', operands: 'remove' },
      cat: 'page',
      'copy cp': { options: '-T -p -i -P -b --preserve --backup', operands: 'from+ to' },
      'move mv': { options: '-T -p -i -b', operands: 'edit+ to' },
      save: { options: '-b -c -a -p -v -e:value', operands: 'to' },
      rename: 'edit value',
      mkdir: { options: '-p --parent', operands: 'make' },
      set: 'edit value',
      'list tree info monitor mime help version': 'value',
      open: { operands: 'value' },
      launch: { operands: 'read value' },
    },
    harm: 'opens, moves and deletes files',
  },
  'tmpreaper tmpwatch': {
    options:
      '-t!nothing --test!nothing -a --all -f --force -m --mtime -M --mtime-dir -c --ctime -u --atime -s --fuser -v --verbose -q --quiet -x:value --exclude:value -X:value -U:value --protect:value -d --nodirs -T:value --runtime:value --showdeleted --delay?value --ctime-dir -l --nosymlinks',
    operands: 'value remove',
    harm: 'deletes files',
  },
})
