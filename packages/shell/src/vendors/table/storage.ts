import type { VendorTable } from '../vendor.ts'

/** Backups and object stores. */
export const storage = (): VendorTable => ({
  restic: {
    stack: 'cloud',
    takes: '-r --repo --repository-file -p --password-file -o --option --cache-dir --host --tag --path --keep-last',
    rehearses: '-n',
    reads: 'snapshots, stats, version, ls, diff, find',
    destroys: 'forget, prune, key remove, repair, rewrite --forget, unlock --remove-all, migrate',
  },
  'borg borgmatic': {
    stack: 'cloud',
    takes: '--rsh --remote-path --lock-wait -a --glob-archives -P --prefix',
    rehearses: '-n',
    reads: 'list, info',
    destroys:
      'delete, prune, compact, recreate -e, recreate --exclude, recreate --exclude-from, recreate --pattern, recreate --patterns-from, break-lock, key change-passphrase, check --repair',
  },
  duplicity: {
    stack: 'cloud',
    destroys: 'remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|cleanup --force',
  },
  'kopia duplicacy': {
    stack: 'cloud',
    destroys: '** delete|expire|prune|forget, snapshot delete|expire, repository change-password',
  },
  rclone: {
    stack: 'cloud',
    takes: '--config --transfers --checkers --bwlimit --filter --exclude --include --log-level --log-file -P',
    rehearses: '-n',
    reads: 'ls, lsl, lsd, lsf, lsjson, size, about, check, version, listremotes, tree',
    destroys: 'purge, delete, deletefile, sync, cleanup, rmdirs, dedupe, move, bisync, config delete',
    releases: 'copyto, moveto, rmdir',
  },
  'mc mcli': {
    stack: 'cloud',
    takes: '--config-dir -C --older-than --newer-than',
    flags: '-q --quiet --json --debug --insecure --no-color',
    reads: 'ls, stat, du, tree, version, ready',
    destroys:
      'rb, rm, mirror --remove, admin ** remove|rm|disable|stop|delete|unset|detach, admin service stop|restart, admin user|policy|group remove|disable, ilm ** rm|remove, ilm rm, undo, version suspend, event remove, replicate rm, batch cancel',
    releases: 'mirror, anonymous set*, policy set',
  },
  s3cmd: {
    stack: 'cloud',
    takes: '-c --config --access_key --secret_key --region --host',
    rehearses: '-n',
    reads: 'ls, du, la',
    destroys: 'rb, del, rm, sync --delete-removed, expire, delpolicy, delcors, dellifecycle, abortmp',
    releases: 'setacl, setpolicy, mv',
  },
  azcopy: {
    stack: 'cloud',
    rehearses: '--dry-run',
    reads: 'list, jobs list|show',
    destroys: 'rm|remove, sync --delete-destination, jobs clean|remove',
    releases: 'set-properties',
  },
  's4cmd ossutil coscli obsutil minio-mc': {
    stack: 'cloud',
    reads: 'ls, du, stat',
    destroys: 'rb, rm, del, sync --delete|--delete-removed, abort',
    releases: 'set-acl, mv, bucket-policy',
  },
  s5cmd: {
    stack: 'cloud',
    takes: '--endpoint-url --profile',
    at: '--endpoint-url',
    reads: 'ls, du, head',
    destroys: 'rm, rb, sync --delete',
    releases: 'mv',
  },
  'b2 b2v4': {
    stack: 'cloud',
    reads: 'ls, bucket list',
    destroys: 'rm, delete-*, bucket delete, key delete, sync --delete, file unhide|hide',
    releases: 'update-bucket',
  },
  'zfs-autobackup barman pgbackrest wal-g': {
    stack: 'database',
    takes: '--stanza --repo --config',
    destroys: 'delete, expire, stanza-delete, delete everything|before|retain|garbage, restore',
  },
})
