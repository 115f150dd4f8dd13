import type { RoleTable } from './table.ts'

/** Programs that overwrite, resize, repair or remove disks, volumes and snapshots. */
export const storage = (): RoleTable => ({
  'mke2fs mkreiserfs mkudffs': {
    options:
      '-n!nothing -V -q -v -F -t:value -T:value -b:value -L:value -O:value -E:value -m:value -i:value -N:value -I:value -J:value -U:value -d:read -j -c',
    operands: 'device value',
    harm: 'formats disks',
  },
  tune2fs: {
    options:
      '-l!nothing -O:value -o:value -L:value -U:value -m:value -c:value -i:value -e:value -E:value -J:value -j -r:value -f -u:value -g:value -T:value -Q:value -C:value -M:value',
    operands: 'device',
  },
  resize2fs: { options: '-P!nothing -M -f -F -p -d:value -b -s -S:value -z:write', operands: 'device value' },
  xfs_repair: {
    options: '-n!nothing -L -f -v -d -l:value -r:value -m:value -o:value -t:value -P -e',
    operands: 'device',
  },
  ntfsfix: {
    options: '-n!nothing --no-action!nothing -d -b --clear-dirty --clear-bad-sectors -h -V',
    operands: 'device',
  },
  'fsck e2fsck fsck.ext4 fsck.vfat dosfsck fsck.xfs': {
    options:
      '-N!nothing -n!nothing -y -p -f -a -A -C?value -v -t:value -r -s -c -b:value -B:value -j:value -l:read -L:read -E:value -z:write -k -D -M -R -T -V -l',
    operands: 'device',
  },
  'sg_format sg_sanitize': {
    options:
      '-F --format -R --resize -t:value -s:value -q -v -B -C -O -Z -e -w --block --crypto --overwrite --size:value --count:value --help!nothing',
    operands: 'device',
  },
  nwipe: {
    options:
      '--autonuke --nowait --nogui --noblank -m:value --method:value -r:value --rounds:value -l:write --logfile:write -p:value -e:value --exclude:value --verify:value --sync?value --help!nothing',
    operands: 'device',
  },
  ddrescue: {
    options:
      '-f --force -n -d -r:value -b:value -s:value -i:value -o:value -c:value -R -S -A -D -y -v -q -t -m:read -K:value',
    operands: 'read device write',
  },
  dcfldd: {
    options:
      'if=:read of=:device bs=:value count=:value hash=:value hashlog=:write pattern=:value textpattern=:value split=:value vf=:read verifylog=:write conv=:value errlog=:write limit=:value of::shell hashwindow=:value status=:value',
    operands: 'value',
  },
  dc3dd: {
    options:
      'if=:read of=:device hof=:device wipe=:device hwipe=:device pat=:value hash=:value log=:write hlog=:write bufsz=:value cnt=:value verb=:value ofs=:write',
    operands: 'value',
  },
  flashrom: {
    options:
      '-r:write --read:write -w:act --write:act -v:read --verify:read -E:act --erase:act -p:value --programmer:value -c:value --chip:value -l:read --layout:read -i:value -o:write --output:write -L -V -f -n',
    operands: 'value',
    flags: { kernel: '-w --write -E --erase' },
  },
  efibootmgr: {
    options:
      '-v -b:value -a -A -B -c -d:value -p:value -l:value -L:value -n:value -N -o:value -O -t:value -T -D -r -u -w -y --verbose --bootnum:value --delete-bootnum --create --bootorder:value --bootnext:value --unicode',
    flags: { kernel: '-B --delete-bootnum -o --bootorder -O -c --create -n --bootnext -a -A -D -N' },
  },
  'grub-install grub2-install': {
    options:
      '--root-directory:make --boot-directory:make --efi-directory:make --target:value --bootloader-id:value --recheck --removable --no-nvram --force --modules:value -s -v -d:value --directory:value --uefi-secure-boot',
    operands: 'device',
    harm: 'writes what the machine starts with',
  },
  dmsetup: {
    options: '-v --verbose -f --force -c -C --noheadings -o:value -y --yes',
    commands: {
      'ls info status table deps targets version report splitname': 'value',
      'remove remove_all clear wipe_table suspend create load reload message': {
        operands: 'value',
        does: 'destroy-storage',
      },
    },
  },
  multipath: {
    options: '-F -f:value -l -ll -v:value -d -t -T -c -q -Q -a -w -W -r -i -B -p:value -b:read',
    operands: 'value',
    flags: { 'destroy-storage': '-F -f' },
    longDash: true,
  },
  'lvremove vgremove pvremove lvreduce vgreduce lvconvert vgcfgrestore': {
    options:
      '--test!nothing -t!nothing --help!nothing -h!nothing --version!nothing -f --force -y --yes -L:value --size:value -l:value --extents:value -r --resizefs -q -v -d -S:value --select:value --removemissing -a --all --merge -n:value --name:value --file:read -D',
    operands: 'value',
    does: 'destroy-storage',
    harm: 'removes volumes',
  },
  'make-bcache bcache': {
    options:
      '-C:device -B:device --cset-uuid:value --wipe-bcache --writeback --discard -b:value -w:value --bucket:value --block:value',
    operands: 'value',
  },
  timeshift: {
    options:
      '--list --list-snapshots --list-devices --check --create --restore --delete --delete-all --snapshot:value --snapshot-device:value --target-device:value --comments:value --tags:value --scripted --yes --rsync --btrfs --skip-grub --debug',
    flags: { 'destroy-storage': '--delete --delete-all --restore' },
  },
  snapper: {
    options: '-c:value --config:value -q --quiet -t:value --iso --no-dbus --json --csv -r:value --root:value',
    commands: {
      'list list-configs status diff get-config xadiff': 'value',
      'create modify create-config set-config setup-quota mount umount': { operands: 'act' },
      'delete rollback undochange delete-config cleanup': { operands: 'value', does: 'destroy-storage' },
    },
  },
})
