import type { RoleTable } from './table.ts'

/** Programs that read texts and print them in some other form. */
export const texts = (): RoleTable => ({
  head: { plain: true, anyOption: true, options: '-n:value -c:value --lines:value --bytes:value', operands: 'read' },
  tail: {
    plain: true,
    anyOption: true,
    options: '-n:value -c:value --lines:value --bytes:value --pid:value -s:value --sleep-interval:value',
    operands: 'read',
  },
  tac: { plain: true, anyOption: true, options: '-s:value --separator:value', operands: 'read' },
  rev: { plain: true, anyOption: true, operands: 'read' },
  nl: {
    plain: true,
    anyOption: true,
    options: '-b:value -d:value -f:value -h:value -i:value -l:value -n:value -s:value -v:value -w:value',
    operands: 'read',
  },
  cut: {
    plain: true,
    anyOption: true,
    options:
      '-b:value -c:value -d:value -f:value --bytes:value --characters:value --delimiter:value --fields:value --output-delimiter:value',
    operands: 'read',
  },
  paste: { plain: true, anyOption: true, options: '-d:value --delimiters:value', operands: 'read' },
  join: {
    plain: true,
    anyOption: true,
    options: '-1:value -2:value -a:value -e:value -j:value -o:value -t:value -v:value',
    operands: 'read',
  },
  comm: { plain: true, anyOption: true, options: '--output-delimiter:value', operands: 'read' },
  fold: { plain: true, anyOption: true, options: '-w:value --width:value', operands: 'read' },
  fmt: { plain: true, anyOption: true, options: '-w:value -g:value -p:value --width:value', operands: 'read' },
  expand: { plain: true, anyOption: true, options: '-t:value --tabs:value', operands: 'read' },
  unexpand: { plain: true, anyOption: true, options: '-t:value --tabs:value', operands: 'read' },
  column: {
    plain: true,
    anyOption: true,
    options:
      '-c:value -o:value -s:value -n:value -N:value -H:value -R:value -T:value -W:value -O:value -r:value -i:value -p:value --separator:value --output-separator:value --table-columns:value',
    operands: 'read',
  },
  pr: {
    plain: true,
    anyOption: true,
    options:
      '-D:value -e?value -h:value -i?value -l:value -n?value -N:value -o:value -s?value -S?value -w:value -W:value --header:value',
    operands: 'read',
  },
  od: {
    plain: true,
    anyOption: true,
    options:
      '-A:value -j:value -N:value -t:value -w?value -S?value --format:value --read-bytes:value --skip-bytes:value',
    operands: 'read',
  },
  'hexdump hd': { plain: true, anyOption: true, options: '-e:value -f:read -n:value -s:value', operands: 'read' },
  hexyl: {
    plain: true,
    anyOption: true,
    options: '-n:value -s:value -o:value --length:value --skip:value --border:value --color:value --panels:value',
    operands: 'read',
  },
  strings: {
    plain: true,
    anyOption: true,
    options: '-n:value -t:value -e:value -T:value --bytes:value --radix:value --encoding:value',
    operands: 'read',
  },
  look: { plain: true, anyOption: true, options: '-t:value', operands: 'pattern read' },
  'tsort colrm par': { anyOption: true, operands: 'read' },
  ptx: {
    options: '-A -f -R -r -t -b:read -i:read -o:read -g:value -w:value -M:value -F:value -S:value -W:value',
    operands: 'read',
  },
  shuf: {
    plain: true,
    anyOption: true,
    options:
      '-n:value -i:value -o:write --head-count:value --input-range:value --output:write --random-source:read -e!nothing --echo!nothing',
    operands: 'read',
  },
  sort: {
    plain: true,
    anyOption: true,
    options:
      '-k:value -t:value -S:value -T:value -o:write --key:value --field-separator:value --buffer-size:value --temporary-directory:value --output:write --parallel:value --batch-size:value --files0-from:list --compress-program:shell --random-source:read --sort:value',
    operands: 'read',
  },
  ul: { anyOption: true, options: '-t:value -T:value', operands: 'read' },
  uuencode: { options: '-m --base64', operands: 'read value' },
  csplit: {
    options:
      '-f:write --prefix:write -b:value --suffix-format:value -n:value --digits:value -k -q -s -z --keep-files --quiet --silent --elide-empty-files',
    operands: 'read value',
    harm: 'writes files',
  },
  'zcat gzcat bzcat xzcat lzcat lz4cat': { plain: true, anyOption: true, options: '-S:value', operands: 'read' },
  zstdcat: { options: '-o:write --rm!delete -D:read', operands: 'read' },
  figlet: {
    options: '-f:read -d:value -w:value -C:read -m:value -I:value -c -k -l -n -p -r -s -t -x -W -o -S',
    operands: 'value',
  },
  pv: {
    options:
      '-o:write --output:write -s:value --size:value -L:value --rate-limit:value -N:value --name:value -i:value -w:value -B:value -F:value -P:write --pidfile:write -d:value -R:value -p -t -e -r -b -f -n -q -c -W -l -a -T',
    operands: 'read',
    prints: 'input',
  },
  date: {
    options:
      '-d:value --date:value -f:list --file:list -r:value --reference:value -I?value --iso-8601 -R --rfc-email --rfc-3339:value -u --utc --universal -j!nothing -n -v:value -s:act --set:act +:value',
    operands: 'act',
    flags: { settings: '-s --set' },
    prints: 'facts',
  },
  file: {
    plain: true,
    anyOption: true,
    options:
      '-f:list --files-from:list -m:read --magic-file:read -F:value --separator:value -e:value --exclude:value -P:value -C!write --compile!write',
    operands: 'read',
    prints: 'facts',
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b3sum sum crc32': {
    plain: true,
    anyOption: true,
    operands: 'read',
    prints: 'facts',
  },
  'shasum cksum b2sum': {
    plain: true,
    anyOption: true,
    options: '-a:value -l:value --algorithm:value --length:value',
    operands: 'read',
    prints: 'facts',
  },
  md5: { plain: true, anyOption: true, options: '-s:value', operands: 'read', prints: 'facts' },
  wc: { plain: true, anyOption: true, options: '--files0-from:list --total:value', operands: 'read', prints: 'facts' },
  bc: {
    language: 'unread',
    options: '-e:value -f:read --expression:value --file:read -l -q -s -w -i -c -C -z -P -S:value -O:value -I:value',
    operands: 'read',
  },
  dc: {
    language: 'commands',
    options: '-e:code -f:file --expression:code --file:file -i',
    operands: 'file',
    stdin: 'code',
  },
  units: { options: '-f:read --file:read -o:value -q -s -t -v -1 --terse --verbose', operands: 'value' },
  'ccze lolcat nkf': { options: '-f -F:value -p:value -S:value -o:value -c:value -A -m:value', operands: 'read' },
  detex: { options: '-c -e:value -l -n -s -t -w -1', operands: 'read' },
  gron: {
    options: '-u --ungron -s --stream -j --json -m --monochrome -c --colorize -v --values -k --insecure',
    operands: 'read',
  },
  msgcat: {
    options: '-o:write --output-file:write -f:list --files-from:list -D:value -t:value -u -s -F',
    operands: 'read',
  },
  ministat: { options: '-w:value -c:value -C:value -d:value', operands: 'read' },
  datamash: { options: '-t:value', operands: 'value' },
})
