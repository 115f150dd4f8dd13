import { manager } from './manager.ts'
import type { RoleTable } from './table.ts'

const CHANGES = 'changes what is installed'

const NODE =
  '--prefix:enter -C:enter --dir:enter --cwd:enter --script-shell:load --shell:program --node-options:value --userconfig:read --globalconfig:read --init-module:load --pnpmfile:load --global-pnpmfile:load --use-yarnrc:read --config:value --workspace:value -w:value --filter:value -F:value --registry:url --tag:value --otp:value --access:value --loglevel:value --cache:value --save-prefix:value --editor:shell --viewer:shell --browser:program --git:program -g -D -E -O -P -S -y -s -r -v --global --save-dev --save-exact --no-save --force --json --silent --yes --dry-run --production --omit:value --include:value --legacy-peer-deps --ignore-scripts --frozen-lockfile --no-audit --no-fund --recursive --if-present --workspaces --otp:value'

/** Settings that decide where packages come from, who is trusted, and which programs run. */
const NODE_SETTING = {
  options:
    'registry:act @*:act script-shell:act strict-ssl:act cafile:act ca=:act proxy:act https-proxy:act node-options:act git=:act git:act editor:act shell:act yarnPath:act npmRegistryServer:act enableStrictSsl:act unsafeHttpWhitelist:act globalconfig:act init-module:act pnpmfile:act global-pnpmfile:act',
  operands: 'value',
  acts: 'settings',
} as const

