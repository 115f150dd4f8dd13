import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable } from '../usage.ts'

const APT = '-o --option -c --config-file'

/** Package managers of operating systems. */
export const packages = (): UsageTable => ({
  brew: {
    commands: {
      'info abv list ls search deps desc leaves uses outdated missing config doctor dr options tap-info': LOOKS,
      'log cat commands home homepage docs shellenv formulae casks linkage which-formula': LOOKS,
      '-S --cache --cellar --caskroom --prefix --repository --repo --taps --env --config --version -v': LOOKS,
      tap: { operands: 0, options: '' },
      analytics: [{ operands: 0 }, { commands: { state: LOOKS } }],
      services: { commands: { 'list info': LOOKS } },
      bundle: { commands: { 'list check': { builds: true } } },
    },
    check: byName,
  },
  apt: { refuse: APT, commands: { 'list show search policy depends rdepends': LOOKS } },
  'apt-cache': {
    refuse: APT,
    commands: { 'show showpkg search policy depends rdepends madison pkgnames stats dump': LOOKS },
  },
  dpkg: {
    needs: '-l -L -s -S -p --list --listfiles --status --search --print-avail --get-selections --print-architecture',
    options: '',
  },
  'dpkg-query': {
    needs: '-W -l -s -L -S -p --show --list --status --listfiles --search',
    options: '',
    takes: '-f --showformat',
  },
  rpm: {
    needs: '-q --query',
    refuse: '--pipe --eval -E --define -D --load --undefine --macros --rcfile --specfile --root --dbpath',
  },
  pacman: { needs: '-Q -Qi -Ql -Qs -Qo -Qe -Qm -Qu -Ss -Si', options: '', longDash: true },
  apk: { commands: { 'info list search policy version stats': LOOKS } },
  'dnf yum': {
    refuse: '--setopt -c --config --installroot --enableplugin',
    commands: {
      'list info search repolist provides whatprovides check-update repoquery deplist': LOOKS,
      history: { commands: { 'list info': LOOKS }, bare: true },
    },
  },
  zypper: { commands: { 'search se info if list-updates lu repos lr': LOOKS } },
  snap: { commands: { 'list info find version': LOOKS } },
  flatpak: { commands: { 'list info search remotes': LOOKS } },
  port: { commands: { 'list search installed outdated provides': LOOKS } },
})

/** A formula by path or address may be any program. */
function byName({ args }: ProgramCall): Objection | undefined {
  const path = args.find((word) => /[/:]|\.rb$/.test(word))
  return path === undefined ? undefined : unclassified('`brew` gets a formula by its path.')
}
