import type { RoleTable } from './table.ts'

/** Programs that copy whole trees: into an archive, a repository or another machine. */
export const backups = (): RoleTable => ({
  restic: {
    options:
      '-r:value --repo:value --repository-file:read -p:read --password-file:read --password-command:shell -o:setting --cacert:read -q -v --json --no-cache --cache-dir:value --tag:value -H:value --host:value',
    commands: {
      backup: {
        options:
          '--exclude:value -e:value --exclude-file:read --files-from:list --files-from-raw:list --files-from-verbatim:list --stdin-from-command!unsafe --stdin --stdin-filename:value -n!nothing --dry-run!nothing -x',
        operands: 'read',
      },
      restore: {
        options: '-t:to --target:to -i:value --include:value --exclude:value --delete',
        operands: 'value',
      },
      'forget prune': {
        options: '--keep-last:value --keep-daily:value --prune -n!nothing --dry-run!nothing',
        operands: 'value',
        does: 'destroy-storage',
      },
      mount: 'write',
      'snapshots ls find stats diff check list cat dump version': { anyOption: true, operands: 'value' },
    },
    harm: 'reaches a repository',
  },
  'borg borgmatic': {
    options: '--remote-path:value --rsh:shell -v --verbose --info --progress --lock-wait:value --log-json -p --show-rc',
    commands: {
      create: {
        options:
          '-s --stats --list -C:value --compression:value -e:value --exclude:value --exclude-from:read --patterns-from:read --pattern:value --comment:value --content-from-command!unsafe --paths-from-command!unsafe --paths-from-stdin -n!nothing --dry-run!nothing -x',
        operands: 'value read',
      },
      extract: {
        options: '--list -n!nothing --dry-run!nothing -e:value --strip-components:value --stdout',
        operands: 'value value',
      },
      'delete prune': {
        options:
          '-n!nothing --dry-run!nothing --keep-daily:value --keep-weekly:value -d:value -w:value -m:value -y:value -a:value --list --stats --force -P:value',
        operands: 'value',
        does: 'destroy-storage',
      },
      mount: 'value write',
      'list info diff check': { anyOption: true, operands: 'value' },
      'with-lock': 'value argv',
      export: { operands: 'value write' },
      'export-tar': { options: '--tar-filter:shell --list', operands: 'value write' },
      'import-tar': { options: '--tar-filter:shell --list', operands: 'value read' },
    },
    harm: 'reaches a repository',
  },
  duplicity: {
    options:
      '--rsync-options:value --ssh-options:setting --gpg-binary:shell --gpg-options:value --include-filelist:list --exclude-filelist:list --include:value --exclude:value --encrypt-key:value --log-file:write --archive-dir:value --tempdir:value --name:value --file-to-restore:value',
    operands: 'read url',
  },
  'rdiff-backup': {
    options:
      '--remote-schema:shell --include-filelist:list --exclude-filelist:list --include-globbing-filelist:list --include:value --exclude:value --remove-older-than:value -r:value --restore-as-of:value',
    operands: 'read+ write',
  },
  rsnapshot: {
    options: '-c:file -t!nothing -v -q -V -x',
    operands: 'value',
    language: 'unread',
    harm: 'copies what its configuration says',
  },
  'duplicati-cli kopia tarsnap': {
    options: '-c -x -t -f:value --keyfile:read -T:list -C:enter --password-file:read',
    operands: 'read',
    harm: 'copies files elsewhere',
  },
  rclone: {
    options:
      '--config:read --password-command:shell --files-from:list --files-from-raw:list --exclude-from:read --include-from:read --filter-from:read --log-file:write --exclude:value --include:value --filter:value --bwlimit:value --transfers:value --backup-dir:write -n!nothing --dry-run!nothing --rc-addr:value --sftp-ssh:shell --metadata-mapper:shell --max-age:value --min-age:value',
    commands: {
      'copy copyto move moveto sync bisync': 'from+ to',
      'delete purge rmdir rmdirs cleanup deletefile': 'remove',
      'cat ls lsl lsd lsf lsjson tree size md5sum sha1sum hashsum about check cryptcheck version listremotes ncdu link':
        { anyOption: true, operands: 'page' },
      mount: 'value write',
      'serve rcd rc': 'value',
      rcat: 'to',
      copyurl: 'url to',
      config: { commands: { 'show dump': 'value' } },
    },
    harm: 'reaches other machines',
  },
  unison: {
    options:
      '-sshcmd:shell -rshcmd:shell -servercmd:shell -diff:shell -merge:shell -logfile:write -addprefsto:write -sshargs:value -force:value -prefer:value',
    operands: 'edit',
    longDash: true,
  },
  cpio: {
    options:
      '-i -o -p -d -m -u -v -t -0 -a -c -B -A -E:read -F:edit -I:read -O:write -D:enter -C:value -H:value -R:value -M:value -f -n -r -s -S -b -L -V --file:edit --directory:enter --pattern-file:read --rsh-command:shell --rename-batch-file:read --extract --create --list --make-directories --null --no-absolute-filenames --to-stdout --quiet --format:value --owner:value --unconditional',
    operands: 'make',
    stdin: 'list',
    harm: 'packs and unpacks files',
  },
  pax: {
    options: '-r -w -f:edit -a -d -i -k -n -o:value -p:value -s:value -t -u -v -x:value -X -z -L -H -P -0 -b:value',
    operands: 'read',
    stdin: 'list',
    harm: 'packs and unpacks files',
  },
  ar: { options: '--plugin:load --target:value --output:make -D -U', operands: 'value edit read' },
  'shar makeself': { operands: 'read', options: '-o:write', harm: 'packs files' },
  'mkisofs genisoimage xorriso mksquashfs': {
    options:
      '-o:write -outdev:write -dev:edit -indev:read -path-list:list -graft-points -V:value -b:value -c:value -sort:read -ef:read -comp:value -p:value -root-owned -all-root -noappend',
    operands: 'read write',
    longDash: true,
    harm: 'writes images',
  },
  'unsquashfs isoinfo': {
    options: '-d:to -dest:to -i:read -x:value -e:read -ef:read -pf:write',
    operands: 'read value',
    longDash: true,
    harm: 'unpacks files',
  },
  'unar lsar': {
    options: '-o:to -output-directory:to -p:value -password:value',
    operands: 'read',
    longDash: true,
    harm: 'unpacks files',
  },
})
