import { manager } from './manager.ts'
import type { RoleTable } from './table.ts'

const CHANGES = 'changes what is installed'

/** Package managers of operating systems: what they install, and what they start on the way. */
export const systemPackages = (): RoleTable => ({
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
    flags: { uninstall: '-e --erase', install: '-i -U -F --install --upgrade', settings: '--import' },
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
        'config-manager addrepo ar': {
          options: '--add-repo:act --from-repofile:act --set-enabled --set-disabled --enable --disable --save --dump',
          operands: 'value act',
          acts: 'settings',
        },
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
      'set unset': { operands: 'value', does: 'settings' },
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
  'port choco winget': {
    options:
      '-D:value -v -d -q -n -f -y -s:url --source:url -m:read --manifest:read --location:make -l:make --installargs:value --params:value --override:value --version:value -e --id:value --silent --accept-package-agreements --accept-source-agreements',
    commands: manager('install upgrade selfupdate sync update add import', 'uninstall remove', { '*': 'value' }),
  },
})