/** Package managers of languages: what they install, and what they start on the way. */
export const packaging = (): RoleTable => ({
  npm: {
    options: NODE,
    commands: manager(
      'install i in ins add ci update up upgrade link ln install-test it clean-install dedupe rebuild',
      'uninstall un unlink remove rm r prune',
      {
        'exec x': { options: '-c:shell --call:shell -p:value --package:value', operands: 'argv' },
        'run run-script rum urn test t tst start stop restart': 'value',
        'config c': { commands: { set: NODE_SETTING, '*': 'value' } },
        set: NODE_SETTING,
        'publish pack': 'read',
        'view v info show list ls ll la outdated audit search help root prefix bin docs repo bugs explain why doctor ping whoami fund get init create pkg version cache completion login logout adduser token owner dist-tag team access profile org star stars deprecate unpublish hook sbom query diff edit explore set-script shrinkwrap':
          'value',
      },
    ),
  },
  pnpm: {
    options: NODE,
    commands: manager(
      'install i add update up upgrade link ln import fetch rebuild rb dedupe',
      'uninstall un unlink remove rm prune',
      {
        exec: { options: '-c!runs --shell-mode!runs --parallel --stream --resume-from:value', operands: 'argv' },
        'dlx create': { options: '-c!runs --package:value --shell-mode!runs', operands: 'argv' },
        'config c': { commands: { set: NODE_SETTING, '*': 'value' } },
        'publish pack deploy': 'read',
        'run test t start list ls ll la why outdated audit root bin doctor view info show search help store env licenses init setup patch patch-commit server cat-file cat-index self-update approve-builds':
          'value',
      },
    ),
  },
  yarn: {
    options: NODE,
    commands: manager('install add up upgrade link import dedupe rebuild', 'remove unlink', {
      exec: { operands: 'line' },
      'dlx create': { options: '-p:value -q', operands: 'argv' },
      config: { commands: { set: NODE_SETTING, '*': 'value' } },
      'publish pack': 'read',
      '*': 'value',
    }),
  },
  'pip pip3': {
    options:
      '--log:write --log-file:write --python:program --cache-dir:value --cert:read --client-cert:read --proxy:url --timeout:value --retries:value --trusted-host:value -q -v --quiet --verbose --isolated --no-input --require-virtualenv --no-cache-dir --disable-pip-version-check --no-color --exists-action:value',
    commands: {
      'install download wheel': {
        options:
          '-r:list --requirement:list -c:read --constraint:read -t:make --target:make --prefix:make --root:make --src:make -d:make --dest:make -w:make --wheel-dir:make --report:write -e:value --editable:value -i:url --index-url:url --extra-index-url:url -f:value --find-links:value --platform:value --python-version:value --global-option:value --config-settings:value -C:value -U --upgrade --user --pre --no-deps --dry-run -I --force-reinstall --no-build-isolation --break-system-packages --no-index',
        operands: 'package',
        does: 'install',
      },
      uninstall: {
        options: '-y --yes -r:list --requirement:list --break-system-packages',
        operands: 'value',
        does: 'uninstall',
      },
      config: {
        commands: {
          set: {
            options:
              'global.index-url:act global.extra-index-url:act global.trusted-host:act global.cert:act global.find-links:act global.proxy:act install.index-url:act install.extra-index-url:act install.trusted-host:act install.find-links:act',
            operands: 'value',
            acts: 'settings',
          },
          '*': 'value',
        },
      },
      'freeze list show check index inspect hash debug completion help cache search': {
        options: '-r:read --path:value --format:value',
        operands: 'value',
      },
      lock: { options: '-r:list -o:write --output:write', operands: 'value' },
    },
  },
  pipx: {
    options: '-v --verbose -q --quiet --global',
    commands: manager(
      'install upgrade upgrade-all inject reinstall reinstall-all install-all pin unpin',
      'uninstall uninstall-all uninject',
      {
        run: {
          options:
            '--spec:value --python:program --pip-args:value --with:value --no-cache --pypackages --path --index-url:url',
          operands: 'argv',
        },
        runpip: 'value value',
        'list ensurepath environment completions interpreter help': 'value',
      },
    ),
  },
  'conda mamba micromamba': {
    options:
      '-v -q -y --yes --json --dry-run --debug --quiet -n:value --name:value -p:value --prefix:value -c:value --channel:value --rc-file:read -r:value --root-prefix:value',
    commands: manager('install create update upgrade', 'remove uninstall clean', {
      run: { options: '--cwd:enter --no-capture-output --live-stream -a:value', operands: 'argv' },
      env: {
        commands: {
          'create update': { options: '-f:read --file:read --prune', operands: 'value' },
          'export list config': { options: '-f:write --file:write', operands: 'value' },
          remove: 'value',
        },
      },
      'list info search config init activate deactivate shell package notices doctor compare rename repoquery self-update':
        { options: '--file:read --set:value,value --add:value,value', operands: 'value' },
      export: { options: '-f:write --file:write', operands: 'value' },
    }),
  },
  cargo: {
    options:
      '--config:setting -C:enter --manifest-path:read --target-dir:make --artifact-dir:make --out-dir:make -Z:value -p:value --package:value --features:value -F:value --target:value --profile:value -j:value --jobs:value --bin:value --example:value --test:value --bench:value --color:value --message-format:value --root:make --path:value --git:url --registry:value --index:url --version:value --edition:value -v -q -r --release --all --workspace --locked --frozen --offline --all-features --no-default-features --lib --bins --tests --keep-going --exclude:value',
    commands: manager('install add update fetch', 'uninstall remove rm', {
      'build b check c test t bench run r doc d clippy fmt clean init new publish package search tree metadata login logout owner yank vendor fix rustc rustdoc help version nextest audit deny expand watch generate-lockfile locate-project pkgid report verify-project':
        'value',
    }),
  },
  go: {
    options:
      '-toolexec:shell -exec:shell -vettool:program -o:make -C:enter -overlay:read -modfile:read -pgo:read -pkgdir:value -cpuprofile:write -memprofile:write -blockprofile:write -mutexprofile:write -trace:write -coverprofile:write -outputdir:make -ldflags:value -gcflags:value -asmflags:value -tags:value -mod:value -buildmode:value -compiler:value -run:pattern -bench:pattern -count:value -timeout:value -p:value -parallel:value -cpu:value -covermode:value -coverpkg:value -args:value -race -v -x -n -a -i -u -json -short -cover -work -trimpath -fix -diff -m -e -deps -f:value -test -skip:value',
    commands: manager('install get', 'clean', {
      'run build test vet generate list fmt fix': 'read',
      env: {
        options:
          '-w -u -json -changed GOPROXY=:act GOSUMDB=:act GONOSUMDB=:act GONOSUMCHECK=:act GOINSECURE=:act GOFLAGS=-toolexec:act GOFLAGS=-exec:act CC=:act CXX=:act GOENV=:act GOTOOLCHAIN=:act',
        operands: 'value',
        acts: 'settings',
      },
      'version doc mod work tool telemetry bug help': 'value',
    }),
    longDash: true,
  },
  gem: {
    options:
      '-v:value --version:value -i:make --install-dir:make -n:make --bindir:make -P:value --source:url -s:url --clear-sources -q -V --config-file:read --document:value -N --no-document --user-install --conservative -f -l -r -g?read --file?read --norc --backtrace --debug --with-cc:shell',
    commands: manager('install i update', 'uninstall cleanup', {
      exec: { options: '-g:value --gem:value', operands: 'argv' },
      sources: { options: '-a:act --add:act -r:act --remove:act -c -l -u', operands: 'value', acts: 'settings' },
      'build push spec specification unpack open contents fetch': 'read',
      'list search info env environment which dependency outdated owner help query server lock pristine stale check signin signout cert yank rdoc generate_index mirror':
        'value',
    }),
  },
  composer: {
    options:
      '-d:enter --working-dir:enter -q -v -n --no-interaction --no-plugins --no-scripts --no-cache --profile --ansi --no-ansi -g --global --dev --no-dev -o -W --ignore-platform-reqs --prefer-dist',
    commands: manager('install i update u upgrade require r reinstall', 'remove rm uninstall', {
      exec: { options: '-l --list', operands: 'line' },
      config: {
        options: '-l!nothing --list!nothing -e --editor -a --auth --unset --json -f:value',
        operands: 'setting',
        flags: { settings: '-g --global' },
      },
      'run run-script show info validate outdated search status diagnose fund licenses audit browse home init create-project dump-autoload dumpautoload clear-cache clearcache depends why prohibits why-not about list help self-update selfupdate check-platform-reqs suggests global archive bump':
        'value',
    }),
  },
  mix: {
    language: 'unread',
    commands: {
      run: {
        options: '-e:code --eval:code -r:file --require:file -p:value --no-halt --no-start --no-compile',
        operands: 'file value',
      },
      cmd: { options: '--cd:enter --app:value', operands: 'line' },
      do: 'value',
      eval: { operands: 'code' },
      '*': 'value',
    },
  },
  'stack cabal opam': {
    options:
      '-v --verbose -y --yes --stack-yaml:read --project-file:read --root:value --switch:value --resolver:value --with-gcc:program --with-ghc:program --with-compiler:program -w:program --store-dir:make --prefix:make --builddir:make --flag:value --package:value --work-dir:make --local-bin-path:make --logs-dir:make',
    commands: manager('install update upgrade get fetch pin add', 'uninstall remove', {
      'exec runghc runhaskell ghc ghci': { operands: 'argv' },
      run: 'value',
      '*': 'value',
    }),
  },
  luarocks: {
    options:
      '--tree:make --server:url --from:url --only-server:url --only-sources:url --lua-dir:value --lua-version:value --local --global --verbose --timeout:value --project-tree:make --namespace:value --pack-binary-rock --branch:value --pin --force --deps-mode:value --dev',
    commands: manager('install build make download update', 'remove purge', {
      'list search show config doc lint pack unpack upload which path init new_version write_rockspec test help admin':
        'read',
    }),
  },
  'cpan cpanm': {
    options:
      '-l:make --local-lib:make -L:make --local-lib-contained:make -j:file --cpanfile:read --mirror:url --from:url --save-dists:make --exclude-vendor --installdeps -n -f -q -v -i -S -U --notest --force --sudo --self-upgrade --uninstall -a -D -O -A -C -g -G -J -M:url -r -T -u -x -X -t -p -P -w -I -c',
    operands: 'package',
    does: 'install',
    language: 'perl',
    harm: CHANGES,
  },
  easy_install: {
    options:
      '-d:make --install-dir:make -s:make --script-dir:make -i:url --index-url:url -f:value -b:make --build-directory:make -U -m -z -N -D -q -v --user --prefix:make --record:write',
    operands: 'package',
    does: 'install',
    harm: CHANGES,
  },
  'twine flit': {
    options:
      '--config-file:read --pypirc:read -f:read --ini-file:read -r:value --repository:value --repository-url:url -u:say -p:say -s -i:value --sign-with:program -c:say --cert:read --client-cert:read --skip-existing --verbose --non-interactive --no-symlink --symlink --deps:value --extras:value --python:program',
    commands: { 'upload check register': 'send', 'build install init publish': 'value' },
    harm: 'publishes packages',
  },
  vcpkg: {
    options:
      '--x-manifest-root:read --x-install-root:make --overlay-ports:value --overlay-triplets:value --triplet:value --downloads-root:make --x-buildtrees-root:make --x-packages-root:make --vcpkg-root:value --binarysource:value --x-asset-sources:value --feature-flags:value --classic',
    operands: 'value',
    harm: CHANGES,
  },
  conan: {
    options:
      '-of:make --output-folder:make -pr:read --profile:read -s:value --settings:value -o:value --options:value -c:value --conf:value -r:value --remote:value -b:value --build:value -l:read --lockfile:read --lockfile-out:write --out-file:write --format:value -g:value --generator:value --deployer:load -d:load --version:value --name:value',
    operands: 'read',
    longDash: true,
    harm: CHANGES,
  },
  helm: {
    options:
      '-f:read --values:read --set:value --set-string:value --set-file:value --set-json:value --post-renderer:shell --post-renderer-args:value --kubeconfig:value --kube-context:value -n:value --namespace:value --registry-config:read --repository-config:read --repository-cache:value --output-dir:make -d:make --destination:make --keyring:read --key:value --cert-file:read --key-file:value --ca-file:read -o:value --version:value --repo:url --username:say --password:say --dry-run?value --wait --atomic --timeout:value --debug --create-namespace -i --install --untardir:make --untar',
    commands: {
      'template lint show status history list ls get search version env dependency dep verify plugin repo registry test help completion':
        'value read',
      'install upgrade': 'value page',
      'uninstall delete del rollback': 'act',
      package: 'read',
      'pull fetch push create': 'value',
    },
  },
})
