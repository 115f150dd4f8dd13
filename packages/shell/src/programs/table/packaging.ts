import type { Roles } from '../roles.ts'
import type { RoleTable } from './table.ts'

const CHANGES = 'changes what is installed'

/** Words that every package manager has. `names` are packages, paths or addresses. */
const manager = (install: string, uninstall: string, more: Roles['commands'] = {}): NonNullable<Roles['commands']> => ({
  [install]: { operands: 'package', does: 'install' },
  [uninstall]: { operands: 'value', does: 'uninstall' },
  ...more,
})

const NODE =
  '--prefix:enter -C:enter --dir:enter --cwd:enter --script-shell:load --shell:program --node-options:value --userconfig:read --globalconfig:read --init-module:load --pnpmfile:load --global-pnpmfile:load --use-yarnrc:read --config:value --workspace:value -w:value --filter:value -F:value --registry:url --tag:value --otp:value --access:value --loglevel:value --cache:value --save-prefix:value --editor:shell --viewer:shell --browser:program --git:program -g -D -E -O -P -S -y -s -r -v --global --save-dev --save-exact --no-save --force --json --silent --yes --dry-run --production --omit:value --include:value --legacy-peer-deps --ignore-scripts --frozen-lockfile --no-audit --no-fund --recursive --if-present --workspaces --otp:value'

