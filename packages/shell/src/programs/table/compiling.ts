import type { RoleTable } from './table.ts'

const WRITES = 'writes files'

const GNU =
  '-o:make -include:read -imacros:read -isystem:value -idirafter:value -iquote:value -I:value -L:value -l:value -D:value -U:value -x:value -T:read -MF:write -MT:value -MQ:value -Xlinker:value -Xpreprocessor:value -Xassembler:value -Xclang -specs:read -specs=:read -wrapper:shell -fplugin=:load -fpass-plugin=:load -fplugin-arg-:value -B*:load -dumpdir:value -aux-info:write -save-temps=:value --sysroot:value -isysroot:value -target:value --target:value -arch:value -u:value -z:value -Wl,:value -Wa,:value -Wp,:value -std=:value -march=:value -mtune=:value -fuse-ld=:value --config:read -working-directory:enter -serialize-diagnostics:write --serialize-diagnostics:write -index-store-path:write -fdebug-prefix-map=:value -load!unsafe -c -S -E -g -v -w -s -static -shared -pipe -pthread -fPIC -dumpversion -dumpmachine @:read'

/** Compilers, linkers, assemblers and what checks their sources. */
export const compiling = (): RoleTable => ({
  'gcc g++ cc c++ clang clang++ gfortran emcc tcc nvcc': {
    options: `${GNU} -ccbin:shell --compiler-bindir:shell -run:file`,
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  cpp: { options: GNU, operands: 'read write', longDash: true },
  ld: {
    options:
      '-o:make -T:read --script:read -plugin:load --plugin:load -plugin-opt:value -plugin-opt=:value -Map:write -Map=:write --out-implib:write --dependency-file:write -L:value -l:value -m:value -e:value -z:value -rpath:value -soname:value --version-script:read --dynamic-list:read --retain-symbols-file:read --just-symbols:read -R:read -run:argv --run:argv -r -s -S -static -shared -Bstatic -Bdynamic -x -X -v -E -dynamic-linker:value @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  'as nasm yasm': {
    options:
      '-o:make -f:value -F:value -l:write -M -MD:write -MF:write -MT:value -E -e -a -I:value -i:value -P:read -p:read -D:value -d:value -U:value -g -w?value -W?value -X:value -s -Z:write --defsym:value --32 --64 -march=:value -O?value',
    operands: 'read write',
    longDash: true,
    harm: WRITES,
  },
  'clang-format': {
    options:
      '-i!edit --style:value -style:value -style=:value --style=:value --assume-filename:value -assume-filename:value --fallback-style:value --lines:value -lines:value --offset:value --length:value -n --dry-run!read --Werror --verbose --dump-config --sort-includes --cursor:value --files:list',
    operands: 'read',
    longDash: true,
  },
  'clang-tidy': {
    options:
      '-load:load --load:load -load=:load --fix!edit -fix!edit --fix-errors!edit -fix-errors!edit --export-fixes:write -export-fixes:write -export-fixes=:write -p:value --checks:value -checks:value -checks=:value --config:value -config:value --config-file:read --header-filter:value --warnings-as-errors:value --quiet --list-checks --extra-arg:value --vfsoverlay:read --plugin-load:load',
    operands: 'read',
    longDash: true,
    harm: 'may run code of the project',
  },
  cppcheck: {
    options:
      '--output-file:write --addon:load --rule-file:read --library:read --project:read --suppressions-list:read --file-list:list --includes-file:read --include:read --cppcheck-build-dir:make --dump!edit --plist-output:make --checkers-report:write --clang?program --addon-python:program -I:value -D:value -U:value -i:value -j:value --enable:value --std:value --language:value --suppress:value --template:value --platform:value --xml --quiet -q -v --force -f --inline-suppr --error-exitcode:value --rule:value --max-configs:value',
    operands: 'read',
  },
  rustc: {
    options:
      '-o:make --out-dir:make -C:setting --codegen:setting --emit:value --crate-name:value --crate-type:value --edition:value -L:value -l:value --extern:value --target:value --cfg:value --print:value --explain:value -A:value -W:value -D:value -F:value -Z:value --sysroot:value --cap-lints:value --remap-path-prefix:value --error-format:value --color:value --json:value -O -g -v --test --verbose @:read',
    operands: 'read',
    harm: WRITES,
  },
  rustdoc: {
    options:
      '-o:make --out-dir:make --output:make --runtool:program --runtool-arg:value --test-builder:program -C:setting -L:value --extern:value --edition:value --crate-name:value --html-in-header:read --html-before-content:read --html-after-content:read --markdown-css:value --extend-css:read -e:read --theme:read --index-page:read --test --test-args:value --persist-doctests:make -v @:read',
    operands: 'read',
    harm: WRITES,
  },
  rustfmt: {
    options:
      '--check!read --emit:value --config:value --config-path:read --edition:value --print-config:value -l -v -q --backup',
    operands: 'edit',
  },
  'gofmt goimports': {
    options: '-w!edit -l -d -s -e -r:value -cpuprofile:write -local:value -format-only -srcdir:value',
    operands: 'read',
    longDash: true,
  },
  javac: {
    options:
      '-d:make -s:make -h:make -cp:value -classpath:value --class-path:value -sourcepath:value --source-path:value -processor:value -processorpath:load --processor-path:load --processor-module-path:load -Xplugin::value --module-path:value -p:value --release:value -source:value -target:value -encoding:value -g -nowarn -verbose -deprecation -parameters -proc::value -Xlint::value -J:value -A:value --add-modules:value --add-exports:value -implicit::value -Werror @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  java: {
    options:
      '-javaagent::load -agentpath::load -agentlib::value -Xbootclasspath/a::load -Xrun:value -XX:OnOutOfMemoryError=:shell -XX:OnError=:shell -XX:Flags=:read -XX:VMOptionsFile=:read -XX:HeapDumpPath=:write -XX:ErrorFile=:write -XX:LogFile=:write -Xlog::value -Xloggc::write -cp:value -classpath:value --class-path:value -p:value --module-path:value -m:value --module:value --add-modules:value --add-opens:value --source:value -jar:value -D:value -version -showversion -X --version --enable-preview @:read',
    operands: 'value',
    longDash: true,
    harm: 'runs a program',
  },
  jar: {
    options:
      '-f:edit --file:edit -C:enter -m:read --manifest:read -d:make --dest:make --output:make --input:read --resource-dir:read --license-file:read --main-jar:value --main-class:value -e:value --main-class:value -c -x -t -u -v -0 -M -i:edit -n:value --name:value --type:value --create --extract --list --update --verbose --module-path:value --add-modules:value',
    operands: 'value edit read',
    harm: 'packs and unpacks files',
  },
  javadoc: {
    options:
      '-d:make -overview:read -stylesheetfile:read --main-stylesheet:read -doclet:value -docletpath:load -taglet:value -tagletpath:load -cp:value -classpath:value --class-path:value -sourcepath:value -subpackages:value -exclude:value -encoding:value -link:value -linkoffline:value,value -doctitle:value -windowtitle:value -header:value -quiet -public -private -Xdoclint::value -J:value @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  'scalac groovyc': {
    options:
      '-d:make -cp:value -classpath:value -sourcepath:value -Xplugin::load -Xplugin:load -P::value -toolcp:value -encoding:value -target::value -release:value -j -e --configscript:load -D:value -J:value @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  'csc mcs': {
    options:
      '-out::make /out::write -doc::write /doc::write -r::value -reference::value -analyzer::load /analyzer::load -a::load -target::value -t::value -recurse::value -resource::read -res::read -win32res::read -keyfile::value -errorlog::write -pdb::write -generatedfilesout::make -nologo -debug -optimize -unsafe @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  'dotnet msbuild': {
    options:
      '-logger::load /logger::load -l::load -o:make --output:make -c:value --configuration:value -f:value --framework:value -r:value --runtime:value -p::setting -property::setting /p::setting --artifacts-path:make --results-directory:make --settings:read -s:value --additional-deps:read --additionalprobingpath:value --depsfile:read --runtimeconfig:read --collect:value -bl::write -binaryLogger::write -distributedlogger::load -t::value -v::value -v:value --verbosity:value -m -nologo --nologo --no-restore --no-build --project:value --roll-forward:value --filter:value --launch-profile:value -fl -flp::value',
    operands: 'value read',
    longDash: true,
    harm: 'runs code of the project',
  },
  'ocamlc ocamlopt ocamlfind': {
    options:
      '-o:make -pp:shell -ppx:shell -I:value -c -g -a -i -w:value -package:value -linkpkg -syntax:value -thread -cc:shell -ccopt:value -cclib:value -plugin:load -intf:read -impl:read -dsource -verbose -custom -output-obj -predicates:value -ppopt:value -ppxopt:value -use-ocamlfind -build-dir:make -cflags:value -lflags:value -r -j:value',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  swiftc: {
    options:
      '-o:make -emit-module-path:write -load-plugin-library:load -load-plugin-executable:load -plugin-path:load -external-plugin-path:load -tools-directory:value -ld-path=:program -sdk:value -target:value -I:value -L:value -F:value -D:value -l:value -module-name:value -Xcc:value -Xlinker:value -Xfrontend:value -output-file-map:read -emit-executable -emit-library -emit-module -O -Onone -g -parse -typecheck -v @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  zig: {
    options:
      '-femit-bin=:make -femit-h=:write -femit-docs=:write -femit-asm=:write --cache-dir:make --global-cache-dir:make --zig-lib-dir:value --libc:read -target:value -O:value -D:value --test-cmd:argv --name:value --prefix:make -p:make --build-file:read --test-filter:value -I:value -L:value -l:value --script:read -T:read -lc',
    operands: 'value read',
    longDash: true,
    harm: 'runs code of the project',
  },
  'dmd ldc2': {
    options:
      '-of=:make -of:make -od=:make -od:make -Df=:write -Dd=:make -Hf=:write -Hd=:make -Xf=:write -conf=:read -I=:value -J=:value -L=:value -run:file -c -release -debug -unittest -g -O -inline -deps=:write -map:write -cache=:make -gcc=:program -linker=:program @:read',
    operands: 'read',
    longDash: true,
    harm: WRITES,
  },
  fpc: {
    options:
      '-o?make -FE?make -FU?make -Fu?value -Fi?value -Fl?value -FD?value -Fe?write -XP?value -d?value -g -O?value -M?value -v?value -B -Cr -S?value -T?value @:read',
    operands: 'read',
    harm: WRITES,
  },
  'erlc elixirc luac': {
    options:
      '-o:make -I:value -pa:value -pz:value -D:value -W?value -l -p -s -b:value -M?value --ignore-module-conflict --no-docs --no-debug-info',
    operands: 'read',
    harm: WRITES,
  },
  v: {
    options: '-o:make -cc:program -cflags:value -prod -g -shared -os:value -b:value -d:value -path:value -gc:value',
    operands: 'value read',
    longDash: true,
    harm: 'runs code',
  },
  'wat2wasm wasm2wat': {
    options: '-o:make --output:write -O -Os -Oz -O3 -v --enable-all -g --debug-names --emit-text -S --no-check',
    operands: 'read',
    longDash: true,
  },
  solc: {
    options:
      '-o:make --output-dir:make --base-path:value --include-path:value --allow-paths:value --standard-json?read --bin --abi --asm --optimize --overwrite --combined-json:value --evm-version:value --metadata --hashes --yul --link --libraries:value',
    operands: 'read',
  },
  'sass lessc': {
    options:
      '-I:value --load-path:value --include-path:value --plugin:load --importer:load --functions:load --require:load -r:load -u:load --use:load -o:make --output:write -d:make --dir:make --base:value -i:read --input:read -c:load --config:load -s:value --style:value --source-map?value --global-var:value --modify-var:value --js --watch -w --minify -m --no-source-map --stdin -t:value',
    operands: 'read write',
  },
  stylus: {
    options:
      '-u:load --use:load -o:make --out:make -I:value --include:value --import:read -p!read --print!read -w -c -m -f -l -d --watch --compress --sourcemap --with:value -C:read --css:read -P:value --prefix:value -U -r',
    operands: 'read',
    harm: WRITES,
  },
  'bibtex biber makeindex': {
    options:
      '-o:make -O:write --output-file:write --output-directory:make -t:write --logfile:write -s:read -p:value -min-crossrefs=:value -terse --configfile:read -l:value -d:value -L:value -C:value -M:read -q -c -g -i -r --input-directory:value --validate-datamodel --tool',
    operands: 'read',
    harm: WRITES,
  },
  tectonic: {
    options:
      '-o:make --outdir:make -r:value --reruns:value -b:value --bundle:value -f:value --format:value --makefile-rules:write --outfmt:value --pass:value -Z:value -w:url -k -p -c:value --keep-logs --keep-intermediates --synctex --print -X',
    operands: 'read',
    harm: WRITES,
  },
  typst: {
    options:
      '--root:value --input:value --font-path:value --package-path:value --package-cache-path:value --make-deps:write --deps:write --color:value --timings?write --open?program -f:value --format:value --ppi:value --pages:value',
    commands: {
      'compile c watch w': 'read write',
      'query eval': 'read value',
      'fonts update help info': 'value',
      init: 'value make',
    },
  },
})
