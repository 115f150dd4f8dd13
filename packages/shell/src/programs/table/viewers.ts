import type { RoleTable } from './table.ts'

/** Pagers and viewers. Most of them run commands that are typed, or given behind a `+`. */
export const viewers = (): RoleTable => ({
  xclip: {
    options:
      '-sel:value -selection:value -i -in -o -out -t:value -target:value -d:value -display:value -l:value -loops:value -f -filter -r -rmlastnl -silent -quiet -verbose',
    operands: 'read',
    longDash: true,
    anyOption: true,
  },
  xsel: { options: '-i -o -a -b -p -s -k -c -d -n -f -v -t:value --display:value', operands: 'value', anyOption: true },
  less: {
    language: 'commands',
    options:
      '-b:value -D:value -h:value -j:value -k:read -o:write -O:write -p:value -P:value -t:value -T:read -x:value -y:value -z:value -#:value --log-file:write --LOG-FILE:write --lesskey-file:read --lesskey-src:read --lesskey-content:code --pattern:value --prompt:value --tag:value --tag-file:read -N -S -R -r -F -X -n -i -I -M -m -e -E -s -f -c -d -g -G -L -q -Q -u -U -w -W -~ --quit-if-one-screen --no-init --RAW-CONTROL-CHARS --LINE-NUMBERS --chop-long-lines +/:value +0:value +1:value +2:value +3:value +4:value +5:value +6:value +7:value +8:value +9:value +:code',
    operands: 'read',
  },
  'more most pg': {
    language: 'commands',
    options: '-n:value -d -l -e -f -p -c -s -u -N -S -R -r -F -X -i -M -m -E -1 -t -v -w +:code --lines:value',
    operands: 'read',
  },
  'zless zmore lesspipe vimpager nvimpager moar ov tspin ccat mdless': {
    options: '+:code -o:write -c:code --cmd:code',
    language: 'commands',
    operands: 'read',
  },
  'bat batcat': {
    options:
      '-l:value --language:value -r:value --line-range:value -H:value --highlight-line:value -m:value --map-syntax:value --style:value --theme:value --color:value --decorations:value --italic-text:value --tabs:value --wrap:value --terminal-width:value --file-name:value --diff-context:value --paging:value --pager:shell --config-file:write --generate-config-file!write --ignored-suffix:value -p -n -A -P -f -d -u -S -s -L --plain --number --show-all --diff --list-languages --list-themes --no-pager --squeeze-blank --chop-long-lines --diagnostic --config-dir --cache-dir',
    operands: 'read',
  },
  'mdcat glow rich': {
    options:
      '-s:value --style:value -w:value --width:value --columns:value -o:write --export-html:write --export-svg:write --config:read',
    operands: 'page',
  },
  pygmentize: {
    options:
      '-o:write -l:value -f:value -O:value -P:value -F:value -S:value -a:value -s -v -g -x!unsafe -L:value -N:value -C -H:value --json',
    operands: 'read',
  },
  highlight: {
    options:
      '-i:read --input:read -o:write --output:write -d:write --outdir:write -O:value --out-format:value -S:value --syntax:value -s:value --style:value --plug-in:load --config-file:read --lang-def:read --add-config-dir:value -c:write --style-outfile:write -l -a -V -k:value -K:value -t:value -j:value --force --stdout',
    operands: 'read',
  },
  'source-highlight': {
    options:
      '-i:read --input:read -o:write --output:write --output-dir:write -s:value --src-lang:value -f:value --out-format:value --style-file:read --style-css-file:read --lang-def:read --outlang-def:read --header:read --footer:read --data-dir:value --ctags:shell --ctags-file:read -n -d -t:value -v -q',
    operands: 'read',
    longDash: true,
    harm: 'writes files',
  },
  'a2ps enscript': {
    options:
      '-o:write --output:write -p:write -P:value -d -E?value -M:value -r -R -B -f:value -F:value -X:value -b:value -t:value -U:value -j -q --quiet --stdin:value -1 -2 -l:value -L:value -T:value --font:value --include:read --filter-stdin:value -W?value --language:value -z:value -m --color',
    operands: 'read',
    harm: 'prints on paper',
  },
  man: {
    options:
      '-P:shell --pager:shell -H?shell --html?shell -C:read --config-file:read -M:value --manpath:value -s:value -S:value --sections:value -e:value --extension:value -L:value --locale:value -m:value --systems:value -r:value --prompt:value -p:value --preprocessor:value -R:value -E:value --encoding:value -T?value -B:shell -k -f -a -w -W -i -I -K -u -7 -X?value -Z -t --apropos --whatis --all --where --path --regex --wildcard --names-only --no-subpages --nh --nj',
    operands: 'read',
  },
  info: {
    options:
      '-f:read --file:read -o:write --output:write --dribble:write --restore:file --init-file:read -d:value --directory:value -n:value --node:value -k:value --apropos:value --index-search:value -a -O -w -R --subnodes --usage --show-options --where --location --vi-keys --all --raw-escapes',
    language: 'commands',
    operands: 'value',
  },
  lnav: {
    language: 'commands',
    options: '-c:code -f:file -d:write -e:shell -n -N -q -r -R -t -w:write -W -i:read -I:value -m -V -v',
    operands: 'read',
    harm: 'runs commands',
  },
  tig: { language: 'commands', options: '-C:enter +:code', operands: 'read', harm: 'runs commands' },
  'delta git-delta': {
    options:
      '--pager:shell --features:value --syntax-theme:value -w:value --width:value --file-style:value --diff-so-fancy --config:read',
    operands: 'read',
  },
  'fx jless': { operands: 'read value' },
  'visidata vd': {
    language: 'python',
    options:
      '-p:read --play:read -o:write --output:write --config:file -f:value --filetype:value -d:value --delimiter:value -b --batch --play-cmds:code --imports:value -N -r:value',
    operands: 'read',
    harm: 'runs code',
  },
  'hexedit hte bvi': {
    language: 'commands',
    options: '-c:code -f:file -b:value -e:value -s:value',
    operands: 'read',
    harm: 'changes files',
  },
  'w3m lynx links elinks': {
    language: 'commands',
    options:
      '-cfg:read -config:read -config-file:read -cmd_script:file -cmd_log:write -editor:shell -e:code -eval:code -o:value -T:value -cols:value -width:value -useragent:value -cookie_file:read -cookie_save_file:write -accept_all_cookies -dump -source -auth:say -post_data -get_data -remote:value -config-dir:value -session:value -http-proxy:url',
    operands: 'page',
    longDash: true,
    harm: 'reaches other machines',
  },
})
