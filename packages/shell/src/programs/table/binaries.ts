import type { RoleTable } from './table.ts'

/** Programs that look into other programs, libraries and images of disks. */
export const binaries = (): RoleTable => ({
  'readelf size addr2line otool dwarfdump': {
    plain: true,
    anyOption: true,
    options: '-e:read --exe:read -x:value -p:value --hex-dump:value --string-dump:value -t:value -b:value -j:value',
    operands: 'read',
  },
  'nm objdump': {
    options:
      '--plugin:load -b:value --target:value -m:value --architecture:value -M:value -j:value --section:value -E:value -t:value -f -h -x -d -D -s -S -t -T -r -R -p -P:value -a -g -G -l -C -w -z -n -u -A -o -B -v -e -W -F -i -H --disassemble --disassemble-all --all-headers --headers --syms --dynamic-syms --dynamic --demangle --defined-only --undefined-only --extern-only --print-size --size-sort --numeric-sort --source --line-numbers --no-show-raw-insn --start-address:value --stop-address:value --full-contents --reloc --private-headers',
    operands: 'read',
  },
  // It starts the program to see what it loads.
  ldd: {
    options: '-v -u -d -r --verbose --unused --data-relocs --function-relocs',
    operands: 'read',
    harm: 'may start the program it looks at',
  },
  'objcopy strip': {
    options:
      '-o:write -R:value -K:value -N:value -G:value -I:value -O:value -j:value -F:value -B:value --add-section:value --dump-section:value --update-section:value --redefine-syms:read --strip-symbols:read --keep-symbols:read --add-gnu-debuglink:read --only-section:value --remove-section:value --output-target:value --input-target:value',
    operands: 'edit write',
  },
  patchelf: {
    options:
      '--output:write --set-interpreter:value --set-rpath:value --add-needed:value --remove-needed:value --replace-needed:value,value --add-rpath:value --set-soname:value --page-size:value --rename-dynamic-symbols:read --print-interpreter!read --print-rpath!read --print-needed!read --print-soname!read --shrink-rpath --remove-rpath --force-rpath --no-default-lib --debug',
    operands: 'edit',
  },
  upx: { options: '-o:write -d -l!read -t!read --list!read --test!read', operands: 'edit' },
  'install_name_tool codesign_allocate': {
    options: '-id:value -change:value,value -rpath:value,value -add_rpath:value -delete_rpath:value',
    operands: 'edit',
    longDash: true,
  },
  lipo: {
    options:
      '-info -archs -detailed_info -verify_arch:value -output:write -o:write -create -thin:value -extract:value -remove:value -replace:value,read',
    operands: 'read',
    longDash: true,
  },
  'radare2 r2 rizin': {
    language: 'commands',
    options:
      '-c:code -C:url -i:file -I:file -q -Q -A -n -N -d -w!edit -a:value -b:value -e:value -p:read -P:read -r:file -R:file -s:value -m:value -k:value -l:load -L -v -x -X -0 -2 -B:value -D:value -F:value -H',
    operands: 'read',
    harm: 'runs commands of its own',
  },
  'rabin2 rafind2 binwalk foremost scalpel': {
    options:
      '-o:write --directory:write -C:write -D:shell --dd:shell -i:read -c:read -t:value -f:value -s:value -x:value -P:load',
    operands: 'read',
    harm: 'may unpack files',
  },
  'qemu-img': {
    commands: {
      'info check map measure': { options: '-f:value --output:value -U -T:value --image-opts', operands: 'read' },
      compare: { options: '-f:value -F:value -s -q -p', operands: 'read' },
      convert: {
        options: '-f:value -O:value -o:value -p -c -n -S:value -m:value -W -B:value -l:value -q',
        operands: 'read+ write',
      },
      create: { options: '-f:value -b:read -F:value -o:value -u -q', operands: 'write value' },
      'resize snapshot rebase commit amend': {
        options: '-f:value -b:read -F:value -c:value -d:value -a:value -l -p -u -q --shrink',
        operands: 'edit value',
      },
      dd: { options: 'if=:read of=:write bs=:value count=:value skip=:value -f:value -O:value', operands: 'value' },
    },
  },
  'debugfs e2image dumpe2fs': {
    language: 'commands',
    options: '-R:code -f:file -w!edit -c -b:value -s:value -d:read -D -i -h -x -r -a -p -Q -I',
    operands: 'read write',
    harm: 'looks into devices, and may write them',
  },
  'testdisk photorec extundelete': {
    options: '/d:write /log /cmd:value -o:write --restore-file:value',
    operands: 'read',
    harm: 'recovers and writes files',
  },
  ctags: {
    options:
      '-f:write -o:write -R --recurse --options:read -L:list --languages:value --exclude:value -a -e -n -u --fields:value --extras:value --tag-relative:value',
    operands: 'read',
    harm: 'writes an index',
  },
  cscope: { options: '-f:write -i:list -P:value -F:read -s:value -I:value', operands: 'read', harm: 'writes an index' },
  'gtags global': {
    options: '-f:list --file:list -C:enter --gtagsconf:read',
    operands: 'read',
    harm: 'writes an index',
  },
})