/** Package managers of languages and systems: what they install, and what they start on the way. */
export const packaging: RoleTable = {
  npm: {
    options: NODE,
    commands: manager(
      'install i in ins add ci update up upgrade link ln install-test it clean-install dedupe rebuild',
      'uninstall un unlink remove rm r prune',
      {
        'exec x': { options: '-c:shell --call:shell -p:value --package:value', operands: 'argv' },
        'run run-script rum urn test t tst start stop restart': 'value',
        'publish pack': 'read',
        'view v info show list ls ll la outdated audit search help root prefix bin docs repo bugs explain why doctor ping whoami fund config c get set init create pkg version cache completion login logout adduser token owner dist-tag team access profile org star stars deprecate unpublish hook sbom query diff edit explore set-script shrinkwrap':
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
        'publish pack deploy': 'read',
        'run test t start list ls ll la why outdated audit root bin doctor view info show search help config store env licenses init setup patch patch-commit server cat-file cat-index self-update approve-builds':
          'value',
      },
    ),
  },
  yarn: {
    options: NODE,
    commands: manager('install add up upgrade link import dedupe rebuild', 'remove unlink', {
      exec: { operands: 'line' },
      'dlx create': { options: '-p:value -q', operands: 'argv' },
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
      'freeze list show check index inspect hash debug completion help cache config search': {
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
      'env version doc mod work tool telemetry bug help': 'value',
    }),
    longDash: true,
  },
  gem: {
    options:
      '-v:value --version:value -i:make --install-dir:make -n:make --bindir:make -P:value --source:url -s:url --clear-sources -q -V --config-file:read --document:value -N --no-document --user-install --conservative -f -l -r -g?read --file?read --norc --backtrace --debug --with-cc:shell',
    commands: manager('install i update', 'uninstall cleanup', {
      exec: { options: '-g:value --gem:value', operands: 'argv' },
      'build push spec specification unpack open contents fetch': 'read',
      'list search info env environment which dependency outdated sources owner help query server lock pristine stale check signin signout cert yank rdoc generate_index mirror':
        'value',
    }),
  },
  composer: {
    options:
      '-d:enter --working-dir:enter -q -v -n --no-interaction --no-plugins --no-scripts --no-cache --profile --ansi --no-ansi -g --global --dev --no-dev -o -W --ignore-platform-reqs --prefer-dist',
    commands: manager('install i update u upgrade require r reinstall', 'remove rm uninstall', {
      exec: { options: '-l --list', operands: 'line' },
      config: 'setting',
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
  brew: {
    options: '-v -q -d -f --verbose --quiet --debug --force --cask --formula',
    commands: manager(
      'install reinstall upgrade update tap link fetch postinstall pin unpin',
      'uninstall remove rm untap unlink autoremove cleanup',
      {
        sh: { options: '-c:shell --env:value -r', operands: 'script' },
        ruby: { options: '-e:code -r:load', operands: 'file', language: 'ruby' },
        irb: 'value',
        bundle: { options: '--file:read --global', commands: { exec: 'argv', '*': 'value' } },
        '*': 'value',
      },
    ),
  },
  'apt apt-get aptitude': {
    options:
      '-o:setting --option:setting -c:read --config-file:read -t:value --target-release:value -a:value --host-architecture:value -S:value -P:value -F:value -w:value -q -y -s -d -f -m -u -V -b --yes --assume-yes --quiet --simulate --dry-run --download-only --no-install-recommends --allow-downgrades --allow-unauthenticated --fix-broken --purge --reinstall --only-upgrade --print-uris --autoremove',
    commands: manager(
      'install reinstall update upgrade dist-upgrade full-upgrade safe-upgrade build-dep source download satisfy',
      'remove purge autoremove autopurge',
      {
        'list show search policy depends rdepends clean autoclean check changelog moo help indextargets edit-sources showsrc why why-not versions hold unhold markauto unmarkauto':
          'value',
      },
    ),
  },
  dpkg: {
    options:
      '--pre-invoke:shell --post-invoke:shell --status-logger:shell --root:make --instdir:make --admindir:make --log:write -i:read --install:read --unpack:read -r:value --remove:value -P:value --purge:value -l -L:value -s:value -S:value -p:value -c:read --contents:read -I:read --info:read --list --listfiles:value --status:value --search:value --configure:value -a --get-selections --set-selections --print-architecture --verify -V --audit --no-act --simulate --dry-run --path-exclude:value --force-all --add-architecture:value --compare-versions:value,value,value',
    operands: 'read',
    flags: { uninstall: '-P -r --purge --remove', install: '-i --install' },
  },
  'dpkg-deb': {
    options:
      '-b:read --build:read -c:read --contents:read -x:read --extract:read -X:read --vextract:read -e:read --control:read -R:read --raw-extract:read -I:read --info:read -f:read --field:read -W:read --show:read --fsys-tarfile:read -Z?value -z?value -D -v --root-owner-group --nocheck --uniform-compression',
    operands: 'to value',
  },
  'rpm rpmbuild': {
    language: 'commands',
    options:
      '--eval:code -E:code --pipe:shell --define:code -D:code --undefine:value --load:read --macros:read --rcfile:read --root:make -r:make --dbpath:value --prefix:make --excludepath:value --relocate:value --specfile --queryformat:value --qf:value -q -a -i:read -U:read -F:read -e:value -V -p:read -f:value -l -c -d -R --import:read --install:read --upgrade:read --erase:value --query --all --info --list --provides --requires --scripts --changelog --nodeps --force --test --verify --checksig:read -K:read --rebuild:read --recompile:read --buildroot:make --target:value --with:value --without:value -ba -bb -bs -bp -bc -bi -bl -ta -tb -ts --clean --short-circuit --nobuild --showrc --whatprovides:value',
    operands: 'value',
    flags: { uninstall: '-e --erase', install: '-i -U -F --install --upgrade' },
    longDash: true,
  },
  rpm2cpio: { operands: 'read' },
  'yum dnf zypper': {
    options:
      '-c:read --config:read --setopt:setting --installroot:make --root:make -R:make --enableplugin:value --pluginpath:load --enablerepo:value --disablerepo:value --repo:value --releasever:value --destdir:make --downloaddir:make --pkg-cache-dir:make --cache-dir:make -x:value --exclude:value -y -q -v -C -n -d:value -e:value --assumeyes --best --allowerasing --nogpgcheck --downloadonly --non-interactive --no-refresh --from:value -t:value --repofrompath:value --forcearch:value',
    commands: manager(
      'install in update up upgrade localinstall reinstall downgrade groupinstall builddep source-install dist-upgrade dup patch download',
      'remove rm erase autoremove groupremove',
      {
        '*': 'value',
      },
    ),
  },
  pacman: {
    options:
      '--config:read -r:make --root:make --sysroot:make -b:make --dbpath:make --cachedir:make --hookdir:load --gpgdir:value --logfile:write --arch:value --ignore:value --overwrite:value --assume-installed:value -S -y -u -s -i -l -c -w -Q -R -n -U!read -D -F -T -V -q -v -d -k -e -m -t -o -p --noconfirm --needed --asdeps --print --dbonly',
    operands: 'package',
  },
  apk: {
    options:
      '--root:make -p:make --repositories-file:read --keys-dir:value --cache-dir:make -X:url --repository:url --arch:value -U -q -v -f -i --no-cache --update-cache --allow-untrusted --virtual:value -t:value --initdb --progress --purge',
    commands: manager('add update upgrade fix fetch cache', 'del', {
      'info list search policy version stats verify index audit dot manifest': 'value',
    }),
  },
  snap: {
    commands: manager('install refresh revert enable try download ack', 'remove disable', {
      run: {
        options: '--shell!runs --command:value --hook:value --strace?value --gdbserver?value -c:shell',
        operands: 'argv',
      },
      '*': 'value',
    }),
  },
  'nix-env nix-build nix-instantiate': {
    language: 'unread',
    options:
      '-E:code --expr:code -f:read --file:read -o:write --out-link:write --add-root:write -p:make --profile:make --post-build-hook:program --pre-build-hook:program --option:value,value --arg:value,code --argstr:value,value -I:value -A:value --attr:value -iA:value -i -e -q -u -r -Q -K -j:value --run:shell --command:shell --eval --strict --json --parse --dry-run --no-out-link --realise --gc --delete --export --import --query --cores:value --builders:value --store:value --substituters:url --plugin-files:load --diff-hook:program --builders-use-substitutes',
    operands: 'read',
    longDash: true,
    harm: CHANGES,
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
  'port choco winget': {
    options:
      '-D:value -v -d -q -n -f -y -s:url --source:url -m:read --manifest:read --location:make -l:make --installargs:value --params:value --override:value --version:value -e --id:value --silent --accept-package-agreements --accept-source-agreements',
    commands: manager('install upgrade selfupdate sync update add import', 'uninstall remove', { '*': 'value' }),
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
}
