import type { RoleTable } from './table.ts'

/** Programs that compare files, and that make and apply differences. */
export const comparing = (): RoleTable => ({
  'diff colordiff': {
    plain: true,
    anyOption: true,
    options:
      '-C:value -U:value -F:value -I:value -L:value -W:value -x:value -X:list -S:value --context?value --unified?value --label:value --exclude:value --exclude-from:read --width:value --to-file:read --from-file:read --starting-file:value --palette:value --color?value',
    operands: 'read',
  },
  diff3: {
    options: '--diff-program:shell -L:value --label:value -e -E -x -X -3 -m -A -a -i -T --merge --text --show-all',
    operands: 'read',
  },
  sdiff: {
    options:
      '-o:write --output:write -w:value --width:value -l -s -a -b -B -d -E -H -i -t -W -I:value --diff-program:shell --suppress-common-lines --ignore-case --ignore-all-space',
    operands: 'read',
  },
  cmp: {
    plain: true,
    anyOption: true,
    options: '-i:value -n:value --bytes:value --ignore-initial:value',
    operands: 'read value',
  },
  'zdiff zcmp xzdiff bzdiff': { anyOption: true, operands: 'read' },
  'wdiff dwdiff icdiff difft jd json-diff xmldiff meld kompare': {
    options:
      '-o:write -output:write --output:write -d:value -w:value -x:value -y:value -C:value -f:value -s -n -1 -2 -3 -l -i --cols:value',
    operands: 'read',
  },
  kdiff3: {
    options:
      '-o:write --output:write -m --merge --auto --qall --L1:value --L2:value --L3:value -L:value --cs:value --config:read',
    operands: 'read',
    harm: 'starts a program with a window',
  },
  dyff: {
    options: '-c:value --color:value -o:value --output:value -b',
    commands: { 'between bw': 'read', 'json yaml lr': { options: '-i!edit --in-place!edit', operands: 'read' } },
  },
  'interdiff combinediff filterdiff lsdiff': {
    options:
      '-p:value -U:value -x:value -i:value -d:value --strip:value --include:value --exclude:value --exclude-from-file:read --include-from-file:read --remove-timestamps --in-place!edit',
    operands: 'read',
  },
  diffstat: {
    options:
      '-o:write -D:value -d -e:write -f:value -n:value -N:value -p:value -w:value -l -m -s -t -v -C -K -r:value -S:value -T -u -c -E -k -q -R -x:value',
    operands: 'read',
  },
  rdiff: {
    options: '-f --force -b:value -S:value -H:value -R:value -I:value -O:value -s -v -z?value -i?value',
    commands: { signature: 'read write', delta: 'read read write', patch: 'read read write' },
  },
  bsdiff: { operands: 'read read write' },
  bspatch: { operands: 'read write read' },
  xdelta3: {
    options: '-e -d -s:read -B:value -W:value -f -c -v -q -n -N -D -R -S:value -I:value -A?value -0 -1 -3 -5 -6 -7 -9',
    operands: 'read write',
    harm: 'writes files',
  },
  diffoscope: {
    options:
      '--text:write --html:write --html-dir:write --json:write --markdown:write --restructured-text:write --profile:write --exclude:value --max-report-size:value --tool-prefix-binutils:value --progress --quiet --no-progress --new-file',
    operands: 'read',
    harm: 'starts many programs',
  },
  wiggle: {
    options:
      '-m!read -r!edit --replace!edit -p!edit --patch!edit -d!read --diff!read -x!read --extract!read -o:write --output:write -w -l -i -v -q -R -S -B:value',
    operands: 'read',
  },
})
