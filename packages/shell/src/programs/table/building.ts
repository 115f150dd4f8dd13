import type { RoleTable } from './table.ts'

const RUNS = 'runs code of the project'

/** Build tools. What their files say is read elsewhere; here is what their options and words say. */
export const building = (): RoleTable => ({
  'make gmake bmake': {
    language: 'unread',
    options:
      '-f:read --file:read --makefile:read -C:enter --directory:enter -I:value --include-dir:value -j?value --jobs?value -l?value --load-average?value -o:value --old-file:value -W:value --what-if:value -O?value --eval:value -E:value -n -s -k -B -i -q -r -R -p -d -t -w -e -S -v --dry-run --silent --quiet --always-make --keep-going --no-print-directory --trace --touch --debug?value',
    operands: 'setting',
    harm: RUNS,
  },
  cmake: {
    options:
      '-S:value -B:make -G:value -A:value -T:value -C:file -D:setting -D*:setting -U:value -P:file -N -L -LA -LAH -W:value --build:enter --target:value --config:value --parallel?value -j?value --install:value --prefix:make --component:value --preset:value --toolchain:read --install-prefix:value --log-level:value --trace --debug-output --graphviz:write --profiling-output:write --help-command:value --help-module:value --help-variable:value --find-package --fresh --open:value --clean-first --verbose -v',
    language: 'unread',
    commands: {
      '-E': {
        commands: {
          'cat sha256sum md5sum sha1sum sha512sum compare_files': 'read',
          'rm remove': { options: '-r!remove -R!remove -f -rf!remove -fr!remove -Rf!remove', operands: 'delete' },
          remove_directory: 'remove',
          'copy copy_if_different copy_if_newer': { options: '-t:write', operands: 'from+ to' },
          'copy_directory copy_directory_if_different': 'from+ to',
          rename: 'edit write',
          'make_directory touch touch_nocreate': 'make',
          'create_symlink create_hardlink': 'read write',
          'env time': 'argv',
          chdir: 'enter argv',
          tar: { operands: 'value edit read' },
          'echo echo_append sleep true false capabilities environment server help': 'value',
        },
      },
      '*': 'value',
    },
    longDash: true,
    harm: RUNS,
  },
  ctest: {
    options:
      '-C:value --build-config:value -j?value --parallel?value -O:write --output-log:write --output-junit:write -R:value -E:value -L:value -LE:value -S:file -SP:file -D:value -M:value -T:value --test-dir:enter --timeout:value --test-command:argv --build-and-test:value,value --build-generator:value --build-makeprogram:program --build-options:value --resource-spec-file:read -V -VV -N --output-on-failure --rerun-failed --repeat:value --preset:value --stop-on-failure',
    operands: 'value',
    longDash: true,
    harm: RUNS,
  },
  cpack: {
    options:
      '-G:value -C:value -D*:setting --config:file -B:make -P:value -R:value --vendor:value --preset:value -V --debug --verbose',
    operands: 'value',
    longDash: true,
    harm: 'packs the project',
  },
  ninja: {
    options: '-C:enter -f:read -j:value -k:value -l:value -d:value -w:value -t:value -n -v --verbose --quiet',
    operands: 'value',
    harm: RUNS,
  },
  meson: {
    options: '--version',
    commands: {
      'setup configure': {
        options:
          '-D*:setting --prefix:make --buildtype:value --native-file:read --cross-file:read --reconfigure --wipe --default-library:value --backend:value',
        operands: 'make value',
      },
      devenv: { options: '-C:enter --workdir:enter --dump?write', operands: 'argv' },
      test: {
        options:
          '-C:enter --wrapper:shell --wrap:shell --gdb-path:program -j:value -t:value --suite:value -v --repeat:value --test-args:value',
        operands: 'value',
      },
      'compile install introspect dist init rewrite wrap subprojects help': {
        options: '-C:enter --destdir:make -j:value --ninja-args:value',
        operands: 'value',
      },
    },
    harm: RUNS,
  },
  'bazel bazelisk buck2': {
    options:
      '--run_under:shell --script_path:write --output_base:make --output_user_root:make --bazelrc:read --override_repository:value --workspace_status_command:shell --shell_executable:program --host_jvm_args:value --build_event_json_file:write --build_event_text_file:write --profile:write --symlink_prefix:value --embed_label:value -c:value --config:value --test_filter:value --wrapper:shell --out:write --credential_helper:program --python_path:program',
    operands: 'value',
    harm: RUNS,
  },
  gradle: {
    options:
      '-I:load --init-script:load -b:read --build-file:read -c:read --settings-file:read -p:enter --project-dir:enter -g:make --gradle-user-home:make --project-cache-dir:make -D:setting -P:setting -x:value --exclude-task:value --include-build:value --tests:value -q -i -d -s -S --no-daemon --stop --offline --parallel --daemon --info --stacktrace --scan --continue --warning-mode:value --console:value',
    operands: 'value',
    harm: RUNS,
  },
  mvn: {
    options:
      '-D*:setting -f:read --file:read -s:read --settings:read -gs:read --global-settings:read -t:read --toolchains:read -l:write --log-file:write -pl:value --projects:value -P:value --activate-profiles:value -T:value --threads:value -rf:value --resume-from:value -am -amd -q -X -e -U -o -B -N -V -ntp -C -fae -ff -fn',
    operands: 'value',
    longDash: true,
    harm: RUNS,
  },
  ant: {
    options:
      '-f:read -file:read -buildfile:read -lib:load -logger:value -listener:value -logfile:write -l:write -D*:setting -propertyfile:read -inputhandler:value -find?value -s?value -main:value -q -quiet -v -verbose -d -debug -e -k -p -projecthelp',
    operands: 'value',
    longDash: true,
    harm: RUNS,
  },
  sbt: {
    language: 'commands',
    options:
      '-D?value -J?value --java-home:value -java-home:value --sbt-boot:value -sbt-boot:value --addPluginSbtFile:load -client --client -v -d --error --warn --info',
    operands: 'code',
    stdin: 'code',
    longDash: true,
    harm: RUNS,
  },
  rake: {
    language: 'ruby',
    options:
      '-e:code --execute:code -E:code --execute-continue:code -p:code --execute-print:code -r:load --require:load -f:read --rakefile:read -I:value --libdir:value -R:value --rakelibdir:value -C:enter --directory:enter -T?value -P -D?value -n -t -v -q -s -N -A -W?value -j?value -m --tasks --dry-run --trace --verbose --quiet --silent --prereqs --all',
    operands: 'value',
    harm: RUNS,
  },
  just: {
    options:
      '--shell:program --shell-arg:value -c:argv --command:argv -f:read --justfile:read -d:enter --working-directory:enter --set:value,value --dotenv-path:read --dotenv-filename:value -E:read --chooser:shell --color:value --tempdir:make --cygpath:program -l -n -q -v -u --list --summary --show:value -s:value --dump --evaluate --fmt!edit --unstable --choose --dry-run -e --edit --init!edit --variables --groups --completions:value',
    operands: 'setting',
    harm: RUNS,
  },
  'task go-task': {
    options:
      '-t:read --taskfile:read -d:enter --dir:enter -o:value --output:value -I:value --interval:value -C:value --concurrency:value -l -a -s -v -f -n -w -p -i -x -g -y --list --list-all --silent --verbose --force --dry --watch --parallel --init!edit --summary --status --global --json --sort:value',
    operands: 'setting',
    harm: RUNS,
  },
  mage: {
    options:
      '-compile:make -d:enter -w:enter -f -h -l -t:value -v -debug -init!edit -clean -goos:value -goarch:value -gocmd:program -ldflags:value -keep',
    operands: 'value',
    longDash: true,
    harm: RUNS,
  },
  invoke: {
    options:
      '-c:value --collection:value -r:enter --search-root:enter -f:read --config:read -e -D:value -d -p -l?value -w -T:value --list?value --prompt-for-sudo-password --echo --warn-only --hide:value',
    operands: 'value',
    harm: RUNS,
  },
  scons: {
    options:
      '-f:read --file:read --makefile:read --sconstruct:read -C:enter --directory:enter -D -u -U -c --clean -j:value --jobs:value --site-dir:value -I:value --profile:write --cache-debug:write --debug:value -Q -s -n -k -i -q --tree:value',
    operands: 'setting',
    harm: RUNS,
  },
  waf: {
    anyOption: true,
    options:
      '--prefix:make --destdir:make -o:make --out:make -t:value --top:value -j:value -v -k -p --targets:value --tools:value',
    operands: 'value',
    harm: RUNS,
  },
  xmake: {
    options: '-P:enter -F:read -y -v -D -q --root --file:read --project:enter',
    commands: {
      'lua l': { language: 'unread', operands: 'argv' },
      'f config': {
        options: '-c -m:value -a:value -p:value -o:make --cc:program --cxx:program --ld:program --toolchain:value',
        operands: 'value',
      },
      '*': 'value',
    },
    harm: RUNS,
  },
  premake5: {
    options:
      '--file:read --out:make --scripts:value --os:value --cc:value --fatal --insecure --verbose --systemscript:load',
    operands: 'value',
    harm: RUNS,
  },
  qmake: {
    options:
      '-o:make -r -recursive -spec:value -set:value,value -unset:value -query?value -project -makefile -after -early -tp:value -t:value -config:value -d -nocache -cache:read',
    operands: 'setting',
    longDash: true,
    harm: 'writes a Makefile',
  },
  'autoreconf autoconf': {
    options:
      '-o:make --output:write -B:value --prepend-include:value -I:value --include:read -W:value --warnings:value -l:value --language:value -t:value --trace:value -t:value --melt -f -i -s -v -d -m -C:value --cache:make --force --install --symlink --verbose --add-missing --foreign',
    operands: 'read',
    harm: 'writes files',
  },
  'yacc bison': {
    options:
      '-o:make --output:write -b:value --file-prefix:value -p:value --name-prefix:value -d -y -v -t -l -r:value -k -g?write -x?write -S:read --skeleton:read -L:value --language:value --graph?write --html?write --xml?write --report:value --report-file:write --header?write --defines?write -W?value -H?write -D:value -F:value -u',
    operands: 'read',
    harm: 'writes files',
  },
  flex: {
    options:
      '-o:make --outfile:write --outfile?write -t --stdout --header-file?write --tables-file?write --backup-file?write -S:read -P:value --prefix:value -d -i -s -l -f -F -B -I -L -p -v -C?value -+ -b',
    operands: 'read',
    harm: 'writes files',
  },
  're2c swig gperf': {
    options:
      '-o:make --output:write --output-file:write -oh:write -outdir:make -t:write --type-header:write -I:value -i -b -c -d -D -e -f -g -u -w -s -r -v -x -python -java -ruby -perl5 -php -go -javascript -node -c++ -module:value -N:value -L:value -K:value -Z:value -W:value -k:value -m:value -C -E -l -G --language:value',
    operands: 'read',
    longDash: true,
  },
  'ccache sccache distcc': {
    options:
      '-s --show-stats --show-hosts -z --zero-stats -C --clear -c --cleanup -M:value -F:value -o:value -p --start-server --stop-server --show-adv-stats -x -d:value --dir:value --get-config:value --set-config:value -j --scan-includes',
    operands: 'argv',
  },
  'bear scan-build checkinstall': {
    options:
      '-o:make --output:write --cdb:write --config:read --append -a -v --verbose --use-cc:program --use-c++:program --keep-empty -k --status-bugs -plist -html -enable-checker:value -disable-checker:value -load-plugin:load -D -y --pkgname:value --pkgversion:value --install:value --default',
    operands: 'argv',
    longDash: true,
  },
  'install-info': {
    options:
      '--dir-file:write --info-file:read --info-dir:make --delete --remove --section:value --entry:value --test!nothing --quiet --silent --keep-old --debug',
    operands: 'read write',
  },
})
