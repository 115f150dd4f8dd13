import type { RoleTable } from './table.ts'

const RUNS = 'runs code of the project'

/** Linters, formatters, test runners, bundlers and generators of documents. What they load is code. */
export const checking = (): RoleTable => ({
  eslint: {
    options:
      '-c:load --config:load --rulesdir:load --resolve-plugins-relative-to:load --parser:load --plugin:load -f:load --format:load -o:write --output-file:write --ext:value --rule:value --env:value --ignore-path:read --ignore-pattern:value --cache-location:write --cache-file:write --fix!tidy --fix-dry-run --fix-type:value --max-warnings:value --stdin --stdin-filename:value --quiet --no-eslintrc --cache --print-config:value --init --debug --color --global:value --flag:value --concurrency:value',
    operands: 'look',
    harm: RUNS,
  },
  prettier: {
    options:
      '--plugin:load --plugin-search-dir:load --config:load --ignore-path:read --write!tidy -w!tidy --check!look -c!look -l!look --list-different!look --find-config-path:value --stdin-filepath:value --parser:value --tab-width:value --print-width:value --single-quote --no-semi --trailing-comma:value --prose-wrap:value --log-level:value --cache --cache-location:write --no-config --support-info -u --end-of-line:value',
    operands: 'read',
    harm: RUNS,
  },
  'jest vitest ava tap mocha': {
    options:
      '-c:load --config:load --configFile:load --globalSetup:load --globalTeardown:load --setupFiles:load --setupFilesAfterEnv:load --setupFile:load --testEnvironment:load --environment:load --runner:load --testRunner:load --transform:value --resolver:load --reporters:load --reporter:load --reporter-option:value -r:load --require:load --import:load --loader:load --file:read --outputFile:write --coverageDirectory:make --output:write -o --before:load --after:load --testResultsProcessor:load --rootDir:enter --root:enter --dir:value -t:pattern --testNamePattern:pattern -g:pattern --grep:pattern -f:pattern --fgrep:pattern -i --timeout:value -w --watch --watchAll --coverage --json --ci --bail --run -u --updateSnapshot --maxWorkers:value --project:value --ui:value --spec:value --extension:value --recursive --exit --parallel --jobs:value -j:value --ignore:value --test-env:value --node-arg:value',
    operands: 'look',
    harm: RUNS,
  },
  'playwright cypress karma': {
    options:
      '-c:load --config:value --config-file:load --reporter:load --output:make --global-timeout:value --grep:pattern -g:pattern --project:value -p:value --browser:shell -b:shell --spec:read -s:value --load-storage:read --save-storage:write --save-har:write --trace:value --headed --debug --ui --workers:value -j:value -x --shard:value --env:value --record --key:say --browsers:value --reporters:value --single-run',
    commands: {
      'screenshot pdf': 'url write',
      'codegen open cr ff wk': { options: '-o:write --output:write --target:value', operands: 'url' },
      'show-report show-trace merge-reports': 'read',
      start: 'load',
      '*': 'value',
    },
    harm: RUNS,
  },
  'nyc c8': {
    options:
      '-r:load --require:load -i:load --import:load -o:make --reports-dir:make --report-dir:make --temp-dir:make -t:make --temp-directory:make --reporter:load --nycrc-path:read --cwd:enter -n:value --include:value -x:value --exclude:value --src:value --check-coverage --lines:value --branches:value --functions:value --statements:value --all -a --silent -s',
    operands: 'argv',
  },
  tsc: {
    options:
      '--outFile:write --outDir:make --declarationDir:make --tsBuildInfoFile:write --generateTrace:make --generateCpuProfile:write --rootDir:value --baseUrl:value -p:read --project:read -b --build --target:value -t:value --module:value -m:value --lib:value --jsx:value --moduleResolution:value --types:value --typeRoots:value --noEmit -w --watch --strict --declaration -d --listFiles --init!edit -v --showConfig --skipLibCheck --pretty --incremental --noEmitOnError @:read',
    operands: 'read',
  },
  'webpack vite rollup parcel': {
    options:
      '-c:load --config:load --config-file:load -o:make --output-path:make --output:make --outDir:make --dist-dir:make --dir:make -d:make --file:write -p:load --plugin:load --require:load -r:load --json?write --cache-dir:make --mode:value -m:value --base:value --port:value --host?value --entry:value -i:value --input:value -f:value --format:value --external:value -e:value --target:value -t:value --watch -w --sourcemap --minify --env:value -n:value --name:value --public-url:value --progress --analyze --ssr?value --emptyOutDir --manifest?value',
    operands: 'read',
    harm: RUNS,
  },
  esbuild: {
    options:
      '--outfile:write --outdir:make --metafile:write --outbase:value --bundle --minify --sourcemap?value --format:value --platform:value --target:value --loader::value --define::value --external::value --inject::read --tsconfig:read --servedir:value --watch --log-level:value --entry-names:value --splitting --jsx:value --banner::value',
    operands: 'read',
  },
  'swc babel': {
    options:
      '-o:write --out-file:write -d:make --out-dir:make --config-file:load -C:value --plugins:load --presets:load --env-name:value -w --watch -s --source-maps?value -x:value --extensions:value -D --copy-files --ignore:value --only:value --root-mode:value --quiet --verbose -f:value --filename:value --no-swcrc --strip-leading-paths',
    operands: 'read',
    harm: RUNS,
  },
  'terser uglifyjs csso': {
    options:
      '-o:write --output:write --config-file:read -c?value --compress?value -m?value --mangle?value -b?value --beautify?value --source-map?value --name-cache:write -d:value --define:value -e?value --comments?value --toplevel --keep-fnames --ecma:value --module -i:read --input:read --stat --usage:read -w --watch -V',
    operands: 'read',
  },
  'stylelint markdownlint': {
    options:
      '-o:write --output-file:write --output:write -c:load --config:load --custom-formatter:load --custom-syntax:load --plugins:load --config-basedir:load -r:load --rules:load -f!tidy --fix!tidy --formatter:value -i:value --ignore:value --ignore-path:read -p:read --stdin --quiet -q --cache --cache-location:write --max-warnings:value --json -j --enable:value --disable:value',
    operands: 'look',
    harm: RUNS,
  },
  typedoc: {
    options:
      '--out:make --json:write --plugin:load --options:load --theme:value --readme:read --tsconfig:read --entryPoints:value --entryPointStrategy:value --name:value --customCss:read --exclude:value --watch --skipErrorChecking',
    operands: 'read',
    harm: RUNS,
  },
  pytest: {
    options:
      '-c:load --config-file:load -p:value --rootdir:value --basetemp:remove --confcutdir:value --junitxml:write --junit-xml:write --result-log:write --log-file:write --cov-report:value --cov:value --cov-config:read --html:write --csv:write -k:pattern -m:pattern -n:value --maxfail:value --durations:value --tb:value -W:value -o:value --ignore:value --deselect:value --import-mode:value --timeout:value -x -v -q -s -l -r?value --lf --ff --sw --co --collect-only --pdb --pdbcls:value --fixtures --markers --co --no-header --reruns:value --debug?write --benchmark-json:write',
    operands: 'value',
    harm: RUNS,
  },
  'tox nox': {
    options:
      '-c:read --conf:read -f:file --noxfile:file --workdir:make --root:enter --envdir:make --result-json:write --report:write -e:value -s:value --session:value -p:value -n -r -v -q -l --recreate --parallel?value --skip-pkg-install --list -k:value --tags:value -x:setting --override:setting --force-python:program --extra-python:value -R -N',
    language: 'python',
    commands: { 'exec e': { options: '-e:value', operands: 'argv' }, '*': 'value' },
    harm: RUNS,
  },
  'black isort autopep8 yapf ruff 2to3': {
    options:
      '--check!look --diff!read --check-only!look -c!look -d!read --config:read --style:value --settings-path:read --settings-file:read --profile:value --line-length:value -l:value --max-line-length:value --exclude:value --extend-exclude:value --include:value --stdin-filename:value --target-version:value -t:value -i!tidy --in-place!tidy -w!tidy --write!tidy -r -q -v --quiet --verbose --code:value --select:value --ignore:value --extend-select:value --output-file:write -o:write --output-dir:make --output-format:value --fix!tidy --fix-only!tidy --unsafe-fixes --add-noqa!tidy --show-source --statistics --watch --no-cache --cache-dir:make -a -j:value -p -f:value --fix:value -x:value --skip:value --aggressive --force-exclude --preview -S -C',
    commands: {
      check: { operands: 'look' },
      format: { operands: 'tidy' },
      'rule linter config version clean server analyze lint': 'value',
      '*': 'tidy',
    },
  },
  'mypy pylint flake8 bandit pyflakes pycodestyle pydocstyle vulture pyright': {
    options:
      '--config-file:read --config:read --rcfile:read --init-hook:code --load-plugins:value --python-executable:program --pythonpath:program --junit-xml:write --html-report:make --xml-report:make --txt-report:make --cobertura-xml-report:make --any-exprs-report:make --linecount-report:make --linecoverage-report:make --lineprecision-report:make --cache-dir:value --custom-typing-module:value --shadow-file:value,read --output:value --output-file:write -o:write --tee --generate-rcfile --baseline:read -b:read -c:read -p:value --project:read -m:value --module:value --package:value -r -f:value --format:value --output-format:value --select:value --ignore:value --extend-ignore:value --exclude:value -x:value -s:value -t:value --disable:value --enable:value -d:value -e:value -j:value --jobs:value --max-line-length:value --strict --ignore-missing-imports --python-version:value -v -q -l -i -ll -ii --show-error-codes --pretty --no-color-output --stats --outputjson --level:value --min-confidence:value --install-types --non-interactive --ini:read --severity-level:value --confidence-level:value --follow-imports:value --count --statistics --max-complexity:value --paths:value --sort-by-size',
    language: 'python',
    operands: 'look',
    harm: RUNS,
  },
  coverage: {
    options:
      '--rcfile:read --data-file:write -d:make --directory:make -o:write --debug:value --omit:value --include:value --source:value -m -a -p --append --branch --parallel-mode --fail-under:value --show-missing --skip-covered -i -q --concurrency:value --context:value --keep --precision:value',
    language: 'python',
    commands: {
      run: { options: '-m:value --module:value', operands: 'file value' },
      'report html xml json lcov combine erase annotate debug help': 'read',
    },
    harm: RUNS,
  },
  'sphinx-build mkdocs': {
    options:
      '-c:load -d:make --site-dir:make -f:read --config-file:read -b:value -D:setting -A:value -t:value -w:write -E -a -n -q -Q -N -W -j:value -T -v --keep-going --strict -s --clean --theme:value -M:value --dirty',
    commands: {
      'build serve gh-deploy new get-deps': { options: '-a:value -m:value -r:value -b:value', operands: 'value' },
      '*': 'read make read',
    },
    harm: RUNS,
  },
  jupyter: {
    options: '--config:read --log-level:value --debug -y',
    commands: {
      nbconvert: {
        options:
          '--output:write --output-dir:make --to:value --template:value --stdout --execute --inplace!edit --clear-output!edit --ExecutePreprocessor.timeout=:value --post:value --no-input --allow-errors',
        operands: 'read',
      },
      '*': 'value',
    },
    harm: RUNS,
  },
  pyinstaller: {
    options:
      '--distpath:make --workpath:make --specpath:make --runtime-hook:read --additional-hooks-dir:load --upx-dir:load --add-data:value --add-binary:value -p:value --paths:value --hidden-import:value -n:value --name:value -i:read --icon:read --key:value --splash:read --version-file:read -F -D -w -c -y --onefile --onedir --windowed --noconfirm --clean --log-level:value --collect-all:value',
    operands: 'read',
    harm: RUNS,
  },
  cython: {
    options:
      '-o:write --output-file:write -a --annotate -I:value --include-dir:value -w:enter --working:enter -2 -3 -X:value --directive:value -f -v -t -M --cplus -+ --embed?value -l -p -D -z:value --pre-import:value --module-name:value',
    operands: 'read',
    harm: 'writes files',
  },
  pydoc: {
    options: '-k:value -n:value -p:value -b -w!write',
    operands: 'read',
    harm: 'imports what it documents',
  },
  'rspec rubocop cucumber': {
    options:
      '-r:load --require:load -o:write --out:write --options:read -c:read --config:read -f:load --format:load -I:value --default-path:value -P:value --pattern:value -e:pattern --example:pattern -t:value --tag:value -n:value --name:value -p:value --profile?value -a!tidy -A!tidy --autocorrect!tidy --autocorrect-all!tidy --fix!tidy -x!tidy --auto-gen-config!tidy -l -L --lint --only:value --except:value --fail-level:value -d --dry-run --cache:value --cache-root:make --plugin:load --seed:value --order:value -w -b --fail-fast?value --color --no-color -D -s:value --stdin:value',
    operands: 'look',
    harm: RUNS,
  },
  erb: {
    language: 'ruby',
    options: '-r:load -x -n -v -T:value -S:value -E:value -U -P -W?value',
    operands: 'file',
    stdin: 'code',
    harm: 'runs a template',
  },
  'phpunit phpstan phpcs php-cs-fixer': {
    options:
      '--bootstrap:load -a:load --autoload-file:load -c:read --configuration:read --config:load --report-file:write --report:value --log-junit:write --log-teamcity:write --testdox-html:write --testdox-text:write --coverage-html:make --coverage-clover:write --coverage-text?write --coverage-xml:make --cache-file:write --cache-directory:make --cache-result-file:write --basepath:value --standard:value --filter:pattern --group:value --testsuite:value -l:value --level:value --memory-limit:value --error-format:value --generate-baseline?write --dry-run!read --diff --rules:value --extensions:value --ignore:value -n -p -s -v -q -d:value --include-path:value --prepend:load --printer:load --extension:load --alter!edit',
    commands: {
      'analyse analyze': 'read',
      fix: 'edit',
      'clear-result-cache diagnose worker describe list list-files help self-update init check': 'value',
      '*': 'read',
    },
    harm: RUNS,
  },
  'golangci-lint staticcheck': {
    options:
      '-c:read --config:read --out-format:value --cpu-profile-path:write --mem-profile-path:write --trace-path:write --output.json.path:write -E:value --enable:value -D:value --disable:value --timeout:value --build-tags:value --new-from-rev:value --fix!tidy -v -p:value -f:value -checks:value -tests -go:value --enable-all --issues-exit-code:value',
    commands: {
      'run fmt': 'read',
      'linters help version cache config completion custom migrate formatters': 'value',
      '*': 'read',
    },
    harm: RUNS,
  },
  'hadolint actionlint': {
    options:
      '-c:read --config:read --config-file:read -f:value --format:value --ignore:value -shellcheck:program -pyflakes:program --failure-threshold:value -t:value --trusted-registry:value --no-color -color -oneline -verbose --stdin-filename:value -stdin-filename:value -dry!read -lint!read -conf:read',
    operands: 'read',
    longDash: true,
  },
  'tflint checkov trivy semgrep gitleaks detect-secrets': {
    options:
      '-c:read --config:read --config-file:read -f:read --file:read -d:read --directory:read --chdir:enter --var-file:read --output-file-path:make --output-file:write -o:write --output:write -r:write --report-path:write --baseline:read -b:read --baseline-path:read --external-checks-dir:load --external-checks-git:url --ignorefile:read --template:value --cache-dir:make -s:read --source:read -x:value --exclude:value --include:value --framework:value --severity:value --format:value --scanners:value --lang:value -l:value -e:value --pattern:value --autofix!edit --json --sarif --quiet -q -v --verbose --no-git --fix!tidy -R:value -w:value --skip-dirs:value --log-opts:value --redact --offline',
    operands: 'value read',
    harm: 'may fetch rules and run plug-ins',
  },
  'ansible-lint': {
    options:
      '-c:read --config-file:read -f:value -i:read -R -r:load --rules-dir:load -x:value -w:value -p -q -v --fix?value --write?value --offline --profile:value --sarif-file:write',
    operands: 'read',
    harm: 'may fetch rules and run plug-ins',
  },
  'vale write-good alex cspell lychee': {
    anyOption: true,
    options:
      '--config:read -c:read --filter:value --glob:value --output:value -o:write --minAlertLevel:value --words-only --file-list:list --root:value --why --quiet --no-progress --cache --format:value -f:value --exclude:value --ext:value --stdin -b:value --base:value --offline',
    operands: 'page',
    harm: 'may fetch and run plug-ins',
  },
  'locust k6': {
    options:
      '-f:file --locustfile:file --config:read --csv:write --html:write --logfile:write --json-file:write --summary-export:write -o:value --out:value -H:url --host:url -u:value --users:value -r:value --spawn-rate:value -t:value --run-time:value -e:value --vus:value -d:value --duration:value -i:value --iterations:value --headless --processes:value -q --address:value',
    language: 'unread',
    commands: {
      'run cloud archive inspect': { options: '-O:write --archive-out:write', operands: 'read' },
      '*': 'value',
    },
    harm: RUNS,
  },
  'ab wrk hey vegeta': {
    options:
      '-p:send -u:send -T:value -s:read --script:read -D:send -d:say -H:say -A:say -g:write -e:write -n:value -c:value -t:value -z:value -m:value -q:value -targets:read -targets=:read -body:send -body=:send -output:write -output=:write -rate:value -duration:value -key:value -cert:read -root-certs:read --latency --timeout:value -k -i -r -l -v:value',
    commands: { 'attack encode plot report': 'value', '*': 'url' },
    longDash: true,
    harm: 'sends many requests',
  },
})
