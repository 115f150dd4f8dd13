import type { RoleTable } from './table.ts'

/** Programs that make, change or send files, and what their options say. */
export const writing = (): RoleTable => ({
  mknod: {
    options: '-m:value --mode:value -Z --context?value',
    operands: 'write value',
    harm: 'makes devices and pipes',
  },
  setfattr: {
    options:
      '-n:value --name:value -v:value --value:value -x:value --remove:value -h --no-dereference --restore:read --raw',
    operands: 'edit',
  },
  'perl-rename file-rename': {
    language: 'perl',
    options: '-e:code -E:code -f --force -n!nothing --no-act!nothing --dry-run!nothing -v -i -u -0 -d --filename',
    operands: 'code delete',
    harm: 'renames files',
  },
  'vidir qmv imv qcp icp': {
    options: '-e:program --editor:program -f:value -o:value -v --verbose --no-format',
    operands: 'edit',
    harm: 'renames files',
  },
  tcpdump: {
    options:
      '-w:write -r:read -F:read -V:list -z:shell -Z:value -i:value -c:value -C:value -G:value -s:value -W:value -y:value -T:value -B:value -E:value -j:value -M:value -A -b -d -D -e -f -H -I -K -l -L -n -N -O -p -q -S -t -u -U -v -x -X --interface:value --count --print',
    operands: 'value',
    harm: 'listens to the network',
  },
  'tshark wireshark': {
    options:
      '-w:write -r:read -X:setting -i:value -c:value -f:value -Y:value -R:value -T:value -e:value -E:value -d:value -o:value -z:value -b:value -a:value -s:value -F:value -K:read -C:value -G?value --export-objects:value -n -q -V -x -O:value -l -P -2',
    operands: 'value',
    harm: 'listens to the network',
  },
  dumpcap: {
    options: '-w:write -i:value -f:value -c:value -b:value -a:value -s:value -B:value -n -P -q -g',
    operands: 'value',
  },
  editcap: {
    options:
      '-F:value -T:value -A:value -B:value -c:value -s:value -t:value -E:value -d -r -v -C:value -i:value --inject-secrets:read',
    operands: 'read write value',
  },
  mergecap: { options: '-w:write -F:value -I:value -s:value -a -v', operands: 'read' },
  logger: {
    options:
      '-f:send --file:send -n:url --server:url -P:value -t:value --tag:value -p:value --priority:value -i -s -e -T -d -u:value -S:value --id?value --msgid:value --journald?read',
    operands: 'value',
  },
  wall: { options: '-n -t:value -g:value', operands: 'read' },
  write: { operands: 'value', harm: 'writes to the terminals of others' },
  'gist pastebinit wgetpaste': {
    options: '-i:send -f:value -a:value -b:value -t:value -d:value -p -c -u:value -o -r:url -l:value -n:value',
    operands: 'send',
    harm: 'publishes what it is given',
  },
  'lzop lrzip lzip zopfli plzip lbzip2': {
    options:
      '-o:write --output:write -O:write -p:value -c!read --stdout!read --to-stdout!read -t!read --test!read -l!read --list!read -d -x -k -f -v -q -1 -9 -U --delete',
    operands: 'edit',
  },
  'lwp-download': { options: '-a -s', operands: 'url write' },
  'aria2c aria2': {
    options:
      '-o:write --out:write -d:write --dir:write -i:list --input-file:list --conf-path:read --on-download-complete:shell --on-download-error:shell --on-download-start:shell --on-download-stop:shell --on-download-pause:shell --on-bt-download-complete:shell -l:write --log:write --save-session:write --load-cookies:read --save-cookies:write -s:value -x:value -j:value -k:value -c -Z -T:read --torrent-file:read --header:say --netrc-path:read --rpc-secret:value --max-concurrent-downloads:value --split:value',
    operands: 'url',
    harm: 'downloads unreviewed code',
  },
  stow: {
    options:
      '-d:enter --dir:enter -t:edit --target:edit -S -D -R -n!nothing --no!nothing --simulate!nothing -v --verbose --adopt --dotfiles --ignore:value --defer:value --override:value --no-folding',
    operands: 'value',
    harm: 'makes and removes links',
  },
})
