import { LOOKS, unclassified, type ProgramCall, type Objection, type UsageTable, type Usage } from '../usage.ts'
import { readWords } from '../words.ts'

/** Only prints its version. */
const version = (needs: string): Usage => ({ needs, options: '', operands: 0 })

/** Compilers, package managers and build tools of other languages. */
export const languages = (): UsageTable => ({
  cargo: {
    exact: true,
    refuse: '--config -Z --fix --index',
    options: '-q --quiet -v --verbose -V --offline --locked --frozen --list',
    takes: '--color -C',
    bare: true,
    commands: {
      'version search info read-manifest locate-project verify-project': LOOKS,
      '+stable +beta +nightly': { bare: true, commands: { version: LOOKS } },
      'check c clippy doc d tree metadata pkgid fetch update generate-lockfile outdated audit': { builds: true },
      fmt: { check: plainFormat },
      'install owner': { needs: '--list -l', options: '' },
      package: { needs: '--list -l', options: '--allow-dirty' },
    },
  },
  rustc: { needs: '-V -h --explain --print', options: '-v', takes: '--explain --print', operands: 0 },
  rustup: {
    options: '-q --quiet -v -V',
    commands: {
      'which check': LOOKS,
      // It installs what the project asks for.
      show: { builds: true },
      'toolchain target component override': { commands: { list: LOOKS } },
    },
  },
  go: {
    longDash: true,
    refuse: '-toolexec -exec -vettool -o -overlay -modfile',
    takes: '-C',
    commands: {
      'version doc': LOOKS,
      env: { refuse: '-w -u' },
      'list vet': { builds: true },
      mod: { commands: { 'graph why verify': { builds: true } } },
      tool: { operands: 0 },
    },
  },
  gofmt: { refuse: '-w -cpuprofile', longDash: true },
  'gcc g++ clang clang++ cc c++': { needs: '-v -dumpversion -dumpmachine', options: '', operands: 0, longDash: true },
  'java javac kotlin kotlinc scala groovy': { needs: '-version', options: '', operands: 0, longDash: true },
  'mvn gradle sbt ant': version('-v -version'),
  dotnet: {
    options: '--info --list-sdks --list-runtimes',
    bare: true,
    commands: {
      'tool workload': { commands: { list: LOOKS } },
      nuget: { commands: { list: { commands: { source: LOOKS } } } },
      new: { commands: { list: LOOKS } },
    },
  },
  ruby: [version('-v -h'), { needs: '-c', options: '-w', operands: 1 }],
  gem: {
    refuse: '-s --source --config-file -p --http-proxy',
    options: '-v',
    commands: {
      'list info search query environment env outdated which contents dependency specification': LOOKS,
      sources: { operands: 0, options: '-l --list' },
    },
  },
  'bundle bundler': {
    builds: true,
    options: '-v --no-color --verbose',
    commands: {
      'list ls show info outdated check platform env version licenses doctor': LOOKS,
      config: [{ operands: 0 }, { commands: { 'list get': LOOKS } }],
    },
    bare: true,
  },
  php: [version('-v -m -i -h --ini'), { needs: '-l --syntax-check', options: '', operands: 1 }],
  composer: {
    options: '-q --quiet -v -V -n --no-interaction --no-plugins --ansi --no-ansi',
    takes: '-d --working-dir',
    builds: true,
    commands: {
      'show info licenses outdated validate diagnose why depends why-not prohibits search status audit fund about':
        LOOKS,
      'check-platform-reqs list suggests': LOOKS,
    },
  },
  'perl lua luajit R Rscript julia swift ghc elixir erl': version('-v -V'),
  'make gmake': version('-v'),
  cmake: {
    needs: '--help-command --help-module --help-variable --help-command-list',
    options: '',
  },
  'ninja meson ctest bazel bazelisk': version('--version'),
  just: { needs: '-l --list --summary --show --dump -s', options: '-u --unsorted', operands: 1 },
  xcodebuild: { needs: '-version -showsdks', options: '', operands: 0, longDash: true },
  'xcode-select': { needs: '-p --print-path -v', options: '', operands: 0 },
})

/** It only says what it would change. Words behind `--` go to another program. */
function plainFormat({ name, args }: ProgramCall): Objection | undefined {
  if (!args.includes('--check')) return unclassified(`\`${name}\` changes files.`)
  const { options, operands } = readWords(args, { takes: '-p --package --manifest-path --message-format' })
  const fine = /^(?:-[pqv]|--(?:check|all|quiet|verbose|package|manifest-path|message-format))$/
  const odd = [...options.map((option) => option.name), ...operands].find((word) => !fine.test(word))
  return odd === undefined ? undefined : unclassified(`\`${name} ${odd}\` is not classified as read-only.`)
}
