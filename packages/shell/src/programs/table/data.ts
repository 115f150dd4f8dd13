import type { RoleTable } from './table.ts'

/** Programs that query and convert structured data. */
export const data = (): RoleTable => ({
  'jq gojq jaq': {
    plain: true,
    anyOption: true,
    options:
      '-f:patterns --from-file:patterns -L:value --arg:value,value --argjson:value,value --slurpfile:value,read --rawfile:value,read --indent:value --seq --stream --args --jsonargs -i!edit --in-place!edit',
    operands: 'pattern read',
  },
  yq: {
    options:
      '-o:value --output-format:value -p:value --input-format:value -P --prettyPrint -I:value --indent:value -i!edit --inplace!edit --in-place!edit -s:write --split-exp:write --split-exp-file:read --from-file:patterns -n --null-input -r --unwrapScalar -C --colors -M --no-colors -e --exit-status -N --no-doc -0 -j --tojson -y -Y -x -t -T --security-enable-system-operator!unsafe --arg:value,value --argjson:value,value --slurpfile:value,read --rawfile:value,read -f:value --front-matter:value --expression:pattern -c -S',
    commands: {
      'eval e eval-all ea': { operands: 'pattern read' },
      'shell-completion completion help': 'value',
      '*': { operands: 'pattern read' },
    },
  },
  dasel: {
    options:
      '-f:read --file:read -r:value --read:value -w:value --write:value -o:write --out:write -s:value --selector:value -p:value -t:value -v:value -c --compact --pretty',
    commands: {
      'select completion validate man': 'value',
      'put delete': { options: '-f:edit --file:edit', operands: 'value' },
      '*': 'value',
    },
  },
  'xsv qsv': {
    options:
      '-o:write --output:write -d:value --delimiter:value -s:value --select:value -n --no-headers -N:value -R -l:value -i -j:value -v',
    commands: {
      'count headers stats frequency flatten table sample fixlengths fmt input cat slice sort reverse': 'read',
      'select search': 'pattern read',
      join: 'value read value read',
      index: 'edit',
      'split partition': { options: '--filename:value', operands: 'write read' },
    },
  },
  'csvcut csvgrep csvlook csvstat csvsort csvjson csvstack csvformat csvjoin': {
    options:
      '-d:value --delimiter:value -q:value -e:value --encoding:value -c:value --columns:value -C:value -m:value --match:value -r:value --regex:value -f:read --file:read -i -I -n -l -H -v -x -k:value -g:value -y:value -u:value -t -S -K:value --names --maxfieldsize:value -D:value -T -N:value',
    operands: 'read',
  },
  csvclean: { options: '-n!read --dry-run!read -d:value -e:value -H -l -a', operands: 'read', harm: 'writes files' },
  csvsql: {
    language: 'sql',
    options:
      '--query:code --db:value --insert --tables:value --before-insert:code --after-insert:code -i:value --dialect:value -d:value -e:value --no-constraints --overwrite --no-create --db-schema:value -y:value -I -S -H',
    operands: 'read',
    harm: 'may change a database',
  },
  in2csv: {
    options:
      '-f:value --format:value -s:read --schema:read -k:value --sheet:value --write-sheets!write -d:value -n --names -H -I -K:value -e:value',
    operands: 'read',
  },
  'mlr miller': {
    options:
      '--icsv --ojson --ijson --ocsv --csv --json --tsv --c2p --c2j --j2c --opprint --from:read --ofmt:value --ifs:value --ofs:value --fs:value -n -I!edit --prepipe:shell --prepipex:shell --load:read --mload:read --ixtab --oxtab --implicit-csv-header --headerless-csv-output -s:read',
    operands: 'value read',
    harm: 'may write files and run programs',
  },
  'htmlq pup xq tq': {
    options:
      '-f:read --file:read --filename:read -o:write --output:write -t --text -a:value --attribute:value -p -B -c -i:value --color -n -q:value -r -x:value',
    operands: 'pattern read',
  },
  xmllint: {
    options:
      '--xpath:pattern --schema:read --relaxng:read --schematron:read --dtdvalid:read --output:write -o:write --c14n --format --noout --html --shell!unsafe --recover --nonet --encode:value --pattern:value --path:value --catalogs --stream --pretty:value --huge --debug --quiet',
    operands: 'read',
  },
  xmlstarlet: {
    options: '--help --version',
    commands: {
      'ed edit': {
        options:
          '-L!edit --inplace!edit -u:value -v:value -d:value -i:value -a:value -s:value -t:value -n:value -N:value -P -S',
        operands: 'read',
      },
      'sel select': {
        options: '-t -v:value -m:value -n -o:value -c:value -i:value -N:value -T -B --net',
        operands: 'read',
      },
      'val fo el c14n pyx ls validate format elements': {
        anyOption: true,
        options: '-d:read -s:read -r:read',
        operands: 'read',
      },
      'tr transform': { options: '-s:value -p:value --xinclude', operands: 'read' },
    },
  },
  'xsltproc saxon xalan': {
    options:
      '-o:write --output:write --param:value,value --stringparam:value,value --path:value --maxdepth:value --writesubtree:write --encoding:value --xinclude --nonet --noout --novalid --profile -s:read -xsl:read',
    operands: 'read',
    harm: 'may write files',
  },
  'sqlformat sql-formatter pgformatter': {
    options: '-o:write --outfile:write --output:write -c:read --config:read -l:value --language:value',
    operands: 'read',
  },
  protoc: {
    options:
      '-I:value --proto_path:value --plugin:load -o:write --descriptor_set_out:write --descriptor_set_in:read --dependency_out:write --cpp_out:write --java_out:write --python_out:write --js_out:write --go_out:write --ruby_out:write --php_out:write --csharp_out:write --kotlin_out:write --objc_out:write --rust_out:write --pyi_out:write --grpc_out:write --go-grpc_out:write --ts_out:write --doc_out:write --encode:value --decode:value --decode_raw',
    operands: 'read',
  },
  'json_pp json_reformat json_verify jsonlint yamllint': {
    options: '-f:value -t:value -i!edit --in-place!edit -c:read -d:value',
    operands: 'read',
  },
  // In place, unless an option names the file it writes.
  plutil: {
    options: '-o:write!read -e:value -expect:value -lint -p -help -s -r -n',
    commands: {
      '-convert': 'value edit',
      '-insert -replace': {
        options:
          '-xml:value -json:value -string:value -bool:value -integer:value -float:value -date:value -data:value -dictionary -array -append',
        operands: 'value edit',
      },
      '-remove': 'value edit',
      '-create': 'value write',
      '-extract': 'value value read',
      '-type': 'value read',
      '*': 'read',
    },
    longDash: true,
  },
})
