import type { RoleTable } from './table.ts'

/** Programs that turn one document, image, sound or film into another. */
export const converting = (): RoleTable => ({
  iconv: {
    plain: true,
    options:
      '-f:value -t:value -o:write --from-code:value --to-code:value --output:write -l -c -s --list --silent --verbose --unicode-subst:value',
    operands: 'read',
  },
  recode: { options: '-d -f -i -l?value -q -v -t --touch --list?value --quiet --force', operands: 'value edit' },
  'dos2unix unix2dos mac2unix fromdos todos': {
    options:
      '-n!read --newfile!read -k -q -c:value --convmode:value -b -f -r -v -s -F -l -m -u -ascii -iso -850 -i?value --info?value --keepdate --quiet --force --keep-bom --remove-bom --allow-chown',
    operands: 'edit',
  },
  pandoc: {
    options:
      '-o:write --output:write -f:value --from:value -r:value --read:value -t:value --to:value -w:value --write:value -s --standalone --toc --toc-depth:value -V:value --variable:value -M:value --metadata:value --metadata-file:read --template:read -H:read --include-in-header:read -B:read --include-before-body:read -A:read --include-after-body:read -c:value --css:value --bibliography:read --csl:read --citeproc -F:shell --filter:shell -L:load --lua-filter:load --pdf-engine:shell --pdf-engine-opt:value --data-dir:value --reference-doc:read --syntax-definition:read --highlight-style:value --extract-media:write --log:write -d:read --defaults:read --wrap:value --columns:value --self-contained --embed-resources --resource-path:value --atx-headers -N --number-sections -i --print-default-template:value',
    operands: 'page',
  },
  'groff troff nroff': {
    options:
      '-T:value -m:value -M:value -f:value -F:value -o:value -r:value -d:value -w:value -W:value -n:value -P:value -L:value -I:value -K:value -D:value -U!unsafe -e -p -t -s -R -g -k -i -a -b -c -C -E -S -X -z -Z -N -l -V -G -j -x',
    operands: 'read',
  },
  'tidy html2text': {
    options: '-o:write -output:write -m!edit -modify!edit -f:write -file:write -config:read -w:value -wrap:value',
    operands: 'page',
    longDash: true,
  },
  'markdown cmark multimarkdown kramdown asciidoctor asciidoc': {
    language: 'commands',
    options:
      '-o:write --out-file:write -D:write --destination-dir:write -r:load --require:load -I:value -t:value --to:value -b:value --backend:value -a:code --attribute:code -T:value --template:read --load-path:value -f:read',
    operands: 'read',
  },
  'rst2html rst2latex docutils': {
    options:
      '--config:read --stylesheet:read --stylesheet-path:read --template:read --link-stylesheet --warnings:write --dump-settings',
    operands: 'read write',
  },
  'soffice libreoffice unoconv': {
    options:
      '--convert-to:value --outdir:write -o:write -f:value --infilter:value -env::value --headless -e:value --script-cat --cat --print-to-file -d:value',
    operands: 'open',
    longDash: true,
  },
  'pdftotext pdftohtml pdftoppm pdftops pdftocairo pdfimages': {
    options:
      '-f:value -l:value -r:value -x:value -y:value -W:value -H:value -enc:value -opw:value -upw:value -scale-to:value',
    operands: 'read write',
    longDash: true,
    harm: 'writes files',
  },
  'pdfinfo pdffonts pdfgrep pdfsig': {
    options: '-f:value -l:value -nssdir:value',
    operands: 'read',
    longDash: true,
  },
  'pdfunite pdfjam pdfcrop': {
    options: '-o:write --outfile:write --paper:value --nup:value',
    operands: 'read+ write',
  },
  qpdf: {
    options:
      '--password-file:read --job-json-file:read --copy-encryption:read --pages --replace-input!edit --json-output --overlay:read --underlay:read --add-attachment:read --qdf --check!read --show-npages!read --show-object:value --json!read --split-pages',
    operands: 'read write',
  },
  pdftk: { operands: 'read', options: 'output:value', harm: 'writes files' },
  'gs ghostscript': {
    language: 'unread',
    options:
      '-c:code -f:read -o:write -sOutputFile=:write -sDEVICE=:value -dNOSAFER!unsafe -r?value -g?value -q -sPAPERSIZE=:value -I:value -sstdout=:write -dBATCH -dNOPAUSE -dSAFER -d:value -sFONTPATH=:value -dPDFSETTINGS=:value -dCompatibilityLevel=:value -dFirstPage=:value -dLastPage=:value',
    operands: 'read',
    longDash: true,
    harm: 'writes files',
  },
  'ps2pdf ps2ps pdf2ps eps2eps': { operands: 'read write', harm: 'writes files' },
  dot: {
    options:
      '-o:write -O!write -T:value -K:value -G:value -N:value -E:value -l:value -n?value -s?value -y -v -x -P -q?value -c',
    operands: 'read',
  },
  'neato twopi circo fdp sfdp': {
    options: '-o:write -O!write -T:value -K:value -G:value -N:value -E:value -l:value -v -x',
    operands: 'read',
  },
  'plantuml mmdc d2': {
    options:
      '-o:write --output:write -i:read --input:read -c:read --configFile:read -p:read -C:read --cssFile:read -config:read -w:value -t:value --theme:value',
    operands: 'read write',
    harm: 'writes files',
  },
  gnuplot: {
    language: 'commands',
    options: '-e:code -p -persist -c:file -d -s',
    operands: 'file',
    stdin: 'code',
    longDash: true,
    harm: 'runs a script',
  },
  qrencode: {
    options:
      '-o:write --output:write -r:read --read-from:read -t:value --type:value -s:value --size:value -l:value --level:value -m:value --margin:value -d:value -S -8 -M -i -c -k -v:value',
    operands: 'value',
  },
  zbarimg: { operands: 'read' },
  tesseract: {
    options:
      '-l:value --psm:value --oem:value --dpi:value --tessdata-dir:value --user-words:read --user-patterns:read -c:value',
    operands: 'read write value',
  },
  exiftool: {
    options:
      '-o:write -w:write -W:write -@:list -config:load -if:value -p:read -d:value -r -a -u -s -S -G?value -n -b -json -j -csv -X -T -t -fast -ext:value -overwrite_original!edit -overwrite_original_in_place!edit -tagsFromFile:read -delete_original!edit -restore_original!edit -execute -stay_open:value -v -q -m -P -i:value -c:value',
    operands: 'read',
    longDash: true,
  },
})
